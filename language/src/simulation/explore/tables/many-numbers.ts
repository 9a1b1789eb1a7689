/**
 * A list of millions of whole numbers of 32 bits: in chunks, so that it grows without a copy of what is there.
 */
import { at, itemAt } from '../../../model/common/lookup.ts';
import { lengthened } from './shared-table.ts';
import type { Numbers } from './numbers.ts';

/** A long list of whole numbers of 32 bits. */
export interface ManyNumbers extends Numbers {
  /** Adds those of another list from one index to before another one. */
  readonly append: (others: Int32Array, from: number, end: number) => void;
}

const chunkBits = 16;
const chunkLength = 1 << chunkBits;
const mask = chunkLength - 1;
const firstLength = 64;

/** Creates an empty list. Cost of each call: O(1), amortized, and linear in what is appended. */
export function createManyNumbers(): ManyNumbers {
  // Only the first chunk grows, up to the length of all others.
  const chunks: Int32Array[] = [new Int32Array(firstLength)];
  let [last, room, size] = [itemAt(chunks, 0), firstLength, 0];

  const grow = (): void => {
    if (last.length < chunkLength) last = chunks[0] = lengthened(last, 2 * last.length);
    else chunks.push((last = new Int32Array(chunkLength)));
    room = (chunks.length - 1) * chunkLength + last.length;
  };
  const push = (number: number): void => {
    if (size === room) grow();
    last[size++ & mask] = number;
  };
  return {
    push,
    append(others, from, end) {
      for (let index = from; index < end; index++) push(at(others, index));
    },
    at: (index) => at(itemAt(chunks, index >> chunkBits), index & mask),
    set: (index, number) => {
      itemAt(chunks, index >> chunkBits)[index & mask] = number;
    },
    size: () => size,
    bytes: () => 4 * room,
  };
}
