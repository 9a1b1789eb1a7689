/**
 * Small numbers for lists of numbers: a list is its first number and the number of the rest, so that lists that end
 * alike share their ends.
 */
import { at, itemAt } from '../../../model/common/lookup.ts';

/** A table of lists. */
export interface Lists {
  /** Returns the number of a list; that of the empty one is 0. */
  readonly idOf: (items: readonly number[]) => number;
  readonly get: (id: number) => number[];
  /** Returns the number of a list with one more item in front. */
  readonly before: (item: number, rest: number) => number;
  /** Returns the number of a list without the item at an index. Cost: O(index). */
  readonly without: (id: number, index: number) => number;
  readonly firstOf: (id: number) => number;
  readonly restOf: (id: number) => number;
  /** Returns true if a list has more items than so many. */
  readonly isLonger: (id: number, length: number) => boolean;
  /** Returns the number of lists, the empty one included. */
  readonly size: () => number;
  readonly bytes: () => number;
}

const firstSize = 1 << 10;

/** Creates an empty table of lists. Cost of each call: O(length). */
export function createLists(): Lists {
  let [firsts, rests] = [new Int32Array(firstSize), new Int32Array(firstSize)];
  let size = 1;
  // Open addressing; 0 is free. At least half of the slots stay free.
  let slots = new Int32Array(2 * firstSize);

  const grow = (): void => {
    [firsts, rests] = [doubled(firsts), doubled(rests)];
    slots = new Int32Array(2 * slots.length);
    for (let id = 1; id < size; id++) {
      let slot = hashOf(at(firsts, id), at(rests, id)) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = id;
    }
  };
  const before = (item: number, rest: number): number => {
    let slot = hashOf(item, rest) & (slots.length - 1);
    for (let id = at(slots, slot); id !== 0; id = at(slots, slot)) {
      if (firsts[id] === item && rests[id] === rest) return id;
      slot = (slot + 1) & (slots.length - 1);
    }
    const id = size++;
    [firsts[id], rests[id], slots[slot]] = [item, rest, id];
    if (size === firsts.length) grow();
    return id;
  };
  const passed: number[] = [];
  return {
    before,
    without(id, index) {
      let rest = id;
      for (let place = 0; place < index; place++) {
        passed[place] = at(firsts, rest);
        rest = at(rests, rest);
      }
      let list = at(rests, rest);
      for (let place = index - 1; place >= 0; place--) list = before(itemAt(passed, place), list);
      return list;
    },
    idOf(items) {
      let id = 0;
      for (let index = items.length - 1; index >= 0; index--) id = before(itemAt(items, index), id);
      return id;
    },
    get(id) {
      const items: number[] = [];
      for (let rest = id; rest !== 0; rest = at(rests, rest)) items.push(at(firsts, rest));
      return items;
    },
    isLonger(id, length) {
      let rest = id;
      for (let left = length; left > 0 && rest !== 0; left--) rest = at(rests, rest);
      return rest !== 0;
    },
    firstOf: (id) => at(firsts, id),
    restOf: (id) => at(rests, id),
    size: () => size,
    bytes: () => 4 * (firsts.length + rests.length + slots.length),
  };
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(2 * numbers.length);
  grown.set(numbers);
  return grown;
}

function hashOf(item: number, rest: number): number {
  const hash = Math.imul(Math.imul(item, 0x9e3779b1) ^ rest, 0x85ebca6b);
  return (hash ^ (hash >>> 15)) >>> 0;
}
