/**
 * Hash compaction: a set that keeps a fingerprint of 61 bits of each row in 6 bytes. The first 14 bits choose one of
 * many small tables, which grow one at a time and by a third, so that no moment takes much more memory than the last.
 * Two rows with one fingerprint are taken for one.
 * Source: Wolper, Leroy, "Reliable hashing without collision detection" (1993); Stern, Dill, "Improved probabilistic
 * verification by hash compaction" (1995).
 */
import { at } from '../../../model/lookup.ts';
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

/** Creates an empty set of rows of a width; fewer bits than the most make it take more rows for others. */
export function createFingerprints(width: number, bits = fingerprintBits): Recognized {
  const parts: (Uint16Array | undefined)[] = [];
  const counts = new Int32Array(1 << partBits);
  let [rows, numbers] = [0, 0];
  const maskFor = (most: number, before: number): number => (1 << Math.max(0, Math.min(most, bits - before))) - 1;
  const [partMask, lowMask] = [maskFor(partBits, 0), maskFor(16, partBits)];
  const [middleMask, highMask] = [maskFor(16, partBits + 16), maskFor(15, partBits + 32)];
  let [part, low, middle, high] = [0, 0, 0, 0];

  const readFingerprint = (all: Int32Array, from: number): void => {
    const [first, second] = [firstHash(all, from, width), secondHash(all, from, width)];
    part = second & partMask;
    low = first & lowMask;
    middle = (first >>> 16) & middleMask;
    high = ((second >>> partBits) & highMask) | taken;
  };
  /** Returns the place of the fingerprint in a table, or the free one where it belongs. */
  const placeIn = (table: Uint16Array): number => {
    const slots = table.length / slotWidth;
    let slot = Math.floor((((low << 16) | middle) >>> 0) * (slots / 2 ** 32));
    for (;;) {
      const place = slotWidth * slot;
      const known = table[place + 2];
      if (known === 0 || (known === high && table[place] === low && table[place + 1] === middle)) return place;
      slot = slot + 1 === slots ? 0 : slot + 1;
    }
  };
  const put = (table: Uint16Array, place: number): void => {
    table[place] = low;
    table[place + 1] = middle;
    table[place + 2] = high;
  };
  const grown = (table: Uint16Array | undefined): Uint16Array => {
    const slots = table === undefined ? firstSlots : Math.ceil((table.length / slotWidth) * (4 / 3));
    const larger = new Uint16Array(slots * slotWidth);
    numbers += larger.length - (table?.length ?? -tableNumbers);
    for (let place = 0; table !== undefined && place < table.length; place += slotWidth) {
      if (table[place + 2] === 0) continue;
      const [first = 0, second = 0, third = 0] = table.subarray(place, place + slotWidth);
      [low, middle, high] = [first, second, third];
      put(larger, placeIn(larger));
    }
    return larger;
  };
  return {
    has(all, from) {
      readFingerprint(all, from);
      const table = parts[part];
      return table !== undefined && table[placeIn(table) + 2] !== 0;
    },
    add(all, from) {
      readFingerprint(all, from);
      let table = parts[part];
      if (table !== undefined && table[placeIn(table) + 2] !== 0) return false;
      const count = at(counts, part);
      // A fifth of the slots stays free.
      if (table === undefined || (count + 1) * 5 > (table.length / slotWidth) * 4) {
        table = grown(table);
        parts[part] = table;
        readFingerprint(all, from);
      }
      put(table, placeIn(table));
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
