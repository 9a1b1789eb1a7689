/**
 * Interruptible work: yields to other tasks and interrupts now and then, and shows progress on a terminal.
 */
import type { Surroundings } from './command.ts';

/** Milliseconds of work between two yields. */
const pause = 50;

/** The reasons to end work early. */
export type Stop = 'interrupted' | 'out of time';

/** The beginning of a sentence about work that stopped. */
export const stopWords: Readonly<Record<Stop, string>> = { interrupted: 'Interrupted', 'out of time': 'Out of time' };

/** Interruptible work, as its loop sees it. */
export interface Work {
  /** Returns whether to go on; called for every piece of work, with a function that returns the progress to show. */
  readonly shouldContinue: (progress: () => string) => Promise<boolean>;
  /** Returns true if no other task has run for a while, so that it is time to call `shouldContinue`; does not wait. */
  readonly isDue: () => boolean;
  /** Limits the next part of the work to so many milliseconds. */
  readonly allow: (milliseconds: number | undefined) => void;
  /** Returns the reason why the work stopped, if it did. */
  readonly stopped: () => Stop | undefined;
  /** Clears the progress line. */
  readonly end: () => void;
}

/** Begins work that listens for interrupts and may take `timeout` milliseconds. */
export function beginWork({ onInterrupt, notes }: Surroundings, timeout = Infinity): Work {
  const signal = onInterrupt?.();
  let last = performance.now();
  let end = last + timeout;
  let shown = '';
  const stopped = (): Stop | undefined =>
    signal?.aborted === true ? 'interrupted' : performance.now() >= end ? 'out of time' : undefined;
  const isDue = (): boolean => performance.now() - last >= pause || stopped() !== undefined;
  const show = (text: string): void => {
    if (notes.isTerminal !== true || text === shown) return;
    // Return to the beginning of the line and clear it.
    notes.write(`\r\u001B[2K${text}`);
    shown = text;
  };
  return {
    shouldContinue: async (progress) => {
      if (!isDue()) return true;
      show(progress());
      await new Promise((resolve) => setImmediate(resolve));
      last = performance.now();
      return stopped() === undefined;
    },
    isDue,
    allow: (milliseconds = Infinity) => {
      end = performance.now() + milliseconds;
    },
    stopped,
    end: () => {
      show('');
    },
  };
}
