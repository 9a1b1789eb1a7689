/**
 * The set of explored states without times: the core and what is used up are one number, because many states share
 * these two. So a state takes two numbers.
 */
import { at } from '../../../model/common/lookup.ts';
import type { PackedSet } from '../tables/packed-set.ts';
import { createPairSet } from '../tables/pair-set.ts';
import { createPairTable } from '../tables/pair-table.ts';
import { createNumbers } from '../tables/numbers.ts';
import { columns } from './stored-state.ts';

/** The number of columns of a state without a time. */
const width = 3;

/** Stands for the number of a pair that is not known: no pair has it. */
const noPair = 0x7fffffff;

/** Creates an empty set of such rows. A row that begins with a negative number has the same one in all columns. */
export function createStateSet(): PackedSet {
  const set = createPairSet();
  const pairs = createPairTable();
  const [cores, spents] = [createNumbers(), createNumbers()];

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
  const pairIn = (rows: Int32Array, from: number): number =>
    pairOf(at(rows, from + columns.core), at(rows, from + columns.spent));
  /** A state is looked up without a change, so that threads can do that at once. */
  const knownIn = (rows: Int32Array, from: number): number => {
    const core = at(rows, from + columns.core);
    const pair = core < 0 ? core : pairs.get(core, at(rows, from + columns.spent));
    return core >= 0 && pair < 0 ? noPair : pair;
  };
  const add = (row: Int32Array, index = 0): number =>
    set.add(pairIn(row, width * index), at(row, width * index + columns.underWay));
  return {
    width,
    add,
    find(rows, count, into) {
      for (let each = 0; each < count; each++)
        set.ask(each, knownIn(rows, width * each), at(rows, width * each + columns.underWay));
      set.find(count, into);
    },
    addFound: (rows, index) => (set.askedFirst(index) === noPair ? add(rows, index) : set.addAsked(index)),
    read(index, into) {
      const pair = set.firstOf(index);
      into[columns.core] = pair < 0 ? pair : cores.at(pair);
      into[columns.underWay] = pair < 0 ? pair : set.secondOf(index);
      into[columns.spent] = pair < 0 ? pair : spents.at(pair);
    },
    at(index, column) {
      const pair = set.firstOf(index);
      if (pair < 0) return pair;
      if (column === columns.underWay) return set.secondOf(index);
      return column === columns.core ? cores.at(pair) : spents.at(pair);
    },
    size: set.size,
    growth: set.growth,
    bytes: () => set.bytes() + pairs.bytes() + cores.bytes() + spents.bytes(),
    tables: [set, pairs, cores, spents],
  };
}
