/**
 * Bit-state hashing: a set that sets three bits for each row in a table that does not grow. A row all of whose bits are
 * set is taken for a known one.
 * Source: Holzmann, "An analysis of bitstate hashing" (1998).
 */
import { at } from '../../../model/common/lookup.ts';
import type { Recognized } from './recognized.ts';
import { firstHash, secondHash } from './row-hash.ts';

/** The bits of a row. */
const perRow = 3;
/** A typed array holds no more words than this. */
const mostWords = 2 ** 30;
const pageBytes = 4096;

/** Creates an empty set of rows of a width, with a table of at most so many bytes, a power of two. */
export function createBitTable(width: number, bytes: number): Recognized {
  const length = 2 ** Math.floor(Math.log2(Math.max(1, Math.min(mostWords, bytes / 4))));
  const words = new Int32Array(length);
  const [mask, bits] = [length - 1, 32 * length];
  let [rows, set, omitted] = [0, 0, 0];
  const [places, ones] = [new Int32Array(perRow), new Int32Array(perRow)];

  /** Notes the places of a row's bits; returns true if all are set. */
  const isKnown = (all: Int32Array, from: number): boolean => {
    const [first, second] = [firstHash(all, from, width), secondHash(all, from, width)];
    const third = Math.imul(first ^ ((second << 13) | (second >>> 19)), 0x85ebca6b);
    const last = third ^ (third >>> 15);
    places[0] = first & mask;
    places[1] = second & mask;
    places[2] = last & mask;
    // The highest bits of a hash choose the bit in the word of another one.
    ones[0] = 1 << (second >>> 27);
    ones[1] = 1 << (last >>> 27);
    ones[2] = 1 << (first >>> 27);
    for (let each = 0; each < perRow; each++) if ((at(words, at(places, each)) & at(ones, each)) === 0) return false;
    return true;
  };
  return {
    find(all, count, into) {
      for (let each = 0; each < count; each++) into[each] = isKnown(all, each * width) ? 1 : 0;
    },
    add(all, from) {
      if (isKnown(all, from)) return false;
      // A row that were new now would be omitted with this probability.
      omitted += (set / bits) ** perRow;
      rows += 1;
      for (let each = 0; each < perRow; each++) {
        const [place, one] = [at(places, each), at(ones, each)];
        const word = at(words, place);
        if ((word & one) === 0) set += 1;
        words[place] = word | one;
      }
      return true;
    },
    omitted: () => omitted,
    factor: () => (rows === 0 ? undefined : bits / rows),
    // The system gives memory to the pages of a table that were written to.
    bytes() {
      const pages = Math.ceil((4 * length) / pageBytes);
      return Math.ceil(pages * -Math.expm1((-perRow * rows) / pages)) * pageBytes;
    },
  };
}
