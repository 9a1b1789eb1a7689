/** The distances of states from the start, where they are numbered breadth first: each distance has its first state. */
import { itemAt } from '../../../model/common/lookup.ts';

/** The states by their distance. */
export interface Levels {
  /** Notes the next state and its predecessor; -1 for a start. Predecessors are never before earlier ones. */
  readonly note: (state: number, from: number) => void;
  /** The greatest distance so far, in steps. */
  readonly last: () => number;
}

/** Creates the levels of no states. */
export function createLevels(): Levels {
  const firsts: number[] = [];
  let level = 0;
  return {
    note(state, from) {
      if (firsts.length === 0) firsts.push(state);
      if (from < 0) return;
      while (level + 1 < firsts.length && itemAt(firsts, level + 1) <= from) level += 1;
      if (level + 1 === firsts.length) firsts.push(state);
    },
    last: () => Math.max(0, firsts.length - 1),
  };
}
