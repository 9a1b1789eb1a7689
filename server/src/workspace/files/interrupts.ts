/**
 * Ctrl+C, heard at once whatever the program is doing. Node hands a signal to the event loop, which a busy program does
 * not reach; but it ends a script in its middle. So a thread waits in such a script: Node's own handler is then in place
 * all the time, and the script that began last is ended, be it a piece of work or that of the thread.
 */
import { Worker } from 'node:worker_threads';
import { runEndable } from './run-endable.ts';

/** Milliseconds of processor time and of real time after which an interrupt that nobody takes on ends the program. */
const patience = 120;

/** The places of what thread and program share: how far the interrupts are, and whether somebody takes them on. */
const [stage, taken] = [0, 1];

/** The stages: not heard yet; the thread waits; the first interrupt came. */
const [unheard, waiting, interrupted] = [0, 1, 2];

/** The program of the thread. It leaves its script at the first interrupt, so that the next one ends the program. */
const thread = `
  const { parentPort, workerData: shared } = require('node:worker_threads');
  globalThis.wait = () => {
    Atomics.store(shared, ${String(stage)}, ${String(waiting)});
    parentPort.postMessage('ready');
    Atomics.wait(shared, ${String(stage)}, ${String(waiting)});
  };
  try {
    new (require('node:vm').Script)('wait()').runInThisContext({ breakOnSigint: true });
  } catch {
    Atomics.store(shared, ${String(stage)}, ${String(interrupted)});
  }
  parentPort.postMessage('interrupted');
  const [start, used] = [performance.now(), process.cpuUsage()];
  const passed = () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min((user + system) / 1000, performance.now() - start);
  };
  while (Atomics.wait(shared, ${String(taken)}, 0, 10) === 'timed-out' && passed() < ${String(patience)});
  if (Atomics.load(shared, ${String(taken)}) === 0) process.kill(process.pid, 'SIGINT');`;

/** Interrupts, as work sees them. */
interface Interrupts {
  /** True after the first interrupt. Whoever sees it takes it on, and ends the work soon. */
  readonly aborted: boolean;
  /** Resolves when interrupts are heard; until then the first ends the program. */
  readonly ready: Promise<void>;
  /** Runs a piece of work for so many milliseconds at most, or until an interrupt; see `run-endable.ts`. */
  readonly runEndable: <T>(piece: () => T, milliseconds: number) => { readonly value: T } | undefined;
  readonly hold: () => HeldInterrupt | undefined;
}

/** The interrupts of this process, once somebody listens. */
let heard: Interrupts | undefined;

/** Listens for interrupts from now on: the first is for the work, the second ends the program. */
export const listenForInterrupts = (): Interrupts => (heard ??= listen());

/**
 * Takes on an interrupt while something must be finished. Returns functions that say whether one has come, and that
 * finish; undefined if nobody listens, or the next interrupt ends the program.
 */
export async function holdInterrupt(): Promise<HeldInterrupt | undefined> {
  await heard?.ready;
  return heard?.hold();
}

/** An interrupt that is held. */
export interface HeldInterrupt {
  readonly hasCome: () => boolean;
  readonly letGo: () => void;
}

function listen(): Interrupts {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const take = (isTaken: boolean): void => {
    Atomics.store(shared, taken, Number(isTaken));
    Atomics.notify(shared, taken);
  };
  const isAt = (which: number): boolean => Atomics.load(shared, stage) === which;
  const hasCome = (): boolean => {
    if (isAt(interrupted)) take(true);
    return isAt(interrupted);
  };
  /** Notes an interrupt that ended a piece of work. */
  const note = (): void => {
    if (isAt(interrupted)) process.kill(process.pid, 'SIGINT');
    take(true);
    Atomics.store(shared, stage, interrupted);
    Atomics.notify(shared, stage);
  };
  return {
    ready: begin(shared),
    get aborted() {
      return hasCome();
    },
    runEndable: (piece, milliseconds) => runEndable(piece, milliseconds, isAt(unheard) ? undefined : note),
    hold: () => {
      if (!isAt(waiting)) return undefined;
      take(true);
      const letGo = (): void => {
        take(false);
        hasCome();
      };
      return { hasCome, letGo };
    },
  };
}

/** Begins the thread; resolves when it waits, or cannot. */
function begin(shared: Int32Array): Promise<void> {
  const worker = new Worker(thread, { eval: true, execArgv: [], workerData: shared });
  // A program that waits for something would not read whether it was interrupted.
  const endUnlessTaken = (): void => {
    if (Atomics.load(shared, taken) === 0) process.kill(process.pid, 'SIGINT');
  };
  return new Promise((resolve) => {
    worker.once('error', () => {
      resolve();
    });
    worker.on('message', (what: 'ready' | 'interrupted') => {
      worker.unref();
      if (what === 'ready') resolve();
      else setTimeout(endUnlessTaken, patience).unref();
    });
  });
}
