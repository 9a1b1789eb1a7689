/** The rhythm of an exploration. */
import { mostWork, workDone } from '../values/work.ts';
import type { Space } from './space.ts';

/** The numbers of states expanded and of steps taken after which to ask whether to go on. */
const [statesAtOnce, stepsAtOnce] = [256, 1024];

/**
 * Decides when to ask whether to go on: a state may have few transitions or thousands, and a transition may take much
 * work.
 */
export function createAsking(): { readonly isDue: (space: Space) => boolean } {
  let [expanded, transitions, work] = [0, 0, workDone()];
  return {
    isDue: (space) => {
      const isDue =
        space.expanded - expanded >= statesAtOnce ||
        space.transitions - transitions >= stepsAtOnce ||
        workDone() - work >= mostWork / 4;
      if (isDue) [expanded, transitions, work] = [space.expanded, space.transitions, workDone()];
      return isDue;
    },
  };
}
