/**
 * Small numbers for lists of numbers: a list is its first number and the number of what follows, so that
 * lists that end alike share their ends.
 */
import { createPackedSet } from './packed-set.ts';

export interface Lists {
  /** Returns the number of a list; that of the empty one is 0. */
  readonly idOf: (items: readonly number[]) => number;
  readonly get: (id: number) => number[];
  readonly bytes: () => number;
}

/** Makes an empty table of lists. Cost of each call: O(length). */
export function createLists(): Lists {
  const cells = createPackedSet(2);
  const cell = new Int32Array(2);
  return {
    idOf(items) {
      let id = 0;
      for (let index = items.length - 1; index >= 0; index--) {
        cell[0] = items[index] ?? 0;
        cell[1] = id;
        id = cells.add(cell) + 1;
      }
      return id;
    },
    get(id) {
      const items: number[] = [];
      for (let rest = id; rest !== 0; rest = cells.at(rest - 1, 1)) items.push(cells.at(rest - 1, 0));
      return items;
    },
    bytes: cells.bytes,
  };
}
