/**
 * The entries under way in a state, as a list of numbers to which others are added: in the order that `Dues.agendaId`
 * gives a list, so that equal lists have one number.
 */
import type { Dues } from './dues.ts';
import type { Lists } from '../tables/lists.ts';
import { itemAt } from '../../../model/common/lookup.ts';

/** The list that was read last, and the lists that follow from it. */
export interface UnderWay {
  /** Reads a list; the other members are about it. */
  readonly read: (list: number) => void;
  readonly size: () => number;
  readonly at: (place: number) => number;
  /** Returns true if nothing between the same two entities comes before. */
  readonly isFirst: (place: number) => boolean;
  readonly hasDeletion: () => boolean;
  /** Returns the number of the list with some more items. */
  readonly with: (added: readonly number[]) => number;
  /** Returns the number of the list in which the item at an index occurs twice. */
  readonly doubled: (place: number) => number;
}

/** No pair has this number: it is for entries that may be overtaken. */
const noPair = -1;

/** Creates the editor of lists. Cost of a change: O(length of the list). */
export function createUnderWay(dues: Dues, lists: Lists): UnderWay {
  // The list, and the number of the rest of it from each index on.
  const [items, ends]: [number[], number[]] = [[], []];
  const left: number[] = [];
  const pairs: number[] = [];
  const pairOf = (id: number): number => (pairs[id] ??= dues.pairOf(id) ?? noPair);

  /** Inserts after all of the same pair; among items without a pair, by number. */
  const put = (id: number): void => {
    const pair = pairOf(id);
    let place = left.length;
    for (; place > 0; place--) {
      const other = itemAt(left, place - 1);
      const otherPair = pairOf(other);
      if (otherPair < pair || (otherPair === pair && (pair !== noPair || other <= id))) break;
      left[place] = other;
    }
    left[place] = id;
  };
  /** Returns the number of the list `left`; an unchanged end has a number already. */
  const numberOfLeft = (): number => {
    let same = 0;
    while (same < Math.min(left.length, items.length)) {
      if (left[left.length - 1 - same] !== items[items.length - 1 - same]) break;
      same += 1;
    }
    let list = same === 0 ? 0 : itemAt(ends, items.length - same);
    for (let place = left.length - same - 1; place >= 0; place--) list = lists.before(itemAt(left, place), list);
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
    at: (place) => itemAt(items, place),
    isFirst(place) {
      const pair = pairOf(itemAt(items, place));
      // Items between the same two entities are adjacent.
      return pair === noPair || place === 0 || pairOf(itemAt(items, place - 1)) !== pair;
    },
    hasDeletion: () => items.some((id) => dues.get(id).kind === 'deletion'),
    with(added) {
      left.length = 0;
      left.push(...items);
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
