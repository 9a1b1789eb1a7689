/**
 * The entries under way in a list, with the list that is left when one of them is taken: what is due, and what the
 * network may lose, double or reorder. Each list is looked at once; the outcomes depend on the core as well.
 */
import { createPairTable } from '../state/pair-table.ts';
import { createNumbers } from '../state/state-graph.ts';
import { createUnderWay } from '../state/under-way.ts';
import type { StepContext } from './remembered.ts';

/** The columns of an entry. */
export const passingColumns = {
  /** The number of the entry. */
  id: 0,
  /** 1 if nothing between the same two entities comes before it. */
  isFirst: 1,
  /** The number of the list without it, once that is asked for; see `without`. */
  without: 2,
} as const;
const width = 3;
/** No list has this number. */
const unasked = -1;

/** The lists looked at so far. */
export interface MovesUnderWay {
  /** Returns the place of the entries of a list. */
  readonly of: (list: number) => number;
  readonly count: (place: number) => number;
  /** Returns true if a deletion is under way. */
  readonly hasDeletion: (place: number) => boolean;
  /** Returns a column of the entry that is the `index`th at a place. */
  readonly at: (place: number, index: number, column: number) => number;
  /** Returns the number of a list without the entry at an index; `place` is that of its entries. */
  readonly without: (list: number, place: number, index: number) => number;
  /** Returns the number of a list in which the entry at an index occurs twice. */
  readonly doubled: (list: number, index: number) => number;
  /** Returns the number of a list with those of another added, in their order. */
  readonly joined: (list: number, added: number) => number;
  readonly bytes: () => number;
}

/** Creates an empty table. */
export function createMovesUnderWay({ code }: StepContext): MovesUnderWay {
  const [joins, doubles] = [createPairTable(), createPairTable()];
  // By list its place plus one. The number of entries there, and whether a deletion is under way, precede them.
  const [places, pool] = [createNumbers(), createNumbers()];
  const underWay = createUnderWay(code.dues, code.lists);

  const make = (list: number): number => {
    const start = pool.size();
    underWay.read(list);
    pool.push(underWay.size());
    pool.push(underWay.hasDeletion() ? 1 : 0);
    for (let index = 0; index < underWay.size(); index++) {
      pool.push(underWay.at(index));
      pool.push(underWay.isFirst(index) ? 1 : 0);
      pool.push(unasked);
    }
    while (places.size() <= list) places.push(0);
    places.set(list, start + 1);
    return start;
  };
  return {
    of(list) {
      const place = list < places.size() ? places.at(list) : 0;
      return place === 0 ? make(list) : place - 1;
    },
    count: (place) => pool.at(place),
    hasDeletion: (place) => pool.at(place + 1) === 1,
    at: (place, index, column) => pool.at(place + 2 + index * width + column),
    without(list, place, index) {
      const column = place + 2 + index * width + passingColumns.without;
      let left = pool.at(column);
      // In a long queue few entries can be taken.
      if (left === unasked) pool.set(column, (left = code.lists.without(list, index)));
      return left;
    },
    doubled(list, index) {
      let doubled = doubles.get(list, index);
      if (doubled < 0) {
        underWay.read(list);
        doubles.set(list, index, (doubled = underWay.doubled(index)));
      }
      return doubled;
    },
    joined(list, added) {
      if (added === 0) return list;
      let joined = joins.get(list, added);
      if (joined < 0) {
        underWay.read(list);
        joins.set(list, added, (joined = underWay.with(code.lists.get(added))));
      }
      return joined;
    },
    bytes: () => [joins, doubles, places, pool].reduce((sum, list) => sum + list.bytes(), 0),
  };
}
