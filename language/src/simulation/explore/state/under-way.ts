/**
 * What is under way in a state, as a list of numbers that one is taken out of and others are put into: in the
 * order that `Dues.agendaId` gives a list, so that equal lists have one number.
 */
import type { Dues } from './dues.ts';
import type { Lists } from './lists.ts';

export interface UnderWay {
  /** Reads a list; what follows is about it. */
  readonly read: (list: number) => void;
  readonly size: () => number;
  readonly at: (place: number) => number;
  /** Whether nothing between the same two comes before. */
  readonly isFirst: (place: number) => boolean;
  readonly hasDeletion: () => boolean;
  /** Returns the number of the list without what is at a place (-1 for all that there is), and with more. */
  readonly changed: (without: number, added: readonly number[]) => number;
  /** Returns the number of the list in which what is at a place stands twice. */
  readonly doubled: (place: number) => number;
}

/** What may be overtaken is between no two; no pair has this number. */
const noPair = -1;

/** Makes what changes lists. Cost of a change: O(length of the list). */
export function createUnderWay(dues: Dues, lists: Lists): UnderWay {
  // The list, and the number of what is left of it from each place on.
  const [items, ends]: [number[], number[]] = [[], []];
  const left: number[] = [];
  const pairs: number[] = [];
  const pairOf = (id: number): number => (pairs[id] ??= dues.pairOf(id) ?? noPair);

  /** Puts behind all of the same pair; among what has none, by number. */
  const put = (id: number): void => {
    const pair = pairOf(id);
    let place = left.length;
    for (; place > 0; place--) {
      const other = left[place - 1] ?? 0;
      const otherPair = pairOf(other);
      if (otherPair < pair || (otherPair === pair && (pair !== noPair || other <= id))) break;
      left[place] = other;
    }
    left[place] = id;
  };
  /** Returns the number of what is `left` now; what has not changed at the end has a number already. */
  const numberOfLeft = (): number => {
    let same = 0;
    while (same < Math.min(left.length, items.length)) {
      if (left[left.length - 1 - same] !== items[items.length - 1 - same]) break;
      same += 1;
    }
    let list = same === 0 ? 0 : (ends[items.length - same] ?? 0);
    for (let place = left.length - same - 1; place >= 0; place--) list = lists.before(left[place] ?? 0, list);
    return list;
  };
  return {
    read(list) {
      [items.length, ends.length] = [0, 0];
      for (let rest = list; rest !== 0; rest = lists.restOf(rest)) {
        items.push(lists.firstOf(rest));
        ends.push(rest);
      }
    },
    size: () => items.length,
    at: (place) => items[place] ?? 0,
    isFirst(place) {
      const pair = pairOf(items[place] ?? 0);
      // What is between the same two stands together.
      return pair === noPair || place === 0 || pairOf(items[place - 1] ?? 0) !== pair;
    },
    hasDeletion: () => items.some((id) => dues.get(id).kind === 'deletion'),
    changed(without, added) {
      left.length = 0;
      for (let place = 0; place < items.length; place++) if (place !== without) left.push(items[place] ?? 0);
      for (const id of added) put(id);
      return numberOfLeft();
    },
    doubled(place) {
      left.length = 0;
      left.push(...items.slice(0, place + 1), ...items.slice(place));
      return numberOfLeft();
    },
  };
}
