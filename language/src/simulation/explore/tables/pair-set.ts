/**
 * A set of pairs of whole numbers, numbered in the order of arrival: `createPackedSet` for rows of two, which are looked
 * up so often that generic code for all widths would take a third more time.
 */
import { at, required } from '../../../model/common/lookup.ts';
import { inShared, zerosLike, lengthened, memoryOf, type SharedTable } from './shared-table.ts';
import { chunkBits, chunkRows, firstRows, firstSlots, rowsAhead, unknown } from './packed-set.ts';

/** A set of pairs. */
export interface PairSet extends SharedTable {
  /** Returns the number of a pair and adds it if it is new. */
  readonly add: (first: number, second: number) => number;
  /** Puts a pair at an index among those to look up next. */
  readonly ask: (index: number, first: number, second: number) => void;
  /** Looks up the first ones that were put there, and writes the number of each, or `unknown`, to `into`. */
  readonly find: (count: number, into: Int32Array) => void;
  /** Returns the number of one of those looked up last, by its index among them, and adds it if it is new. */
  readonly addAsked: (index: number) => number;
  /** Returns the first number of one of those looked up last. */
  readonly askedFirst: (index: number) => number;
  readonly firstOf: (number: number) => number;
  readonly secondOf: (number: number) => number;
  readonly size: () => number;
  readonly bytes: () => number;
  /** See `PackedSet.growth`. */
  readonly growth: () => number;
}

/** Creates an empty set. Cost of each call: O(1), amortized. */
export function createPairSet(): PairSet {
  const pairs = createPairs();
  // See `createPackedSet`.
  let slots: Int32Array = new Int32Array(firstSlots);
  let mask = slots.length - 1;
  // The pairs to look up, and their hashes.
  let [asked, hashes] = [new Int32Array(128), new Int32Array(64)];

  /** Returns the slot of a pair, or the free one where it belongs. */
  const slotOf = (hash: number, first: number, second: number): number => {
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = at(slots, slot);
      if (entry === 0 || (((entry ^ hash) & ~mask) === 0 && pairs.is((entry & mask) - 1, first, second))) return slot;
    }
  };
  const grow = (): void => {
    slots = zerosLike(slots, 2 * slots.length);
    mask = slots.length - 1;
    pairs.eachHash((hash, index) => {
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = (hash & ~mask) | (index + 1);
    });
  };
  const addHashed = (hash: number, first: number, second: number): number => {
    const slot = slotOf(hash, first, second);
    const entry = at(slots, slot);
    if (entry !== 0) return (entry & mask) - 1;
    const index = pairs.append(first, second);
    slots[slot] = (hash & ~mask) | (index + 1);
    if (pairs.size() * 16 > slots.length * 13) grow();
    return index;
  };
  return {
    add: (first, second) => addHashed(hashOf(first, second), first, second),
    ask(index, first, second) {
      if (index >= hashes.length) [asked, hashes] = [doubled(asked), doubled(hashes)];
      asked[2 * index] = first;
      asked[2 * index + 1] = second;
      hashes[index] = hashOf(first, second);
    },
    find(count, into) {
      // Read once, which counts in the loops.
      const [table, bits, wanted, all] = [slots, mask, hashes, asked];
      // These loads do not depend on each other.
      for (let each = 0; each < count; each++) into[each] = at(table, at(wanted, each) & bits);
      for (let each = 0; each < count; each++) {
        const entry = at(into, each);
        if (entry === 0) {
          into[each] = unknown;
          continue;
        }
        const hash = at(wanted, each);
        const first = at(all, 2 * each);
        const second = at(all, 2 * each + 1);
        const isHere = ((entry ^ hash) & ~bits) === 0 && pairs.is((entry & bits) - 1, first, second);
        into[each] = ((isHere ? entry : at(table, slotOf(hash, first, second))) & bits) - 1;
      }
    },
    addAsked: (index) => addHashed(at(hashes, index), at(asked, 2 * index), at(asked, 2 * index + 1)),
    askedFirst: (index) => at(asked, 2 * index),
    firstOf: pairs.firstOf,
    secondOf: pairs.secondOf,
    size: pairs.size,
    bytes: () => pairs.bytes() + 4 * slots.length,
    growth: () => ((pairs.size() + rowsAhead) * 16 > slots.length * 13 ? 2 * slots.length * 4 : 0),
    share() {
      slots = inShared(slots);
      return [memoryOf(slots), ...pairs.share()];
    },
    attach([first, ...others]) {
      slots = new Int32Array(required(first));
      mask = slots.length - 1;
      pairs.attach(others);
    },
  };
}

/** Creates the pairs of a set, by number: in chunks, so that growing copies none of them. */
function createPairs() {
  let chunks: Int32Array[] = [];
  /** The number of pairs, and the length of all chunks together. */
  let [size, numbers] = [0, 0];
  // A lookup that serves all kinds of lists would cost as much as the rest.
  const chunkOf = (index: number): Int32Array => {
    const chunk = chunks[index >> chunkBits];
    if (chunk === undefined) throw new Error('There is no pair with this number.');
    return chunk;
  };
  const placeOf = (index: number): number => 2 * (index & (chunkRows - 1));
  /** Makes room for one more pair. */
  const reserve = (): void => {
    const length = size & (chunkRows - 1);
    if (size === 0) chunks.push(new Int32Array(2 * firstRows));
    else if (length === 0) chunks.push(zerosLike(chunkOf(0), 2 * chunkRows));
    else if (size < chunkRows && size >= firstRows && (size & (size - 1)) === 0)
      chunks = [lengthened(chunkOf(0), 4 * size)];
    else return;
    numbers = 2 * size + chunkOf(size).length - 2 * length;
  };
  return {
    append(first: number, second: number): number {
      reserve();
      const [chunk, place] = [chunkOf(size), placeOf(size)];
      chunk[place] = first;
      chunk[place + 1] = second;
      return size++;
    },
    is(index: number, first: number, second: number): boolean {
      const [chunk, place] = [chunkOf(index), placeOf(index)];
      return chunk[place] === first && chunk[place + 1] === second;
    },
    eachHash(visit: (hash: number, index: number) => void): void {
      for (let from = 0; from < size; from += chunkRows) {
        const [chunk, count] = [chunkOf(from), Math.min(chunkRows, size - from)];
        for (let each = 0; each < count; each++)
          visit(hashOf(at(chunk, 2 * each), at(chunk, 2 * each + 1)), from + each);
      }
    },
    firstOf: (index: number): number => at(chunkOf(index), placeOf(index)),
    secondOf: (index: number): number => at(chunkOf(index), placeOf(index) + 1),
    size: (): number => size,
    bytes: (): number => 4 * numbers,
    share(): SharedArrayBuffer[] {
      chunks = chunks.map(inShared);
      return chunks.map(memoryOf);
    },
    attach(lists: readonly SharedArrayBuffer[]): void {
      chunks = lists.map((list) => new Int32Array(list));
    },
  };
}

function hashOf(first: number, second: number): number {
  let hash = Math.imul(0x9e3779b1 ^ first, 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash ^ second, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}

function doubled(numbers: Int32Array = new Int32Array(0)): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
