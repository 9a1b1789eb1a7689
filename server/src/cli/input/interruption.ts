/**
 * Interruptible work: yields to other tasks and interrupts now and then, and shows progress on a terminal.
 */
import { forgetPiece } from '../../../../language/src/simulation/values/work.ts';
import type { Memory, CommandSurroundings } from './command.ts';

/** Milliseconds of work between two yields; of work that can be ended in the middle of a piece. */
const [pause, longPause] = [50, 500];

/** Milliseconds in which work that is out of time may still sum up what it has found. */
const usualPatience = 80;

/** The reasons to end work early. */
export type EarlyEnd = 'interrupted' | 'out of time' | 'out of memory';

/** The beginning of a sentence about work that stopped. */
export const stopWords: Readonly<Record<EarlyEnd, string>> = {
  interrupted: 'Interrupted',
  'out of time': 'Out of time',
  'out of memory': 'Out of memory',
};

/** Interruptible work, as its loop sees it. */
export interface Work {
  /** Resolves when interrupts are heard, which is before anything is shown. */
  readonly listening: Promise<void>;
  /** Returns whether to go on; called for every piece of work, with a function that returns the progress to show. */
  readonly shouldContinue: (progress: () => string) => Promise<boolean>;
  /** Returns true if no other task has run for a while, so that it is time to call `shouldContinue`; does not wait. */
  readonly isDue: () => boolean;
  /** Runs a piece of work; undefined if it was ended in the middle, by an interrupt or soon after the limit. */
  readonly run: <T>(piece: () => T) => { readonly value: T } | undefined;
  /** Milliseconds of work between two yields of `finish`. */
  readonly slice: number;
  /** Limits the next part of the work to so many milliseconds, and to so many bytes of this process. */
  readonly allow: (milliseconds: number | undefined, bytes?: number) => void;
  /** Returns the reason why the work stopped, if it did. */
  readonly stopped: () => EarlyEnd | undefined;
  /** Clears the progress line. */
  readonly end: () => void;
}

/**
 * Begins work that listens for interrupts and may take `timeout` milliseconds, and `patience` to sum up what it found;
 * without an end of that, its pieces are always whole.
 */
export function beginWork(surroundings: CommandSurroundings, timeout = Infinity, patience = usualPatience): Work {
  const { onInterrupt, notes } = surroundings;
  const interrupts = onInterrupt?.();
  let last = performance.now();
  let end = last + timeout;
  let shown = '';
  const room = createRoom(surroundings.memory);
  const stopped = (): EarlyEnd | undefined => {
    if (interrupts?.aborted === true) return 'interrupted';
    if (performance.now() >= end) return 'out of time';
    return room.isFull() ? 'out of memory' : undefined;
  };
  const isDue = (): boolean => performance.now() - last >= pause || stopped() !== undefined;
  const show = (text: string): void => {
    if (notes.isTerminal !== true || text === shown) return;
    // Return to the beginning of the line and clear it.
    notes.write(`\r\u001B[2K${text}`);
    shown = text;
  };
  const isWhole = patience === Infinity;
  const ready = interrupts?.ready ?? Promise.resolve();
  const listening = isWhole ? ready.then(() => interrupts?.hold?.()).then(() => undefined) : ready;
  return {
    listening,
    shouldContinue: async (progress) => {
      if (!isDue()) return true;
      show(progress());
      await listening;
      await new Promise((resolve) => setImmediate(resolve));
      last = performance.now();
      return stopped() === undefined;
    },
    isDue,
    run: (piece) => {
      if (interrupts?.runEndable === undefined || isWhole) return { value: piece() };
      const left = interrupts.aborted ? 0 : end - performance.now();
      const ran = interrupts.runEndable(piece, left + patience);
      if (ran === undefined) forgetPiece();
      return ran;
    },
    slice: interrupts?.runEndable === undefined || isWhole ? pause : longPause,
    allow: (milliseconds = Infinity, bytes = Infinity) => {
      end = performance.now() + milliseconds;
      room.allow(bytes);
    },
    stopped,
    end: () => {
      show('');
    },
  };
}

/** Milliseconds between two measurements of the memory in use. */
const measurePause = 20;

/** Creates the room for work: full once the process takes as much memory as it may, even without its garbage. */
function createRoom(memory: Memory | undefined) {
  let [most, last, isFull] = [Infinity, -Infinity, false];
  return {
    allow: (bytes: number): void => {
      [most, last, isFull] = [bytes, -Infinity, false];
    },
    isFull: (): boolean => {
      const now = performance.now();
      if (isFull || memory === undefined || most === Infinity || now - last < measurePause) return isFull;
      last = now;
      if (memory.used() < most) return false;
      memory.free();
      isFull = memory.used() >= most;
      // Freeing takes time: the next measurement is further away the longer it took.
      last = performance.now() + (performance.now() - now);
      return isFull;
    },
  };
}

/** How `finish` shows progress, and what it tells work that has to stop so that it sums up: nothing to abandon it. */
interface Finishing<Yielded, Told> {
  readonly progress: (yielded: Yielded) => string;
  readonly tell?: (stop: EarlyEnd) => Told;
}

/**
 * Takes all steps of some work. Returns its result, or what it yielded last if it was stopped; `stopped` of the work
 * says why.
 */
export async function finish<Yielded, Result, Told>(
  work: Work,
  begin: () => Generator<Yielded, Result, Told | undefined>,
  { progress, tell }: Finishing<Yielded, Told>,
): Promise<{ readonly value: Result } | { readonly last: Yielded | undefined }> {
  let steps: Generator<Yielded, Result, Told | undefined> | undefined;
  let last: { readonly last: Yielded | undefined } = { last: undefined };
  const advance = (told?: Told): { readonly value: Result } | { readonly last: Yielded } => {
    const from = performance.now();
    steps ??= begin();
    let saying = told;
    for (;;) {
      const next = steps.next(saying);
      saying = undefined;
      if (next.done === true) return { value: next.value };
      const seen = { last: next.value };
      last = seen;
      const isOver = performance.now() - from >= work.slice || work.stopped() !== undefined;
      if (isOver && told === undefined) return seen;
    }
  };
  await work.listening;
  // An interrupt that is an event reaches only those who wait.
  await new Promise((resolve) => setImmediate(resolve));
  for (;;) {
    if (work.stopped() === undefined) {
      const ran = work.run(() => advance())?.value;
      if (ran === undefined) return last;
      if ('value' in ran) return ran;
      if (await work.shouldContinue(() => progress(ran.last))) continue;
    }
    const stop = work.stopped();
    // What has not begun has nothing to sum up.
    if (tell === undefined || stop === undefined || steps === undefined) return last;
    const ended = work.run(() => advance(tell(stop)))?.value;
    return ended ?? last;
  }
}
