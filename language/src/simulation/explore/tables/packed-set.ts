/**
 * A set of rows of whole numbers, all of one width, numbered in the order of arrival: states, and the parts of states.
 * Open addressing over typed arrays; nothing is ever removed.
 */
import { at, itemAt } from '../../../model/common/lookup.ts';
import type { SharedTable } from './shared-table.ts';

/** Stands for the number of a row that is not in a set. */
export const unknown = -1;

/** A set of rows of one width. */
export interface PackedSet {
  readonly width: number;
  /**
   * Returns the number of a row and adds it if it is new: it was new if the number equals the size before. Of a longer
   * row only the first `width` numbers count. With an index, it is that one of rows of this width that stand one after
   * the other.
   */
  readonly add: (row: Int32Array, index?: number) => number;
  /**
   * Looks up consecutive rows, and writes the number of each, or `unknown`, to `into`. Many at once take
   * less time than one by one, because the memory of one is fetched while another one waits.
   */
  readonly find: (rows: Int32Array, count: number, into: Int32Array) => void;
  /** Returns the number of one of the rows that were looked up last, by its index among them, and adds it if it is new. */
  readonly addFound: (rows: Int32Array, index: number) => number;
  /** Copies a row; a longer one keeps what it has beyond it. */
  readonly read: (index: number, into: Int32Array) => void;
  /** Returns one number of a row. */
  readonly at: (index: number, column: number) => number;
  readonly size: () => number;
  readonly bytes: () => number;
  /** Returns how many bytes more it takes for a moment while it grows, if a few thousand new rows may make it grow. */
  readonly growth: () => number;
  /** Present where threads can look up rows. */
  readonly tables?: readonly SharedTable[];
}

/** Rows are kept in chunks of 2 to the power of this, so that growing copies none of them. */
export const chunkBits = 14;
/** The number of rows in a chunk. */
export const chunkRows = 1 << chunkBits;
/** Most sets are small: the first chunk begins with few rows and is copied until it is as large as the others. */
export const firstRows = 1 << 5;
/** The number of slots to begin with. */
export const firstSlots = 1 << 6;
/** Growth is announced this many rows before. */
export const rowsAhead = 1 << 13;

/** Creates an empty set of rows of a width. Cost of each call: O(width), amortized. */
export function createPackedSet(width: number): PackedSet {
  const all = createRows(width);
  // The number of a row plus one, and above it as many bits of its hash as there is room for; 0 is free. At least three
  // of sixteen slots stay free.
  let slots = new Int32Array(firstSlots);
  let mask = slots.length - 1;
  let hashes = new Int32Array(0);

  /** Returns the slot of a row, or the free one where it belongs. */
  const slotOf = (hash: number, rows: Int32Array, from: number): number => {
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = at(slots, slot);
      if (entry === 0) return slot;
      if (((entry ^ hash) & ~mask) === 0 && all.isRow((entry & mask) - 1, rows, from)) return slot;
    }
  };
  const grow = (): void => {
    slots = new Int32Array(2 * slots.length);
    mask = slots.length - 1;
    for (let index = 0; index < all.size(); index++) {
      const hash = all.hashOf(index);
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = (hash & ~mask) | (index + 1);
    }
  };
  const add = (row: Int32Array, place = 0): number => {
    const hash = hashRow(row, place * width, width);
    const slot = slotOf(hash, row, place * width);
    const entry = at(slots, slot);
    if (entry !== 0) return (entry & mask) - 1;
    const index = all.append(row, place * width);
    slots[slot] = (hash & ~mask) | (index + 1);
    if (all.size() * 16 > slots.length * 13) grow();
    return index;
  };
  return {
    width,
    add,
    addFound: add,
    find(rows, count, into) {
      if (hashes.length < count) hashes = new Int32Array(2 * count);
      for (let each = 0; each < count; each++) hashes[each] = hashRow(rows, each * width, width);
      // These loads do not depend on each other.
      for (let each = 0; each < count; each++) into[each] = at(slots, at(hashes, each) & mask);
      for (let each = 0; each < count; each++) {
        const [entry, hash] = [at(into, each), at(hashes, each)];
        if (entry === 0) into[each] = unknown;
        else if (((entry ^ hash) & ~mask) === 0 && all.isRow((entry & mask) - 1, rows, each * width))
          into[each] = (entry & mask) - 1;
        else into[each] = (at(slots, slotOf(hash, rows, each * width)) & mask) - 1;
      }
    },
    read: (index, into) => {
      all.read(index, into);
    },
    at: all.at,
    size: all.size,
    bytes: () => all.bytes() + slots.length * 4,
    growth: () => ((all.size() + rowsAhead) * 16 > slots.length * 13 ? 2 * slots.length * 4 : 0),
  };
}

/** Creates the rows of a set, by number. */
function createRows(width: number) {
  const chunks: Int32Array[] = [];
  let size = 0;
  /** The length of all chunks together. */
  let numbers = 0;
  // A lookup that serves all kinds of lists would cost as much as the rest.
  const chunkOf = (index: number): Int32Array => {
    const chunk = chunks[index >> chunkBits];
    if (chunk === undefined) throw new Error('There is no row with this number.');
    return chunk;
  };
  const placeOf = (index: number): number => (index & (chunkRows - 1)) * width;
  const addChunk = (chunk: Int32Array): void => {
    chunks.push(chunk);
    numbers += chunk.length;
  };
  return {
    append(row: Int32Array, from: number): number {
      if ((size & (chunkRows - 1)) === 0) addChunk(new Int32Array((size === 0 ? firstRows : chunkRows) * width));
      else if (size < chunkRows && size >= firstRows && (size & (size - 1)) === 0) {
        const larger = new Int32Array(2 * size * width);
        larger.set(itemAt(chunks, 0));
        numbers -= size * width;
        chunks.pop();
        addChunk(larger);
      }
      const [chunk, place] = [chunkOf(size), placeOf(size)];
      for (let column = 0; column < width; column++) chunk[place + column] = at(row, from + column);
      return size++;
    },
    isRow(index: number, rows: Int32Array, from: number): boolean {
      const [chunk, place] = [chunkOf(index), placeOf(index)];
      for (let column = 0; column < width; column++) if (chunk[place + column] !== rows[from + column]) return false;
      return true;
    },
    read(index: number, into: Int32Array): void {
      const [chunk, place] = [chunkOf(index), placeOf(index)];
      for (let column = 0; column < width; column++) into[column] = at(chunk, place + column);
    },
    hashOf: (index: number): number => hashRow(chunkOf(index), placeOf(index), width),
    at: (index: number, column: number): number => at(chunkOf(index), placeOf(index) + column),
    size: (): number => size,
    bytes: (): number => numbers * 4,
  };
}

function hashRow(row: Int32Array, from: number, width: number): number {
  let hash = 0x9e3779b9;
  for (let column = 0; column < width; column++) {
    hash = Math.imul(hash ^ at(row, from + column), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}
