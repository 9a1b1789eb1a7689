/**
 * A language server under the stopwatch, whatever its language: started as a program that speaks over stdio, and
 * driven as an editor would.
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
   * Does something and waits until documents are diagnosed: so many different ones. Returns the milliseconds; nothing
   * where it takes longer than so many seconds.
   */
  readonly untilDiagnosed: (count: number, begin: () => Promise<void>, seconds?: number) => Promise<number | undefined>;
  readonly notify: (method: string, parameters: unknown) => Promise<void>;
  /** Asks and returns the milliseconds until the answer. */
  readonly ask: (method: string, parameters: unknown) => Promise<number>;
  /** How many milliseconds of a processor the server has had. */
  readonly worked: () => number;
  /** The most memory that the server has had, in MB. */
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
  /** The time at which so many documents are diagnosed, from now on; nothing where that takes longer than so many seconds. */
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

/** Linux counts in hundredths of a second; the times stand behind the name of the program, which ends with a bracket. */
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

/** Only Linux tells of other processes. */
function peakOf({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
