/**
 * The client of the language server. The entry point of each host says how the server is started.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient, ErrorHandler, LanguageClientOptions, Middleware } from 'vscode-languageclient';
import {
  type InitializationOptions,
  modelChangedNotification,
  type Method,
} from '../../../server/src/protocol/protocol.ts';
import { type NotFormatted, notFormattedNotification } from '../../../server/src/protocol/formatting-protocol.ts';
import { answerFileRequests } from '../files/file-requests.ts';
import { isModel, languageId } from '../files/model-document.ts';
import { type RestartDecision, countCrashes } from './server-crashes.ts';
import { askToRestart } from './ask-to-restart.ts';
import { createSilences, type Silences } from './server-silence.ts';
import type { ServerLink } from './server-link.ts';
import { createStarts } from './server-starts.ts';
import { createServerStatusItem, type ServerStatusItem } from './server-status-item.ts';
import { showErrorMessage } from '../notices/notices.ts';

/** The parts of the extension that the client needs. */
export interface LanguageClientParts {
  readonly createClient: CreateClient;
  readonly log: vscode.LogOutputChannel;
  /** Called when the server has analysed a new version of a document. */
  readonly onModelChanged: (uri: string) => void;
}

/** Creates the client for the extension's host; loads its library only then. */
export type CreateClient = (options: LanguageClientOptions) => Promise<BaseLanguageClient>;

/** Milliseconds that a server has to stop by itself. */
const patience = 5000;

/** Prepares the server: it starts when a model is open or the first request is sent. Requests wait until it runs. */
export function startLanguageClient(parts: LanguageClientParts): ServerLink {
  const { log } = parts;
  const crashes = countCrashes();
  const status = createServerStatusItem();
  const silences = createSilences({ log, status, ask: (file) => askToRestart(file, log), every: repeat });
  const abandoned = new WeakSet<BaseLanguageClient>();
  const starts = createStarts<BaseLanguageClient>({
    create: () => connected(parts, { crashes, silences, status, abandoned }, () => void restart()),
    start: (client, isWanted) => start(client, log, isWanted),
    stop: async (client) => {
      // A server too busy to stop in time is killed; the new one starts after it.
      if (!client.isRunning()) return;
      await client.stop(patience).catch((error: unknown) => {
        log.warn('The language server did not end by itself.', error);
      });
    },
    abandon: (client) => {
      abandoned.add(client);
      // A host without processes ends the worker of the server when the next one starts.
      if ('serverProcess' in client) (client.serverProcess as Killable | undefined)?.kill('SIGKILL');
    },
    watch: (client) => {
      silences.watch(client, () => void startAnew());
    },
  });
  const { started } = starts;
  const restart = async (): Promise<void> => {
    silences.forget();
    await startAnew();
  };
  const startAnew = async (): Promise<void> => {
    crashes.forget();
    silences.end();
    await starts.restart();
  };
  const waiting = onceModelIsOpen(() => {
    started().catch((error: unknown) => {
      log.error('The language server did not start.', error);
    });
  });
  return {
    ask: async <Parameters, Result>(
      { method }: Method<Parameters, Result>,
      parameters: Parameters,
      signal?: AbortSignal,
    ) => {
      const client = await started();
      if (signal === undefined) return client.sendRequest<Result>(method, parameters);
      return withToken(signal, (token) => client.sendRequest<Result>(method, parameters, token));
    },
    restart,
    stop: async () => {
      waiting.dispose();
      silences.end();
      const client = await starts.last()?.catch(() => undefined);
      if (client?.isRunning() === true) await client.stop();
    },
  };
}

function repeat(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds);
  return () => {
    clearInterval(timer);
  };
}

/** The process of a server. */
interface Killable {
  readonly kill: (signal: string) => unknown;
}

/** The history of the server. */
interface Known {
  readonly crashes: RestartDecision;
  readonly silences: Silences;
  readonly status: ServerStatusItem;
  readonly abandoned: WeakSet<BaseLanguageClient>;
}

