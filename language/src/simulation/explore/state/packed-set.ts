/**
 * A set of rows of whole numbers, all of one width, numbered in the order of arrival: states, and the parts of states.
 * Open addressing over typed arrays; nothing is ever removed.
 */

/** A set of rows of one width. */
export interface PackedSet {
  readonly width: number;
  /** Returns the number of a row and adds it if it is new: it was new if the number equals the size before. */
  readonly add: (row: ArrayLike<number>) => number;
  /** Copies a row. */
  readonly read: (index: number, into: Int32Array) => void;
  /** Returns one number of a row. */
  readonly at: (index: number, column: number) => number;
  readonly size: () => number;
  readonly bytes: () => number;
}

/** Rows are kept in chunks of 2 to the power of this, so that growing copies none of them. */
const chunkBits = 14;
const chunkRows = 1 << chunkBits;
/** Most sets are small: the first chunk begins with few rows and is copied until it is as large as the others. */
const firstRows = 1 << 5;
const firstSlots = 1 << 6;

/** Creates an empty set of rows of a width. Cost of each call: O(width), amortized. */
export function createPackedSet(width: number): PackedSet {
  const chunks: Int32Array[] = [];
  let size = 0;
  // Number of a row plus one; 0 is free. At least half of the slots stay free.
  let slots = new Int32Array(firstSlots);

  const isRow = (index: number, row: ArrayLike<number>): boolean => {
    const chunk = chunks[index >> chunkBits];
    const from = (index & (chunkRows - 1)) * width;
    for (let column = 0; column < width; column++) if (chunk?.[from + column] !== row[column]) return false;
    return true;
  };
  const grow = (): void => {
    slots = new Int32Array(slots.length * 2);
    const mask = slots.length - 1;
    for (let index = 0; index < size; index++) {
      const chunk = chunks[index >> chunkBits];
      if (chunk === undefined) return;
      let slot = hashRow(chunk, (index & (chunkRows - 1)) * width, width) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
  };
  const append = (row: ArrayLike<number>): void => {
    const place = size & (chunkRows - 1);
    if (place === 0) chunks.push(new Int32Array((size === 0 ? firstRows : chunkRows) * width));
    else if (size < chunkRows && size >= firstRows && (size & (size - 1)) === 0) {
      const larger = new Int32Array(2 * size * width);
      larger.set(chunks[0] ?? []);
      chunks[0] = larger;
    }
    chunks[size >> chunkBits]?.set(row.length === width ? row : Array.from(row).slice(0, width), place * width);
    size += 1;
  };
  return {
    width,
    add(row) {
      const mask = slots.length - 1;
      let slot = hashRow(row, 0, width) & mask;
      for (;;) {
        const index = (slots[slot] ?? 0) - 1;
        if (index < 0) break;
        if (isRow(index, row)) return index;
        slot = (slot + 1) & mask;
      }
      append(row);
      slots[slot] = size;
      if (size * 2 > slots.length) grow();
      return size - 1;
    },
    read(index, into) {
      const from = (index & (chunkRows - 1)) * width;
      const chunk = chunks[index >> chunkBits];
      for (let column = 0; column < width; column++) into[column] = chunk?.[from + column] ?? 0;
    },
    at: (index, column) => chunks[index >> chunkBits]?.[(index & (chunkRows - 1)) * width + column] ?? 0,
    size: () => size,
    bytes: () => (chunks.reduce((sum, { length }) => sum + length, 0) + slots.length) * 4,
  };
}

function hashRow(row: ArrayLike<number>, from: number, width: number): number {
  let hash = 0x9e3779b9;
  for (let column = 0; column < width; column++) {
    hash = Math.imul(hash ^ (row[from + column] ?? 0), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) >>> 0;
}
