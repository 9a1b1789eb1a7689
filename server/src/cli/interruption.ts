/**
 * Work that can be interrupted: lets other things happen now and then, interrupts among them, and shows
 * how far it is where somebody is looking.
 */
import type { Surroundings } from './command.ts';

/** How much work is done before others may have their turn, in milliseconds. */
const pause = 50;

export interface Work {
  /** Whether to go on; asked at every piece of work, with what to show of its progress. */
  readonly goesOn: (progress: () => string) => Promise<boolean>;
  readonly isInterrupted: () => boolean;
  /** Takes the progress away again. */
  readonly end: () => void;
}

/** Begins work that listens for interrupts. */
export function beginWork({ onInterrupt, notes }: Surroundings): Work {
  const signal = onInterrupt?.();
  let last = performance.now();
  let shown = '';
  const isInterrupted = (): boolean => signal?.aborted === true;
  const show = (text: string): void => {
    if (notes.isTerminal !== true || text === shown) return;
    // Back to the beginning of the line, which is then cleared.
    notes.write(`\r\u001B[2K${text}`);
    shown = text;
  };
  return {
    goesOn: async (progress) => {
      if (performance.now() - last < pause) return !isInterrupted();
      show(progress());
      await new Promise((resolve) => setImmediate(resolve));
      last = performance.now();
      return !isInterrupted();
    },
    isInterrupted,
    end: () => {
      show('');
    },
  };
}