/** Creates the client and connects the extension to its notifications. */
async function connected(
  { createClient, log, onModelChanged }: LanguageClientParts,
  { crashes, silences, status, abandoned }: Known,
  restart: () => void,
): Promise<BaseLanguageClient> {
  const client: BaseLanguageClient = await createClient({
    documentSelector: [{ language: languageId }],
    outputChannel: log,
    errorHandler: handleCrashes({ crashes, isAbandoned: () => abandoned.has(client) }, log, restart),
    // The commands that the server may use in lenses, and the documents it ignores.
    initializationOptions: (): InitializationOptions => ({ commands: [simulateCrash], ...silences.options() }),
    middleware,
  });
  keepQuiet(client);
  silences.follow(client);
  status.follow(client);
  answerFileRequests(client);
  client.onNotification(modelChangedNotification.method, ({ uri }: { readonly uri: string }) => {
    status.answered();
    onModelChanged(uri);
  });
  client.onNotification(notFormattedNotification.method, (left: NotFormatted) => {
    vscode.window.setStatusBarMessage(leftAloneText(left), statusTime);
  });
  return client;
}

/** Sends a request with a token that is cancelled together with the signal. */
async function withToken<Result>(
  signal: AbortSignal,
  ask: (token: vscode.CancellationToken) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => {
    source.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await ask(source.token);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}

/** Runs something now if a model is open, otherwise when the first one is opened. */
function onceModelIsOpen(run: () => void): vscode.Disposable {
  const listening = vscode.workspace.onDidOpenTextDocument((document) => {
    if (!isModel(document)) return;
    listening.dispose();
    run();
  });
  if (vscode.workspace.textDocuments.some(isModel)) {
    listening.dispose();
    setTimeout(run, 0);
  }
  return listening;
}

const simulateCrash = 'aftermath.simulateCrash';

const middleware: Middleware = {
  provideCodeLenses: async (document, token, next) => (await next(document, token))?.map(inOwnLanguage),
};

/** Translates our own command, because the server speaks English. */
function inOwnLanguage(lens: vscode.CodeLens): vscode.CodeLens {
  if (lens.command?.command === simulateCrash) lens.command.title = vscode.l10n.t('Simulate crash');
  return lens;
}

/** Milliseconds that a message stays in the status bar. */
const statusTime = 8000;

function leftAloneText(left: NotFormatted): string {
  if (left.reason === 'syntax')
    return vscode.l10n.t('Not formatted: line {0} does not follow the grammar.', left.line + 1);
  return vscode.l10n.t('Not formatted: formatting would have changed the meaning.');
}

/** Restarts a server that has crashed; tells the user once if that does not help. */
function handleCrashes(
  { crashes, isAbandoned }: { readonly crashes: RestartDecision; readonly isAbandoned: () => boolean },
  log: vscode.LogOutputChannel,
  restart: () => void,
): ErrorHandler {
  return {
    error: async () => ({ action: (await import('vscode-languageclient')).ErrorAction.Continue, handled: true }),
    closed: async () => {
      const { CloseAction } = await import('vscode-languageclient');
      if (isAbandoned()) return { action: CloseAction.DoNotRestart, handled: true };
      if (crashes.happened(Date.now())) {
        log.warn('The language server ended unexpectedly. It is restarted.');
        return { action: CloseAction.Restart, handled: true };
      }
      log.error('The language server ended unexpectedly too often. It is not restarted.');
      const [again, showLog] = [vscode.l10n.t('Restart'), vscode.l10n.t('Show Log')];
      const message = vscode.l10n.t('The Aftermath language server keeps ending unexpectedly and is not restarted.');
      void showErrorMessage(message, again, showLog).then((chosen) => {
        if (chosen === again) restart();
        if (chosen === showLog) log.show();
      });
      return { action: CloseAction.DoNotRestart, handled: true };
    },
  };
}

/** Logs a failed request of the editor, such as one during a restart, without interrupting the user. */
function keepQuiet(client: BaseLanguageClient): void {
  const usual = client.handleFailedRequest.bind(client);
  client.handleFailedRequest = (type, token, error, defaultValue, _showNotification, throwOnCancel) =>
    usual(type, token, error, defaultValue, false, throwOnCancel);
}

/** Tells the user once that a server does not start; commands then report that it is not running. */
async function start(client: BaseLanguageClient, log: vscode.LogOutputChannel, isWanted: () => boolean): Promise<void> {
  try {
    await client.start();
  } catch (error) {
    if (!isWanted()) return;
    log.error('The language server did not start.', error);
    const showLog = vscode.l10n.t('Show Log');
    const message = vscode.l10n.t('The Aftermath language server did not start.');
    void showErrorMessage(message, showLog).then((chosen) => {
      if (chosen === showLog) log.show();
    });
  }
}
