/**
 * A table of whole numbers by pairs of whole numbers: for each first number a small table of the second ones, so that
 * what is asked for together lies together. Open addressing over one typed array; nothing is ever removed.
 */
import { append } from '../../../model/common/append.ts';
import { at, required } from '../../../model/common/lookup.ts';
import { longer } from './longer.ts';
import { inShared, lengthened, memoryOf, type SharedTable } from './shared-table.ts';

/** A table from pairs to numbers from 0; the first number of a pair is an index, so not negative and not large. */
export interface PairTable extends SharedTable {
  /** Returns the number of a pair, or -1 if it has none. */
  readonly get: (first: number, second: number) => number;
  /** Gives a pair that has none its number. */
  readonly set: (first: number, second: number, number: number) => void;
  readonly bytes: () => number;
}

/** A block begins with its number of slots, less one, and the number of those in use. */
const headWidth = 2;
/** A slot holds the second number of a pair, and its own number plus one; 0 is free. */
const slotWidth = 2;
const firstSlots = 2;

/** Creates an empty table. Cost of each call: O(1), amortized. */
export function createPairTable(): PairTable {
  let starts: Int32Array = new Int32Array(16);
  let pool: Int32Array = new Int32Array(64);
  // No block begins at 0.
  let used = 1;
  /** The blocks that are no longer in use, by their number of slots. */
  const free = new Map<number, number[]>();

  const newBlock = (slots: number): number => {
    const known = free.get(slots)?.pop();
    if (known !== undefined) {
      pool.fill(0, known, known + headWidth + slots * slotWidth);
      pool[known] = slots - 1;
      return known;
    }
    const start = used;
    used += headWidth + slots * slotWidth;
    if (used > pool.length) pool = lengthened(pool, Math.max(longer(pool.length), used));
    pool[start] = slots - 1;
    return start;
  };
  const put = (start: number, second: number, entry: number): void => {
    const mask = at(pool, start);
    let slot = hashOf(second) & mask;
    while (pool[start + headWidth + slot * slotWidth + 1] !== 0) slot = (slot + 1) & mask;
    pool[start + headWidth + slot * slotWidth] = second;
    pool[start + headWidth + slot * slotWidth + 1] = entry;
    pool[start + 1] = at(pool, start + 1) + 1;
  };
  const grown = (start: number): number => {
    const slots = at(pool, start) + 1;
    const larger = newBlock(2 * slots);
    for (let slot = 0; slot < slots; slot++) {
      const place = start + headWidth + slot * slotWidth;
      if (pool[place + 1] !== 0) put(larger, at(pool, place), at(pool, place + 1));
    }
    append(free, slots, start);
    return larger;
  };
  return {
    get(first, second) {
      const start = first < starts.length ? at(starts, first) : 0;
      if (start === 0) return -1;
      const mask = at(pool, start);
      for (let slot = hashOf(second) & mask; ; slot = (slot + 1) & mask) {
        const place = start + headWidth + slot * slotWidth;
        const entry = at(pool, place + 1);
        if (entry === 0) return -1;
        if (pool[place] === second) return entry - 1;
      }
    },
    set(first, second, number) {
      if (first >= starts.length) starts = lengthened(starts, Math.max(2 * starts.length, first + 1));
      let start = at(starts, first);
      if (start === 0) start = newBlock(firstSlots);
      // A quarter of the slots stays free.
      else if ((at(pool, start + 1) + 1) * 4 > (at(pool, start) + 1) * 3) start = grown(start);
      starts[first] = start;
      put(start, second, number + 1);
    },
    bytes: () => 4 * (starts.length + pool.length),
    share() {
      [starts, pool] = [inShared(starts), inShared(pool)];
      return [memoryOf(starts), memoryOf(pool)];
    },
    attach([first, second]) {
      [starts, pool] = [new Int32Array(required(first)), new Int32Array(required(second))];
    },
  };
}

function hashOf(second: number): number {
  const hash = Math.imul(second, 0x9e3779b1);
  return hash ^ (hash >>> 15);
}
