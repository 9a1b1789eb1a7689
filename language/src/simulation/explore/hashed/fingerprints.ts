/**
 * Hash compaction: a set that keeps a fingerprint of 61 bits of each row in 6 bytes. The first 14 bits choose one of
 * many small tables, which grow one at a time and by a third, so that no moment takes much more memory than the last.
 * Two rows with one fingerprint are taken for one.
 * Source: Wolper, Leroy, "Reliable hashing without collision detection" (1993); Stern, Dill, "Improved probabilistic
 * verification by hash compaction" (1995).
 */
import { at } from '../../../model/common/lookup.ts';
import type { Recognized } from './recognized.ts';
import { firstHash, secondHash } from './row-hash.ts';

/** The bits of a fingerprint: the number of its table, and what stands in a slot besides the bit that says it is taken. */
const [partBits, slotBits] = [14, 47];
/** The most bits of a fingerprint. */
const fingerprintBits = partBits + slotBits;

/** A slot is three numbers of 16 bits. */
const slotWidth = 3;
const firstSlots = 4;
const taken = 0x8000;
/** The numbers of a fingerprint, one after the other: its table, and those of a slot. */
const batchWidth = 4;

/** Creates an empty set of rows of a width; fewer bits than the most make it take more rows for others. */
export function createFingerprints(width: number, bits = fingerprintBits): Recognized {
  const parts: (Uint16Array | undefined)[] = [];
  const counts = new Int32Array(1 << partBits);
  let [rows, numbers] = [0, 0];
  const [partMask, lowMask, middleMask, highMask] = masksFor(bits);
  let [part, low, middle, high] = [0, 0, 0, 0];
  let batch = new Int32Array(0);

  const readFingerprint = (all: Int32Array, from: number): void => {
    const [first, second] = [firstHash(all, from, width), secondHash(all, from, width)];
    part = second & partMask;
    low = first & lowMask;
    middle = (first >>> 16) & middleMask;
    high = ((second >>> partBits) & highMask) | taken;
  };
  const place = (table: Uint16Array): number => placeIn(table, low, middle, high);
  const put = (table: Uint16Array): void => {
    const slot = place(table);
    table[slot] = low;
    table[slot + 1] = middle;
    table[slot + 2] = high;
  };
  const grown = (table: Uint16Array | undefined): Uint16Array => {
    const slots = table === undefined ? firstSlots : Math.ceil((table.length / slotWidth) * (4 / 3));
    const larger = new Uint16Array(slots * slotWidth);
    numbers += larger.length - (table?.length ?? -tableNumbers);
    for (let slot = 0; table !== undefined && slot < table.length; slot += slotWidth) {
      if (table[slot + 2] === 0) continue;
      low = table[slot] ?? 0;
      middle = table[slot + 1] ?? 0;
      high = table[slot + 2] ?? 0;
      put(larger);
    }
    return larger;
  };
  return {
    find(all, count, into) {
      if (batch.length < batchWidth * count) batch = new Int32Array(2 * batchWidth * count);
      for (let each = 0, to = 0; each < count; each++, to += batchWidth) {
        readFingerprint(all, each * width);
        batch[to] = part;
        batch[to + 1] = low;
        batch[to + 2] = middle;
        batch[to + 3] = high;
      }
      // These loads do not depend on each other.
      for (let each = 0, from = 0; each < count; each++, from += batchWidth) {
        const table = parts[at(batch, from)];
        low = at(batch, from + 1);
        middle = at(batch, from + 2);
        into[each] = table?.[firstPlace(table, low, middle) + 2] ?? 0;
      }
      for (let each = 0, from = 0; each < count; each++, from += batchWidth) {
        const table = parts[at(batch, from)];
        if (table === undefined || into[each] === 0) continue;
        low = at(batch, from + 1);
        middle = at(batch, from + 2);
        high = at(batch, from + 3);
        into[each] = table[place(table) + 2] === 0 ? 0 : 1;
      }
    },
    add(all, from) {
      readFingerprint(all, from);
      let table = parts[part];
      if (table !== undefined && table[place(table) + 2] !== 0) return false;
      const count = at(counts, part);
      // A fifth of the slots stays free.
      if (table === undefined || (count + 1) * 5 > (table.length / slotWidth) * 4) {
        table = grown(table);
        parts[part] = table;
        readFingerprint(all, from);
      }
      put(table);
      counts[part] = count + 1;
      rows += 1;
      return true;
    },
    // Each pair of rows has the same fingerprint with this probability.
    omitted: () => (rows * (rows - 1)) / 2 / 2 ** bits,
    factor: () => undefined,
    bytes: () => 2 * numbers + counts.byteLength,
  };
}

/** An estimate of what a table takes besides its numbers, as such. */
const tableNumbers = 64;

/** Returns the masks of a fingerprint's four numbers, of which so many bits count together. */
function masksFor(bits: number): readonly [number, number, number, number] {
  const mask = (most: number, before: number): number => (1 << Math.max(0, Math.min(most, bits - before))) - 1;
  return [mask(partBits, 0), mask(16, partBits), mask(16, partBits + 16), mask(15, partBits + 32)];
}

/** Returns the place in a table where a search for a fingerprint begins. */
const firstPlace = (table: Uint16Array, low: number, middle: number): number =>
  slotWidth * Math.floor((((low << 16) | middle) >>> 0) * (table.length / slotWidth / 2 ** 32));

/** Returns the place of a fingerprint in a table, or the free one where it belongs. */
function placeIn(table: Uint16Array, low: number, middle: number, high: number): number {
  for (
    let place = firstPlace(table, low, middle);
    ;
    place = place + slotWidth === table.length ? 0 : place + slotWidth
  ) {
    const known = table[place + 2];
    if (known === 0 || (known === high && table[place] === low && table[place + 1] === middle)) return place;
  }
}
