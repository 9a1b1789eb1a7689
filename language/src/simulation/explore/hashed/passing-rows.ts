/** Rows of whole numbers that are added at one end and forgotten at the other: what stands in a queue. */
import { at } from '../../../model/common/lookup.ts';
import type { Numbers } from '../tables/numbers.ts';

/** The rows by number; the first ones may be forgotten. */
export interface PassingRows {
  readonly push: (rows: Int32Array, from: number) => void;
  readonly at: (index: number, column: number) => number;
  readonly set: (index: number, column: number, number: number) => void;
  readonly has: (index: number) => boolean;
  /** Forgets rows before an index; those in a chunk with others stay for the time being. */
  readonly forget: (before: number) => void;
  /** Returns the number of all rows, the forgotten ones included. */
  readonly size: () => number;
  readonly bytes: () => number;
}

const chunkBits = 12;
const chunkRows = 1 << chunkBits;

/** Creates an empty queue. */
export function createPassingRows(width: number): PassingRows {
  const chunks = new Map<number, Int32Array>();
  let [size, forgotten] = [0, 0];
  let spare: Int32Array | undefined;
  let [lastNumber, last]: [number, Int32Array] = [-1, new Int32Array(0)];

  const chunkOf = (index: number): Int32Array => {
    const number = index >> chunkBits;
    if (number === lastNumber) return last;
    const chunk = chunks.get(number);
    if (chunk === undefined) throw new Error('A state was looked up that is no longer kept.');
    [lastNumber, last] = [number, chunk];
    return chunk;
  };
  const placeOf = (index: number): number => (index & (chunkRows - 1)) * width;
  return {
    push(rows, from) {
      if ((size & (chunkRows - 1)) === 0) {
        chunks.set(size >> chunkBits, spare ?? new Int32Array(chunkRows * width));
        spare = undefined;
      }
      const [chunk, place] = [chunkOf(size), placeOf(size)];
      for (let column = 0; column < width; column++) chunk[place + column] = at(rows, from + column);
      size += 1;
    },
    at: (index, column) => at(chunkOf(index), placeOf(index) + column),
    set(index, column, number) {
      chunkOf(index)[placeOf(index) + column] = number;
    },
    has: (index) => index < size && chunks.has(index >> chunkBits),
    forget(before) {
      for (; forgotten < before >> chunkBits; forgotten++) {
        spare = chunks.get(forgotten);
        chunks.delete(forgotten);
        if (forgotten === lastNumber) lastNumber = -1;
      }
    },
    size: () => size,
    bytes: () => 4 * width * chunkRows * (chunks.size + (spare === undefined ? 0 : 1)),
  };
}

/** Creates an empty list of numbers of which the first are forgotten with the states that they belong to. */
export function createPassingNumbers(): Numbers & Pick<PassingRows, 'forget'> {
  const rows = createPassingRows(1);
  const row = new Int32Array(1);
  return {
    push(number) {
      row[0] = number;
      rows.push(row, 0);
    },
    at: (index) => rows.at(index, 0),
    set: (index, number) => {
      rows.set(index, 0, number);
    },
    size: rows.size,
    forget: rows.forget,
    bytes: rows.bytes,
  };
}
