/**
 * The language server: connects the features to a client. Every request waits until the trees are up to date, stops on
 * cancellation, and answers with an empty result on failure.
 */
import { type Connection, type InitializeParams, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { capabilitiesFor } from './convert/capabilities.ts';
import { createCompleter } from '../completion/complete.ts';
import { readStandardFilesAhead } from '../completion/standard-files.ts';
import { type Conversion, readCapabilities } from './convert/conversion.ts';
import { toDiagnostic } from './convert/convert.ts';
import { createDiagnostics, type Diagnostics, type Published } from './diagnostics.ts';
import { createProjectFiles } from '../../../language/src/dsl/project-files.ts';
import { createDocumentOptions } from '../workspace/document-options.ts';
import { describeError } from '../workspace/files/describe-error.ts';
import type { Files } from '../workspace/files/files.ts';
import { answerClusters } from './cluster-requests.ts';
import type { Clusters } from '../questions/imports/clusters.ts';
import type { DoImport } from '../questions/imports/import-job.ts';
import { createImporting, importHere } from '../features/imports.ts';
import type { LayOut } from '../pictures/drawn-model.ts';
import { followFolders } from './folders.ts';
import type { ModelCacheParts } from '../workspace/model-cache.ts';
import { modelChangedNotification, pingRequest } from '../protocol/protocol.ts';
import { answerEditorRequests } from './editor-requests.ts';
import { answerOwnRequests } from './own-requests.ts';
import { guard, slicing, slicingTrees, type Server } from './guard.ts';
import { answerUnfit } from './fitting-messages.ts';
import { createRefresh } from './refresh.ts';
import { createSelection } from '../workspace/selection.ts';
import {
  askForExclusions,
  askForSettings,
  type ClientSettings,
  createClientSettings,
  listenToSettings,
} from '../workspace/settings.ts';
import { type At, createWhereabouts } from '../workspace/whereabouts.ts';
import { createWorkspace, normalized, type Workspace } from '../workspace/workspace.ts';

/** The parts of a server that depend on where it runs. */
export interface ServerParts extends Pick<ModelCacheParts, 'check'> {
  readonly files: Files;
  /** Returns the address of the page about a finding code, if there is one; `client` is the client's introduction. */
  readonly page: (code: string, client: InitializeParams) => string | undefined;
  /** The layout engine of pictures, if the host has one. */
  readonly layOut?: LayOut;
  /** Running clusters, if the host can reach any. */
  readonly clusters?: Clusters;
  /** Does imports; by default the server itself does, and answers nothing else meanwhile. */
  readonly doImport?: DoImport;
  /** Milliseconds from the last change to the first check. */
  readonly delay?: number;
}

/** Serves a client until it ends the connection. */
export function startServer(connection: Connection, parts: ServerParts): void {
  const { files, page, delay, check, layOut, clusters, doImport = importHere } = parts;
  const log = (message: string): void => {
    connection.console.error(message);
  };
  const clientUris = new Map<string, string>();
  const clientUri = (uri: string): string => clientUris.get(uri) ?? uri;
  let conversion = readCapabilities({ capabilities: {} }, { uri: clientUri, page: () => undefined });
  let parameters: InitializeParams | undefined;
  const refresh = createRefresh(connection, () => parameters, log);
  const at = createWhereabouts(connection, clientUri);
  const { workspace, diagnostics, settings } = createChecking(connection, {
    ...{ files, delay, log, clientUri, at },
    ...(check !== undefined && { check }),
    conversion: () => conversion,
    parameters: () => parameters,
    onSameText: refresh,
  });
  connection.onRequest(pingRequest.method, () => null);
  const guarded = guard(workspace, log, at);
  const server: Server = {
    ...{ connection, workspace, files, layOut },
    completer: createCompleter(workspace.services),
    importing: createImporting(doImport, files.read),
    conversion: () => conversion,
    settings: settings.of,
    guarded,
    sliced: slicing(guarded, workspace),
    ofTrees: slicingTrees(guarded, workspace),
  };

  connection.onInitialize((given) => {
    parameters = given;
    conversion = readCapabilities(given, { uri: clientUri, page: (code) => page(code, given) });
    for (const uri of leftOutOf(given)) workspace.leaveOut(normalized(uri));
    return { capabilities: capabilitiesFor(given), serverInfo: { name: 'aftermath' } };
  });
  connection.onInitialized(() => {
    if (parameters === undefined) return;
    folders.open(parameters);
    listenToSettings(connection, parameters, log);
  });
  connection.onShutdown(() => {
    diagnostics.dispose();
  });
  listenToTexts(connection, workspace, clientUris);
  const folders = followFolders(connection, workspace, log);
  connection.onDidChangeConfiguration(() => {
    folders.optionsChanged();
    refresh();
  });
  answerEditorRequests(server);
  answerOwnRequests(server);
  answerClusters(server, clusters);
  answerUnfit(connection);
  connection.listen();
}

/** The parts of the client that checking needs. */
interface CheckingParts extends Pick<ServerParts, 'files' | 'check'> {
  readonly delay: number | undefined;
  readonly log: (message: string) => void;
  readonly clientUri: (uri: string) => string;
  readonly at: At;
  readonly conversion: () => Conversion;
  readonly parameters: () => InitializeParams | undefined;
  /** Called when an unchanged text may have other facts than before. */
  readonly onSameText: () => void;
}

/** Creates the workspace and the publisher of findings. */
function createChecking(
  connection: Connection,
  { files, check, delay, log, clientUri, at, conversion, parameters, onSameText }: CheckingParts,
): { readonly workspace: Workspace; readonly diagnostics: Diagnostics; readonly settings: ClientSettings } {
  const publish = ({ uri, version, findings }: Published): void => {
    void connection.sendDiagnostics({
      uri: clientUri(uri),
      ...(version !== undefined && { version }),
      diagnostics: findings.map((finding) => toDiagnostic(finding, conversion())),
    });
  };
  const settings = createClientSettings({
    log,
    ask: (uri) => askForSettings(connection, parameters(), clientUri(uri)),
  });
  const projects = createProjectFiles(files.read);
  const options = createDocumentOptions({
    projects,
    settings,
    onProject: ({ uri, findings }) => {
      if (workspace.isOwn(uri)) publish({ uri, version: undefined, findings });
    },
  });
  const workspace: Workspace = createWorkspace({
    files,
    ...{ options, log, at },
    selection: createSelection({
      projects,
      excluded: (root) => askForExclusions(connection, parameters(), { root, uri: clientUri(root), log }),
    }),
    onChanged: (uri) => {
      diagnostics.check(uri);
    },
    ...(check !== undefined && { check }),
  });
  const versions = new Map<string, number>();
  const diagnostics = createDiagnostics({
    ...{ workspace, log, at },
    delay: (uri) => delay ?? settings.of(uri).diagnosticsDelay,
    isShown: (uri) => settings.of(uri).diagnosticsOf === 'all' || workspace.isOpen(uri),
    publish,
    onModel: (uri, version) => {
      if (versions.get(uri) === version) onSameText();
      versions.set(uri, version);
      void connection.sendNotification(modelChangedNotification.method, { uri: clientUri(uri), version });
      readStandardFilesAhead(workspace.services).catch((error: unknown) => {
        log(`Reading the standard library failed: ${describeError(error)}`);
      });
    },
  });
  return { workspace, diagnostics, settings };
}

/** Returns the documents that made an earlier server hang. */
function leftOutOf({ initializationOptions }: InitializeParams): readonly string[] {
  const given = initializationOptions as { readonly leftOut?: unknown } | null | undefined;
  return Array.isArray(given?.leftOut) ? given.leftOut.filter((uri) => typeof uri === 'string') : [];
}

/** Follows the texts that are open in the editor. */
function listenToTexts(connection: Connection, workspace: Workspace, clientUris: Map<string, string>): void {
  const texts = new TextDocuments(TextDocument);
  texts.onDidChangeContent(({ document }) => {
    const uri = workspace.spelled(normalized(document.uri));
    clientUris.set(uri, document.uri);
    workspace.setText(uri, { version: document.version, text: document.getText() });
  });
  texts.onDidClose(({ document }) => {
    workspace.close(normalized(document.uri));
  });
  texts.listen(connection);
}
