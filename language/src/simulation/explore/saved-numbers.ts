/**
 * Rows of whole numbers as bytes: each number as its difference from the one above it, which is most often small, in
 * seven bits a byte, the lowest first; each byte but the last of a number is marked, and the sign is the lowest bit.
 */
import { at, byteAt } from '../../model/common/lookup.ts';
import type { RowTable } from './tables/growing-table.ts';

/** The most rows in one piece. */
const rowsAtOnce = 1 << 14;

/** A number takes at most so many bytes. */
const mostBytes = 5;

/** Yields the rows of a table, in pieces. */
export function* encodeNumbers({ width, size, at: numberAt }: Omit<RowTable, 'kind' | 'add'>): Generator<Uint8Array> {
  const above = new Int32Array(width);
  const count = size();
  for (let from = 0; from < count; from += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, count - from);
    const bytes = new Uint8Array(rows * width * mostBytes);
    let length = 0;
    for (let row = from; row < from + rows; row++) {
      for (let column = 0; column < width; column++) {
        const number = numberAt(row, column);
        // The difference is taken modulo 2^32, as it is added again.
        const difference = (number - at(above, column)) | 0;
        above[column] = number;
        let left = ((difference << 1) ^ (difference >> 31)) >>> 0;
        for (; left > 0x7f; left >>>= 7) bytes[length++] = (left & 0x7f) | 0x80;
        bytes[length++] = left;
      }
    }
    yield bytes.subarray(0, length);
  }
}

/** Yields so many rows, in pieces, and takes these from where they were saved. Throws where there are others. */
export function* decodeNumbers(count: number, width: number, rest: Iterator<unknown>): Generator<Int32Array> {
  const above = new Int32Array(width);
  for (let from = 0; from < count; from += rowsAtOnce) {
    const next = rest.next();
    if (next.done === true || !(next.value instanceof Uint8Array)) throw new Error('Numbers are missing.');
    const bytes: Uint8Array = next.value;
    const numbers = new Int32Array(Math.min(rowsAtOnce, count - from) * width);
    let place = 0;
    for (let index = 0; index < numbers.length; index++) {
      let left = 0;
      for (let shift = 0; ; shift += 7) {
        if (place === bytes.length || shift >= 7 * mostBytes) throw new Error('Numbers are cut short.');
        const byte = byteAt(bytes, place++);
        left |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
      const column = index % width;
      numbers[index] = above[column] = (at(above, column) + ((left >>> 1) ^ -(left & 1))) | 0;
    }
    if (place !== bytes.length) throw new Error('There are more numbers than rows.');
    yield numbers;
  }
}
