/**
 * The client that speaks with the language server. How the server is started is said by the entry for the host.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient, ErrorHandler, LanguageClientOptions, Middleware } from 'vscode-languageclient';
import {
  type InitializationOptions,
  modelChangedNotification,
  type Method,
  type NotFormatted,
  notFormattedNotification,
} from '../../../server/src/protocol/protocol.ts';
import { answerFileRequests } from '../files/file-requests.ts';
import { isModel, languageId } from '../files/model-document.ts';
import { type Crashes, countCrashes } from './server-crashes.ts';
import { createSilences, type Silences } from './server-silence.ts';
import type { ServerLink } from './server-link.ts';

/** What the client needs of the extension. */
export interface LanguageClientParts {
  readonly createClient: CreateClient;
  readonly log: vscode.LogOutputChannel;
  /** Is called when the server has analysed a new version of a document. */
  readonly onModelChanged: (uri: string) => void;
}

/** Makes the client for the host that the extension runs in; its library is loaded then. */
export type CreateClient = (options: LanguageClientOptions) => Promise<BaseLanguageClient>;

/** How many milliseconds a server has to end by itself. */
const patience = 5000;

/** Prepares the server: it starts once a model is open, or something is asked of it. Requests wait until it runs. */
export function startLanguageClient(parts: LanguageClientParts): ServerLink {
  const { log } = parts;
  const crashes = countCrashes();
  const silences = createSilences(log);
  let running: Promise<BaseLanguageClient> | undefined;
  const begin = async (before?: BaseLanguageClient): Promise<BaseLanguageClient> => {
    // A server that is too busy to end in time is ended all the same; the new one starts behind it.
    if (before?.isRunning() === true) {
      await before.stop(patience).catch((error: unknown) => {
        log.warn('The language server did not end by itself.', error);
      });
    }
    const client = before ?? (await connected(parts, { crashes, silences }, () => void restart()));
    await start(client, log);
    silences.watch(client, () => void startAnew());
    return client;
  };
  const started = (): Promise<BaseLanguageClient> => (running ??= begin());
  const restart = async (): Promise<void> => {
    silences.forget();
    await startAnew();
  };
  const startAnew = async (): Promise<void> => {
    crashes.forget();
    silences.end();
    running = running === undefined ? begin() : running.then(begin, () => begin());
    await running;
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
      const client = await running?.catch(() => undefined);
      if (client?.isRunning() === true) await client.stop();
    },
  };
}

/** Makes the client and connects the extension with what it will be told. */
async function connected(
  { createClient, log, onModelChanged }: LanguageClientParts,
  { crashes, silences }: { readonly crashes: Crashes; readonly silences: Silences },
  restart: () => void,
): Promise<BaseLanguageClient> {
  const client = await createClient({
    documentSelector: [{ language: languageId }],
    outputChannel: log,
    errorHandler: handleCrashes(crashes, log, restart),
    // What the server may put over a text as a command, and what it leaves out.
    initializationOptions: (): InitializationOptions => ({ commands: [simulateCrash], ...silences.options() }),
    middleware,
  });
  keepQuiet(client);
  silences.follow(client);
  answerFileRequests(client);
  client.onNotification(modelChangedNotification.method, ({ uri }: { readonly uri: string }) => {
    onModelChanged(uri);
  });
  client.onNotification(notFormattedNotification.method, (left: NotFormatted) => {
    vscode.window.setStatusBarMessage(leftAloneText(left), statusTime);
  });
  return client;
}

/** Asks with a token that is cancelled when the signal comes. */
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

/** Runs something once the extension is there if a model is open, else when the first one is opened. */
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

/** The server speaks English; a command of ours has a name in the language of the editor. */
function inOwnLanguage(lens: vscode.CodeLens): vscode.CodeLens {
  if (lens.command?.command === simulateCrash) lens.command.title = vscode.l10n.t('Simulate crash');
  return lens;
}

/** How many milliseconds a message stays in the status bar. */
const statusTime = 8000;

function leftAloneText(left: NotFormatted): string {
  if (left.reason === 'syntax')
    return vscode.l10n.t('Not formatted: what does not follow the grammar, in line {0}.', left.line + 1);
  return vscode.l10n.t('Not formatted: the result would not have said the same.');
}

/** Starts a server again that has ended unasked; says once when that does not help. */
function handleCrashes(crashes: Crashes, log: vscode.LogOutputChannel, restart: () => void): ErrorHandler {
  return {
    error: async () => ({ action: (await import('vscode-languageclient')).ErrorAction.Continue, handled: true }),
    closed: async () => {
      const { CloseAction } = await import('vscode-languageclient');
      if (crashes.happened(Date.now())) {
        log.warn('The language server has ended unasked. It is started again.');
        return { action: CloseAction.Restart, handled: true };
      }
      log.error('The language server has ended unasked too often. It is not started again.');
      const [again, showLog] = [vscode.l10n.t('Restart'), vscode.l10n.t('Show Log')];
      const message = vscode.l10n.t('The Aftermath language server keeps ending unasked, and is not started again.');
      void vscode.window.showErrorMessage(message, again, showLog).then((chosen) => {
        if (chosen === again) restart();
        if (chosen === showLog) log.show();
      });
      return { action: CloseAction.DoNotRestart, handled: true };
    },
  };
}

/** A request of the editor that fails, such as one during a restart, is logged; nobody is interrupted for it. */
function keepQuiet(client: BaseLanguageClient): void {
  const usual = client.handleFailedRequest.bind(client);
  client.handleFailedRequest = (type, token, error, defaultValue, _showNotification, throwOnCancel) =>
    usual(type, token, error, defaultValue, false, throwOnCancel);
}

/** A server that does not start is told to the user once; commands then say that it is not running. */
async function start(client: BaseLanguageClient, log: vscode.LogOutputChannel): Promise<void> {
  try {
    await client.start();
  } catch (error) {
    log.error('The language server did not start.', error);
    const showLog = vscode.l10n.t('Show Log');
    const message = vscode.l10n.t('The Aftermath language server did not start.');
    void vscode.window.showErrorMessage(message, showLog).then((chosen) => {
      if (chosen === showLog) log.show();
    });
  }
}
