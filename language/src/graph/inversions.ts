/** Counts the pairs of items that two orders put the other way round. */
import { at } from '../model/common/lookup.ts';

/** The places of an item in both orders: whole numbers from 0; items with the same number are not ordered. */
export interface TwoPlaces {
  readonly old: number;
  readonly now: number;
}

/**
 * Returns the number of pairs of which one item was before the other and is after it, and for each item whether it is in
 * one. Cost: O(n log n).
 */
export function inversions(items: readonly TwoPlaces[]): { readonly count: number; readonly isInverted: Uint8Array } {
  const size = items.reduce((most, { now }) => Math.max(most, now), 0) + 1;
  // Of those that were in one place, the later ones come last: they are no pair.
  const order = [...items.keys()].sort((a, b) => {
    const [one, other] = [items[a], items[b]];
    return one === undefined || other === undefined ? 0 : one.old - other.old || one.now - other.now;
  });
  const isInverted = new Uint8Array(items.length);
  let count = 0;
  const earlier = counter(size);
  for (const item of order) {
    const now = items[item]?.now ?? 0;
    const after = earlier.total() - earlier.upTo(now);
    count += after;
    if (after > 0) isInverted[item] = 1;
    earlier.add(now);
  }
  const later = counter(size);
  for (const item of order.reverse()) {
    const now = items[item]?.now ?? 0;
    if (later.upTo(now - 1) > 0) isInverted[item] = 1;
    later.add(now);
  }
  return { count, isInverted };
}

/** Returns a counter of numbers below a size (a Fenwick tree). */
function counter(size: number): {
  readonly add: (number: number) => void;
  readonly upTo: (number: number) => number;
  readonly total: () => number;
} {
  const sums = new Int32Array(size + 1);
  let total = 0;
  return {
    add: (number) => {
      total += 1;
      for (let index = number + 1; index <= size; index += index & -index) sums[index] = at(sums, index) + 1;
    },
    upTo: (number) => {
      let sum = 0;
      for (let index = number + 1; index > 0; index -= index & -index) sum += at(sums, index);
      return sum;
    },
    total: () => total,
  };
}
