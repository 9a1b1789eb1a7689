/**
 * A timed language server, whatever its language: started as a program that communicates over stdio, and driven like an
 * editor would.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  createProtocolConnection,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

/** A running server. */
export interface Session {
  /** Milliseconds from its start to its first answer. */
  readonly started: number;
  /**
   * Runs an action and waits until `count` different documents are diagnosed. Returns the milliseconds; nothing if it
   * takes longer than `seconds`.
   */
  readonly untilDiagnosed: (count: number, begin: () => Promise<void>, seconds?: number) => Promise<number | undefined>;
  readonly notify: (method: string, parameters: unknown) => Promise<void>;
  /** Sends a request and returns the milliseconds until the answer. */
  readonly ask: (method: string, parameters: unknown) => Promise<number>;
  /** Returns the processor time that the server has used, in milliseconds. */
  readonly worked: () => number;
  /** Returns the peak memory of the server, in MB. */
  readonly peakMegabytes: () => number;
  readonly stop: () => void;
}

const capabilities = {
  workspace: { workspaceFolders: true, configuration: true },
  textDocument: { synchronization: {}, publishDiagnostics: { versionSupport: true }, hover: {}, completion: {} },
};

/** Seconds after which a server is given up. */
const patience = 280;

/** Starts a server in a folder, and waits for its answer to `initialize`. */
export async function startSession(command: readonly string[], folder: string): Promise<Session> {
  const begun = performance.now();
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'ignore'] });
  const { connection, diagnosed } = connect(child);
  const workspaceFolders = [{ uri: folder, name: 'bench' }];
  const parameters = { processId: process.pid, rootUri: folder, capabilities, workspaceFolders };
  await connection.sendRequest('initialize', parameters);
  const started = performance.now() - begun;
  await connection.sendNotification('initialized', {});
  return {
    started,
    untilDiagnosed: async (count, begin, seconds = patience) => {
      const start = performance.now();
      const done = diagnosed(count, seconds);
      await begin();
      const end = await done;
      return end && end - start;
    },
    notify: (method, given) => connection.sendNotification(method, given),
    ask: async (method, given) => {
      const start = performance.now();
      await connection.sendRequest(method, given);
      return performance.now() - start;
    },
    worked: () => workOf(child),
    peakMegabytes: () => peakOf(child),
    stop: () => {
      connection.dispose();
      child.kill();
    },
  };
}

interface Connected {
  readonly connection: ProtocolConnection;
  /**
   * Returns the time at which `count` documents are diagnosed, from now on; nothing if that takes longer than
   * `seconds`.
   */
  readonly diagnosed: (count: number, seconds: number) => Promise<number | undefined>;
}

function connect(child: ChildProcess): Connected {
  if (child.stdout === null || child.stdin === null) throw new Error('The server has no channels.');
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  let take: (uri: string) => void = () => undefined;
  connection.onNotification('textDocument/publishDiagnostics', ({ uri }: PublishDiagnosticsParams) => {
    take(uri);
  });
  connection.onRequest('workspace/configuration', ({ items }: { readonly items: readonly unknown[] }) =>
    items.map(() => null),
  );
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('window/workDoneProgress/create', () => null);
  connection.listen();
  return {
    connection,
    diagnosed: (count, seconds) =>
      new Promise((resolve) => {
        const seen = new Set<string>();
        const timer = setTimeout(() => {
          resolve(undefined);
        }, seconds * 1000);
        take = (uri) => {
          seen.add(uri);
          if (seen.size < count) return;
          clearTimeout(timer);
          resolve(performance.now());
        };
      }),
  };
}

/** Linux counts in hundredths of a second; the times come after the name of the program, which ends with a bracket. */
function workOf({ pid }: ChildProcess): number {
  try {
    const fields =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')
        .at(-1)
        ?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return NaN;
  }
}

/** Only Linux reports this for other processes. */
function peakOf({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
