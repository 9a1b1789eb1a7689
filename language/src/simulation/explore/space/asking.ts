/** The rhythm of an exploration. */
import { mostWork, workDone } from '../../values/work.ts';
import type { Space } from './space.ts';

/** The number of steps taken for each state expanded after which to ask whether to go on. */
const stepsForState = 4;

/** Decides when to ask. */
export interface Asking {
  readonly isDue: (space: Space) => boolean;
  /** Returns what it remembers of the last time. */
  readonly known: () => readonly number[];
  /** Goes on from that. */
  readonly resume: (known: readonly number[]) => void;
}

/**
 * Decides when to ask whether to go on: a state may have few transitions or thousands, and a transition may take much
 * work.
 */
export function createAsking(): Asking {
  let [expanded, transitions, work] = [0, 0, workDone()];
  return {
    isDue: (space) => {
      const isDue =
        space.expanded - expanded >= space.pace ||
        space.transitions - transitions >= stepsForState * space.pace ||
        workDone() - work >= mostWork / 4;
      if (isDue) [expanded, transitions, work] = [space.expanded, space.transitions, workDone()];
      return isDue;
    },
    known: () => [expanded, transitions, workDone() - work],
    resume: ([states = 0, steps = 0, done = 0]) => {
      [expanded, transitions, work] = [states, steps, workDone() - done];
    },
  };
}
