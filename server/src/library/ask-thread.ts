/**
 * Runs a command line on a thread, which can be ended in the middle of whatever it does. An abort is work's to hear
 * first, so that it answers with what it has found; soon after, the thread is ended.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { append } from '../../../language/src/model/common/append.ts';
import type { ExitCode, CommandSurroundings } from '../cli/input/command.ts';
import { runCommandLine } from '../cli/run.ts';
import type { ReadGiven } from './given-files.ts';

/** Milliseconds of processor time that work may still take after an abort. */
const patience = 100;

/** Milliseconds between two looks at the processor time. */
const pause = 10;

/** The result of a command line. */
export interface Printed {
  readonly code: ExitCode;
  readonly printed: string;
  readonly said: string;
}

/** The parts of the surroundings that a command line has on a thread. */
export interface Around {
  readonly folder: string;
  /** Never throws. Default: reads from the disk. */
  readonly readFile?: ReadGiven | undefined;
  readonly input: string | Uint8Array;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** What a thread is given to do. */
interface Job {
  readonly kind: typeof jobKind;
  readonly args: readonly string[];
  readonly folder: string;
  readonly input: string | Uint8Array;
  readonly readsFiles: boolean;
  readonly tellsProgress: boolean;
  /** Its only number is 1 once the signal is aborted. */
  readonly aborted: Int32Array;
}

const jobKind = 'aftermath.ask';

type FromThread =
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'done'; readonly result: Printed };

/** The result of reading a file. */
interface FileRead {
  readonly path: string;
  readonly given: Awaited<ReturnType<ReadGiven>>;
}

/** Runs a command line on a thread; undefined if the signal ended it before it had an answer. */
export async function runOnThread(
  args: readonly string[],
  { folder, input, readFile, onProgress }: Around,
  signal: AbortSignal,
): Promise<Printed | undefined> {
  const aborted = new Int32Array(new SharedArrayBuffer(4));
  const [readsFiles, tellsProgress] = [readFile !== undefined, onProgress !== undefined];
  const job: Job = { kind: jobKind, args, folder, input, readsFiles, tellsProgress, aborted };
  const worker = takeThread();
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    Atomics.store(aborted, 0, 1);
    const before = process.cpuUsage();
    timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system < patience * 1000) return;
      clearInterval(timer);
      void worker.terminate();
    }, pause);
  };
  const ended = new Promise<Printed | undefined>((resolve, reject) => {
    worker.removeAllListeners();
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'done') resolve(message.result);
      else if (message.kind === 'progress') onProgress?.(message.text);
      else void answerRead(worker, message.path, readFile);
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      resolve(undefined);
    });
    worker.postMessage(job);
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    const printed = await ended;
    if (printed !== undefined) keepThread(worker);
    return printed;
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(timer);
  }
}

/** A thread that has done its work; it does not keep the program from ending. */
let idle: Worker | undefined;

function takeThread(): Worker {
  const worker = idle ?? new Worker(new URL(import.meta.url), { workerData: jobKind });
  idle = undefined;
  worker.ref();
  return worker;
}

function keepThread(worker: Worker): void {
  worker.removeAllListeners();
  if (idle === undefined) {
    worker.unref();
    idle = worker;
    // One that ends by itself is not used again.
    worker.once('exit', () => {
      if (idle === worker) idle = undefined;
    });
    worker.on('error', () => undefined);
  } else void worker.terminate();
}

async function answerRead(worker: Worker, path: string, readFile: Around['readFile']): Promise<void> {
  worker.postMessage({ path, given: await readFile?.(path) } satisfies FileRead);
}

const newLine = '\r\u001B[2K';

/** Runs a command line and returns what it prints; progress is told, and no part of it. */
export async function runHere(
  args: readonly string[],
  { folder, input, readFile, onProgress }: Around,
  onInterrupt?: CommandSurroundings['onInterrupt'],
): Promise<Printed> {
  let [printed, said] = ['', ''];
  const code = await runCommandLine(args, {
    folder,
    output: { isColoured: false, write: (text) => void (printed += text) },
    notes: {
      isColoured: false,
      isTerminal: onProgress !== undefined,
      write: (text) => {
        if (!text.startsWith(newLine)) said += text;
        else if (text !== newLine) onProgress?.(text.slice(newLine.length));
      },
    },
    readInput: () => Promise.resolve(typeof input === 'string' ? new TextEncoder().encode(input) : input),
    ...(readFile !== undefined && { readFile }),
    ...(onInterrupt !== undefined && { onInterrupt }),
  });
  return { code, printed, said };
}

/** Does the jobs that come to this thread. */
function listen(port: NonNullable<typeof parentPort>): void {
  const waiting = new Map<string, ((read: FileRead) => void)[]>();
  port.on('message', (message: FileRead | Job) => {
    if ('kind' in message) void work(port, message, waiting);
    else waiting.get(message.path)?.shift()?.(message);
  });
}

async function work(
  port: NonNullable<typeof parentPort>,
  job: Job,
  waiting: Map<string, ((read: FileRead) => void)[]>,
): Promise<void> {
  const readFile: ReadGiven = async (path) => {
    const { given } = await new Promise<FileRead>((resolve) => {
      append(waiting, path, resolve);
      port.postMessage({ kind: 'read', path } satisfies FromThread);
    });
    return given;
  };
  const around: Around = {
    ...{ folder: job.folder, input: job.input },
    ...(job.readsFiles && { readFile }),
    ...(job.tellsProgress && {
      onProgress: (text) => {
        port.postMessage({ kind: 'progress', text } satisfies FromThread);
      },
    }),
  };
  const interrupts = {
    get aborted() {
      return Atomics.load(job.aborted, 0) === 1;
    },
  };
  const result = await runHere(job.args, around, () => interrupts);
  port.postMessage({ kind: 'done', result } satisfies FromThread);
}

// Only a thread that was begun above has this.
if (!isMainThread && parentPort !== null && workerData === jobKind) listen(parentPort);
