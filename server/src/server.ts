/**
 * The language server: connects the features to a client. Every request waits until the trees are up
 * to date, ends early when it is cancelled, and answers with nothing when it fails.
 */
import { type Connection, type InitializeParams, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { capabilitiesFor } from './capabilities.ts';
import { createCompleter } from './completion/complete.ts';
import { readCapabilities } from './conversion.ts';
import { toDiagnostic } from './convert.ts';
import { createDiagnostics } from './diagnostics.ts';
import { createDocumentOptions } from './document-options.ts';
import type { Files } from './files.ts';
import { listenToFiles, openFolders } from './folders.ts';
import type { ModelCacheParts } from './model-cache.ts';
import { modelChangedNotification } from './protocol.ts';
import { answerEditorRequests } from './editor-requests.ts';
import { answerOwnRequests } from './own-requests.ts';
import { guard, slicing, type Server } from './guard.ts';
import { createClientSettings, listenToSettings, settingsOf } from './settings.ts';
import { createWorkspace, normalized, type Workspace } from './workspace.ts';

export interface ServerParts extends Pick<ModelCacheParts, 'check'> {
  readonly files: Files;
  /** The address of the page about a finding code, if there is one. */
  readonly page: (code: string) => string | undefined;
  /** Milliseconds from the last change to the first check. */
  readonly delay?: number;
}

/** Serves a client until it ends the connection. */
export function startServer(connection: Connection, { files, page, delay, check }: ServerParts): void {
  const log = (message: string): void => {
    connection.console.error(message);
  };
  const clientUris = new Map<string, string>();
  const clientUri = (uri: string): string => clientUris.get(uri) ?? uri;
  let conversion = readCapabilities({ capabilities: {} }, { uri: clientUri, page });
  let parameters: InitializeParams | undefined;
  const settings = createClientSettings({
    log,
    ask: (uri) => settingsOf(connection, parameters ?? { capabilities: {} }, clientUri)(uri),
  });
  const options = createDocumentOptions({
    files,
    settings,
    onProject: ({ uri, findings }) => {
      if (!workspace.isOwn(uri)) return;
      void connection.sendDiagnostics({
        uri: clientUri(uri),
        diagnostics: findings.map((finding) => toDiagnostic(finding, conversion)),
      });
    },
  });
  const workspace: Workspace = createWorkspace({
    files,
    options,
    log,
    onChanged: (uri) => {
      diagnostics.check(uri);
    },
    ...(check !== undefined && { check }),
  });
  const diagnostics = createDiagnostics({
    workspace,
    log,
    delay: (uri) => delay ?? settings.of(uri).diagnosticsDelay,
    publish: ({ uri, version, findings }) => {
      void connection.sendDiagnostics({
        uri: clientUri(uri),
        ...(version !== undefined && { version }),
        diagnostics: findings.map((finding) => toDiagnostic(finding, conversion)),
      });
    },
    onModel: (uri, version) => {
      void connection.sendNotification(modelChangedNotification.method, { uri: clientUri(uri), version });
    },
  });
  const guarded = guard(workspace, log);
  const server: Server = {
    connection,
    workspace,
    completer: createCompleter(workspace.services),
    conversion: () => conversion,
    guarded,
    sliced: slicing(guarded),
  };

  connection.onInitialize((given) => {
    parameters = given;
    conversion = readCapabilities(given, { uri: clientUri, page });
    return { capabilities: capabilitiesFor(given), serverInfo: { name: 'aftermath' } };
  });
  connection.onInitialized(() => {
    if (parameters === undefined) return;
    openFolders(connection, workspace, parameters, log);
    listenToSettings(connection, parameters, log);
  });
  connection.onShutdown(() => {
    diagnostics.dispose();
  });
  listenToTexts(connection, workspace, clientUris);
  listenToFiles(connection, workspace);
  connection.onDidChangeConfiguration(() => {
    workspace.optionsChanged();
  });
  answerEditorRequests(server);
  answerOwnRequests(server);
  connection.listen();
}

/** Follows what the editor has open. */
function listenToTexts(connection: Connection, workspace: Workspace, clientUris: Map<string, string>): void {
  const texts = new TextDocuments(TextDocument);
  texts.onDidChangeContent(({ document }) => {
    const uri = normalized(document.uri);
    clientUris.set(uri, document.uri);
    workspace.setText(uri, { version: document.version, text: document.getText() });
  });
  texts.onDidClose(({ document }) => {
    workspace.close(normalized(document.uri));
  });
  texts.listen(connection);
}
