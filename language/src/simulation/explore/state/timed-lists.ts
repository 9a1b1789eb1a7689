/**
 * Agendas as lists of numbers of entries with their times. Each time is stored as that since the entry before, so that
 * lists which end alike share their ends, whatever time has passed.
 */
import { itemAt } from '../../../model/lookup.ts';
import type { Interned } from './interned.ts';
import type { Lists } from './lists.ts';

/** A list with times, in order: the times in microseconds. */
export interface TimedList {
  readonly ids: number[];
  readonly times: number[];
  /** By entry: the number of the list from it on. */
  readonly ends: number[];
}

/** The numbering of lists with times. */
export interface TimedLists {
  /**
   * Returns the number of a list, given the numbers of its entries in the order of sending; sorts them and their times.
   * It may end as a list that was read does.
   */
  readonly idOf: (ids: number[], times: number[], like?: TimedList) => number;
  /** Reads a list, in order. */
  readonly read: (id: number, into: TimedList) => void;
}

/** Creates the numbering; of the entries of one time only those of a pair keep the order of sending. */
export function createTimedLists(
  lists: Lists,
  times: Interned<number>,
  pairOf: (id: number) => number | undefined,
): TimedLists {
  /** Returns true if an entry may stand before one of the same time that was sent later. */
  const isInPlace = (id: number, later: number): boolean => {
    const [pair, other] = [pairOf(id), pairOf(later)];
    if (pair === other) return pair !== undefined || id <= later;
    return pair === undefined || (other !== undefined && pair < other);
  };
  // An agenda is nearly sorted: only what was added last may be in the wrong place.
  const sort = (ids: number[], at: number[]): void => {
    for (let index = 1; index < ids.length; index++) {
      const [id, time] = [itemAt(ids, index), itemAt(at, index)];
      let place = index;
      for (; place > 0; place--) {
        const [other, then] = [itemAt(ids, place - 1), itemAt(at, place - 1)];
        if (then < time || (then === time && isInPlace(other, id))) break;
        ids[place] = other;
        at[place] = then;
      }
      ids[place] = id;
      at[place] = time;
    }
  };
  return {
    idOf(ids, at, like) {
      sort(ids, at);
      let [last, list] = [ids.length - 1, 0];
      for (let end = (like?.ids.length ?? 0) - 1; like !== undefined && end > 0 && last > 0; end--, last--) {
        if (ids[last] !== like.ids[end] || sinceLast(at, last) !== sinceLast(like.times, end)) break;
        list = itemAt(like.ends, end);
      }
      for (; last >= 0; last--)
        list = lists.before(times.idOf(sinceLast(at, last)), lists.before(itemAt(ids, last), list));
      return list;
    },
    read(list, { ids, times: at, ends }) {
      [ids.length, at.length, ends.length] = [0, 0, 0];
      let now = 0;
      for (let rest = list; rest !== 0;) {
        ends.push(rest);
        now += times.get(lists.firstOf(rest));
        at.push(now);
        rest = lists.restOf(rest);
        ids.push(lists.firstOf(rest));
        rest = lists.restOf(rest);
      }
    },
  };
}

/** Returns the time between an entry and the one before; of the first its time. */
const sinceLast = (times: readonly number[], index: number): number =>
  index === 0 ? itemAt(times, 0) : itemAt(times, index) - itemAt(times, index - 1);
