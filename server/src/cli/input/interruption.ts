/**
 * Work that can be interrupted: lets other things happen now and then, interrupts among them, and shows
 * how far it is where somebody is looking.
 */
import type { Surroundings } from './command.ts';

/** How much work is done before others may have their turn, in milliseconds. */
const pause = 50;

/** What ends work early. */
export type Stop = 'interrupted' | 'out of time';

/** `Interrupted`, `Out of time`: the beginning of a sentence about where work has stopped. */
export const stopWords: Readonly<Record<Stop, string>> = { interrupted: 'Interrupted', 'out of time': 'Out of time' };

export interface Work {
  /** Whether to go on; asked at every piece of work, with what to show of its progress. */
  readonly goesOn: (progress: () => string) => Promise<boolean>;
  /** The same without waiting: whether others have had no turn for a while, so that it is time to ask `goesOn`. */
  readonly isDue: () => boolean;
  /** Gives what comes now so many milliseconds. */
  readonly allow: (milliseconds: number | undefined) => void;
  /** Why it does not go on, if it does not. */
  readonly stopped: () => Stop | undefined;
  /** Takes the progress away again. */
  readonly end: () => void;
}

/** Begins work that listens for interrupts, and that may take so many milliseconds. */
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
    // Back to the beginning of the line, which is then cleared.
    notes.write(`\r\u001B[2K${text}`);
    shown = text;
  };
  return {
    goesOn: async (progress) => {
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
