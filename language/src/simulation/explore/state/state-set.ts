/**
 * The set of explored states without times: the core and what is used up are one number, because many states share
 * these two. So a state takes two numbers.
 */
import { at } from '../../../model/lookup.ts';
import { createPackedSet, type PackedSet } from './packed-set.ts';
import { createPairTable } from './pair-table.ts';
import { createNumbers } from './state-graph.ts';
import { columns } from './stored-state.ts';

/** The number of columns of a state without a time. */
const width = 3;

/** Creates an empty set of such rows. A row that begins with a negative number has the same one in all columns. */
export function createStateSet(): PackedSet {
  const set = createPackedSet(2);
  const pairs = createPairTable();
  const [cores, spents] = [createNumbers(), createNumbers()];
  let packed = new Int32Array(2);

  const pairOf = (core: number, spent: number): number => {
    if (core < 0) return core;
    let pair = pairs.get(core, spent);
    if (pair < 0) {
      pair = cores.size();
      pairs.set(core, spent, pair);
      cores.push(core);
      spents.push(spent);
    }
    return pair;
  };
  /** Packs a number of rows, from an index on. */
  const pack = (rows: Int32Array, first: number, count: number): Int32Array => {
    if (packed.length < 2 * count) packed = new Int32Array(4 * count);
    for (let each = 0; each < count; each++) {
      const from = width * (first + each);
      packed[2 * each] = pairOf(at(rows, from + columns.core), at(rows, from + columns.spent));
      packed[2 * each + 1] = at(rows, from + columns.underWay);
    }
    return packed;
  };
  const readAt = (index: number, column: number): number => {
    const pair = set.at(index, 0);
    if (pair < 0) return pair;
    if (column === columns.underWay) return set.at(index, 1);
    return column === columns.core ? cores.at(pair) : spents.at(pair);
  };
  return {
    width,
    add: (row, index = 0) => set.add(pack(row, index, 1)),
    find(rows, count, into) {
      set.find(pack(rows, 0, count), count, into);
    },
    read(index, into) {
      for (let column = 0; column < width; column++) into[column] = readAt(index, column);
    },
    at: readAt,
    size: set.size,
    growth: set.growth,
    bytes: () => set.bytes() + pairs.bytes() + cores.bytes() + spents.bytes(),
  };
}
