/**
 * The entries under way in a list, with the list that is left when one of them is taken: what is due, and what the
 * network may lose, double or reorder. Each list is looked at once; the outcomes depend on the core as well.
 */
import { createPairTable } from '../../tables/pair-table.ts';
import type { SharedTable } from '../../tables/shared-table.ts';
import { createNumbers } from '../../tables/numbers.ts';
import { createUnderWay, type UnderWay } from '../../state/under-way.ts';
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
  readonly tables: readonly SharedTable[];
  readonly bytes: () => number;
}

/** Makes what the table does not have yet: see its members. */
export interface UnderWayMaking {
  /** Reads a list; the next three are about it. */
  readonly read: UnderWay['read'];
  readonly size: UnderWay['size'];
  readonly at: UnderWay['at'];
  readonly isFirst: UnderWay['isFirst'];
  readonly hasDeletion: UnderWay['hasDeletion'];
  readonly without: MovesUnderWay['doubled'];
  readonly doubled: MovesUnderWay['doubled'];
  readonly joined: MovesUnderWay['joined'];
}

/** Makes it from the lists themselves. */
export function underWayMaking({ code }: StepContext): UnderWayMaking {
  const underWay = createUnderWay(code.dues, code.lists);
  return {
    ...underWay,
    without: code.lists.without,
    doubled(list, index) {
      underWay.read(list);
      return underWay.doubled(index);
    },
    joined(list, added) {
      underWay.read(list);
      return underWay.with(code.lists.get(added));
    },
  };
}

/** Creates an empty table. */
export function createMovesUnderWay(making: UnderWayMaking): MovesUnderWay {
  const [joins, doubles] = [createPairTable(), createPairTable()];
  // By list its place plus one. The number of entries there, and whether a deletion is under way, precede them.
  const [places, pool] = [createNumbers(), createNumbers()];

  const make = (list: number): number => {
    const start = pool.size();
    making.read(list);
    pool.push(making.size());
    pool.push(making.hasDeletion() ? 1 : 0);
    for (let index = 0; index < making.size(); index++) {
      pool.push(making.at(index));
      pool.push(making.isFirst(index) ? 1 : 0);
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
      if (left === unasked) pool.set(column, (left = making.without(list, index)));
      return left;
    },
    doubled(list, index) {
      let doubled = doubles.get(list, index);
      if (doubled < 0) doubles.set(list, index, (doubled = making.doubled(list, index)));
      return doubled;
    },
    joined(list, added) {
      if (added === 0) return list;
      let joined = joins.get(list, added);
      if (joined < 0) joins.set(list, added, (joined = making.joined(list, added)));
      return joined;
    },
    tables: [joins, doubles, places, pool],
    bytes: () => [joins, doubles, places, pool].reduce((sum, list) => sum + list.bytes(), 0),
  };
}
