/**
 * A client of the language server other than VS Code, which lets a test wait for notifications. The server is the built
 * one, as a process of its own over stdio, or for all that needs no process this one's: a process costs many times what
 * it is asked.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createConnection as createServerConnection, ProposedFeatures, type WatchDog } from 'vscode-languageserver';
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { fittingMessages } from '../../server/src/lsp/fitting-messages.ts';
import { startServer } from '../../server/src/lsp/server.ts';
import { programParts } from '../../server/src/program-parts.ts';
import type { Method } from '../../server/src/protocol/protocol.ts';

const serverFile = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));

/** The introduction of a client. */
export interface ClientOptions {
  readonly folders?: readonly string[];
  readonly capabilities?: InitializeParams['capabilities'];
  readonly initializationOptions?: unknown;
  /** Its answers to requests of the server, by method. */
  readonly answers?: Readonly<Record<string, (parameters: never) => unknown>>;
}

/** The introduction of a client, and how the process of its server is started. */
interface ProcessOptions extends ClientOptions {
  /** Additional options for Node. */
  readonly nodeOptions?: readonly string[];
  /** Additional variables of its environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The capabilities of an editor like VS Code. */
export const fullCapabilities: InitializeParams['capabilities'] = {
  textDocument: {
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
    hover: { contentFormat: ['markdown'] },
    definition: { linkSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source.fixAll', 'refactor'] } },
      disabledSupport: true,
    },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true },
  },
  workspace: { workspaceFolders: true },
};

/** A running server with the client that it serves. */
export interface LanguageClient {
  /** What the client writes to. */
  readonly toServer: Writable;
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  readonly open: (uri: string, text: string, version?: number) => Promise<void>;
  /** Replaces the whole text. */
  readonly change: (uri: string, text: string, version: number) => Promise<void>;
  readonly close: (uri: string) => Promise<void>;
  readonly request: <R>(method: string, parameters: unknown) => Promise<R>;
  readonly ask: <P, R>(method: Method<P, R>, parameters: P) => Promise<R>;
  /** Every publication so far, in order. */
  readonly published: readonly PublishDiagnosticsParams[];
  /** Waits for a matching publication, past or future. */
  readonly diagnostics: (
    uri: string,
    isWanted?: (published: PublishDiagnosticsParams) => boolean,
  ) => Promise<readonly Diagnostic[]>;
  /** The server's log. */
  readonly log: readonly string[];
  /** Ends the server as the protocol asks; returns its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** A running server that is a process of its own, with its client. */
export interface ServerProcess extends LanguageClient {
  readonly process: ChildProcess;
}

/** A running server, whichever process it is in. */
interface Running {
  readonly toServer: Writable;
  readonly fromServer: Readable;
  readonly errors: string[];
  /** Resolves to its exit code. */
  readonly exited: Promise<number | null>;
}

const patience = 60_000;

/** Starts a server in this process and introduces a client to it. */
export function startClientHere(options: ClientOptions = {}): Promise<LanguageClient> {
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  // In place of the program's, which ends the process.
  const watchDog: WatchDog = { shutdownReceived: false, initialize: () => undefined, exit: () => undefined };
  const exited = new Promise<number>((resolve) => {
    watchDog.exit = resolve;
  });
  const connection = createServerConnection(
    (logger) =>
      createProtocolConnection(new StreamMessageReader(toServer), new StreamMessageWriter(fromServer), logger, {
        messageStrategy: fittingMessages,
      }),
    watchDog,
    ProposedFeatures.all,
  );
  startServer(connection, programParts(connection, serverFile));
  return introduced({ toServer, fromServer, errors: [], exited }, options);
}

/** Starts a server as a process and introduces a client to it. */
export async function startClient({
  nodeOptions = [],
  environment = {},
  ...options
}: ProcessOptions = {}): Promise<ServerProcess> {
  if (!existsSync(serverFile)) throw new Error('There is no dist/server.cjs. Run "npm run build" first.');
  const child = spawn(process.execPath, [...nodeOptions, serverFile, '--stdio'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const errors: string[] = [];
  child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  const client = await introduced({ toServer: child.stdin, fromServer: child.stdout, errors, exited }, options);
  return { ...client, process: child };
}

async function introduced(
  { toServer, fromServer, errors, exited }: Running,
  { folders = [], capabilities = fullCapabilities, answers = {}, initializationOptions }: ClientOptions,
): Promise<LanguageClient> {
  const connection = createProtocolConnection(new StreamMessageReader(fromServer), new StreamMessageWriter(toServer));
  const published: PublishDiagnosticsParams[] = [];
  const listeners = new Set<() => void>();
  const log: string[] = errors;
  connection.onNotification('textDocument/publishDiagnostics', (parameters: PublishDiagnosticsParams) => {
    published.push(parameters);
    for (const listener of listeners) listener();
  });
  connection.onNotification('window/logMessage', ({ message }: { readonly message: string }) => {
    log.push(message);
  });
  for (const [method, answer] of Object.entries(answers)) connection.onRequest(method, answer);
  connection.listen();
  const workspaceFolders = folders.map((uri) => ({ uri, name: uri }));
  const parameters = { processId: process.pid, rootUri: null, capabilities, workspaceFolders, initializationOptions };
  const initialized = await connection.sendRequest<InitializeResult>('initialize', parameters);
  await connection.sendNotification('initialized', {});
  const request = <R>(method: string, given: unknown) => connection.sendRequest<R>(method, given);
  return {
    toServer,
    connection,
    initialized,
    published,
    log,
    request,
    ask: ({ method }, given) => request(method, given),
    open: (uri, text, version = 1) =>
      connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'aftermath', version, text },
      }),
    change: (uri, text, version) =>
      connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      }),
    close: (uri) => connection.sendNotification('textDocument/didClose', { textDocument: { uri } }),
    diagnostics: (uri, isWanted = () => true) =>
      waitFor(listeners, `findings of ${uri}; log: ${log.join('\n')}`, () =>
        published.findLast((each) => each.uri === uri && isWanted(each)),
      ).then((found) => found.diagnostics),
    stop: async () => {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      const code = await exited;
      connection.dispose();
      return code;
    },
  };
}

/** Waits until something is found; searches again whenever a listener is called. */
function waitFor<T>(listeners: Set<() => void>, what: string, find: () => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      listeners.delete(look);
      reject(new Error(`Waited in vain for ${what}`));
    }, patience);
    const look = (): void => {
      const found = find();
      if (found === undefined) return;
      clearTimeout(timer);
      listeners.delete(look);
      resolve(found);
    };
    listeners.add(look);
    look();
  });
}
