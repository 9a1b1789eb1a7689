/**
 * Agendas as lists of numbers, each of an entry with its time. That is stored as the time since the entry before, so that
 * lists which end alike share their ends, whatever time has passed. Agendas are read and made for every transition, so
 * they lie in typed arrays that are used again: nothing is allocated for one.
 */
import { at, floatAt } from '../../../model/common/lookup.ts';
import type { RowTable } from './growing-table.ts';
import type { Interned } from './interned.ts';
import type { Lists } from './lists.ts';
import { createPairSet } from './pair-set.ts';

/** A list with times; what lies after its size does not belong to it. */
export interface TimedList {
  size: number;
  ids: Int32Array;
  /** In microseconds. */
  times: Float64Array;
  /** By entry: the number of the list from it on, in a list that was read. */
  ends: Int32Array;
}

const firstLength = 16;

/** Creates an empty list with times. */
export const createTimedList = (): TimedList => ({ size: 0, ...columnsOf(firstLength) });

/** Adds an entry at the end of a list. */
export function addTimed(list: TimedList, id: number, time: number): void {
  const { size } = list;
  if (size === list.ids.length) grow(list);
  list.ids[size] = id;
  list.times[size] = time;
  list.size = size + 1;
}

/** The numbering of lists with times. */
export interface TimedLists {
  /**
   * Returns the number of a list whose entries are in the order of sending; sorts it. It may end as a list that was read
   * does.
   */
  readonly idOf: (list: TimedList, like?: TimedList) => number;
  /** Reads a list, in order. */
  readonly read: (id: number, into: TimedList) => void;
  /** The pairs of an entry and its time, whose numbers lists are made of. */
  readonly table: RowTable;
  readonly bytes: () => number;
}

/** Creates the numbering; of the entries of one time only those of a pair keep the order of sending. */
export function createTimedLists(
  lists: Lists,
  times: Interned<number>,
  pairOf: (id: number) => number | undefined,
): TimedLists {
  const pairs = createPairSet();
  /** Returns true if an entry may stand before one of the same time that was sent later. */
  const isInPlace = (id: number, later: number): boolean => {
    const pair = pairOf(id);
    const other = pairOf(later);
    if (pair === other) return pair !== undefined || id <= later;
    return pair === undefined || (other !== undefined && pair < other);
  };
  // An agenda is nearly sorted: only what was added last may be in the wrong place.
  const sort = ({ size, ids, times }: TimedList): void => {
    for (let index = 1; index < size; index++) {
      const id = at(ids, index);
      const time = floatAt(times, index);
      let place = index;
      for (; place > 0; place--) {
        const then = floatAt(times, place - 1);
        if (then < time || (then === time && isInPlace(at(ids, place - 1), id))) break;
        ids[place] = at(ids, place - 1);
        times[place] = then;
      }
      ids[place] = id;
      times[place] = time;
    }
  };
  return {
    idOf(list, like) {
      sort(list);
      let last = list.size - 1;
      let id = 0;
      for (let end = (like?.size ?? 0) - 1; like !== undefined && end > 0 && last > 0; end--, last--) {
        if (list.ids[last] !== like.ids[end] || sinceLast(list.times, last) !== sinceLast(like.times, end)) break;
        id = at(like.ends, end);
      }
      for (; last >= 0; last--)
        id = lists.before(pairs.add(at(list.ids, last), times.idOf(sinceLast(list.times, last))), id);
      return id;
    },
    read(id, list) {
      list.size = 0;
      let now = 0;
      for (let rest = id; rest !== 0; rest = lists.restOf(rest)) {
        const pair = lists.firstOf(rest);
        now += times.get(pairs.secondOf(pair));
        addTimed(list, pairs.firstOf(pair), now);
        list.ends[list.size - 1] = rest;
      }
    },
    table: {
      ...{ kind: 'rows', width: 2, size: pairs.size },
      at: (index, column) => (column === 0 ? pairs.firstOf : pairs.secondOf)(index),
      add: (row) => pairs.add(at(row, 0), at(row, 1)),
    },
    bytes: pairs.bytes,
  };
}

/** Returns the time between an entry and the one before; of the first its time. */
const sinceLast = (times: Float64Array, index: number): number =>
  index === 0 ? floatAt(times, 0) : floatAt(times, index) - floatAt(times, index - 1);

const columnsOf = (length: number): Omit<TimedList, 'size'> => ({
  ids: new Int32Array(length),
  times: new Float64Array(length),
  ends: new Int32Array(length),
});

function grow(list: TimedList): void {
  const larger = columnsOf(2 * list.ids.length);
  larger.ids.set(list.ids);
  larger.times.set(list.times);
  larger.ends.set(list.ends);
  Object.assign(list, larger);
}
