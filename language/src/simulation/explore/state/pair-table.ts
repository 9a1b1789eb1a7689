/** A table of whole numbers by pairs of whole numbers: open addressing over a typed array; nothing is ever removed. */
import { at } from '../../../model/lookup.ts';

/** A table from pairs to numbers from 0. */
export interface PairTable {
  /** Returns the number of a pair, or -1 if it has none. */
  readonly get: (first: number, second: number) => number;
  /** Gives a pair that has none its number. */
  readonly set: (first: number, second: number, number: number) => void;
  readonly size: () => number;
  readonly bytes: () => number;
}

/** A slot holds both numbers of a pair, and its own number plus one; 0 is free. */
const slotWidth = 3;
const firstSlots = 1 << 6;

/** Creates an empty table. Cost of each call: O(1), amortized. */
export function createPairTable(): PairTable {
  let slots = new Int32Array(firstSlots * slotWidth);
  let [mask, size] = [firstSlots - 1, 0];
  const put = (first: number, second: number, number: number): void => {
    let slot = hashOf(first, second) & mask;
    while (slots[slot * slotWidth + 2] !== 0) slot = (slot + 1) & mask;
    slots[slot * slotWidth] = first;
    slots[slot * slotWidth + 1] = second;
    slots[slot * slotWidth + 2] = number + 1;
  };
  const grow = (): void => {
    const before = slots;
    slots = new Int32Array(2 * before.length);
    mask = 2 * mask + 1;
    for (let place = 0; place < before.length; place += slotWidth) {
      const number = at(before, place + 2);
      if (number !== 0) put(at(before, place), at(before, place + 1), number - 1);
    }
  };
  return {
    get(first, second) {
      let slot = hashOf(first, second) & mask;
      for (;;) {
        const place = slot * slotWidth;
        const number = at(slots, place + 2);
        if (number === 0) return -1;
        if (slots[place] === first && slots[place + 1] === second) return number - 1;
        slot = (slot + 1) & mask;
      }
    },
    set(first, second, number) {
      size += 1;
      if (size * 3 > (mask + 1) * 2) grow();
      put(first, second, number);
    },
    size: () => size,
    bytes: () => 4 * slots.length,
  };
}

function hashOf(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) >>> 0;
}
