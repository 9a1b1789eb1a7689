/**
 * The lists of a search: states as words, the number of the predecessor of each, and the table of their hashes. They
 * grow by doubling, as long as they fit into a limit.
 */
import type { SearchCode } from './emit-search.ts';
import { at } from '../../model/common/lookup.ts';

/** The lists that the code works on. */
export interface SearchLists {
  /** Returns the states and their predecessors. */
  readonly all: () => { readonly states: Int32Array; readonly parents: Int32Array };
  /** Returns the number of states that may be known before the lists have to grow. */
  readonly room: () => number;
  /**
   * Makes room for at least `wanted` states, the first `count` of which are known. Returns true if there is any more
   * room.
   */
  readonly grow: (count: number, wanted: number) => boolean;
  readonly bytes: () => number;
  /** Returns the predecessor of a state; the start for itself. */
  readonly before: (state: number) => number;
  /** Returns the distance of a state from the start, in steps. */
  readonly depthOf: (state: number) => number;
}

/** The dimensions of the lists. */
export interface ListOptions {
  readonly words: number;
  /** No state has a greater number. */
  readonly most: number;
  /** The most bytes of all lists, also while they grow. */
  readonly memory: number;
}

const firstCapacity = 1 << 14;
/** The table is fuller only if there is no memory for a larger one. */
const load = { usual: 0.75, most: 0.94 } as const;

/** Returns the number of bits for the number of a state, where this much memory is to be filled. */
export function indexBitsFor({ words, memory }: Pick<ListOptions, 'words' | 'memory'>): number {
  const most = memory / (4 * words + 4 + 4 / load.most);
  return Math.min(31, Math.max(16, Math.ceil(Math.log2(most + 2))));
}

/** Makes lists for few states. */
export function createSearchLists({ words, most, memory }: ListOptions, { attach, enter }: SearchCode): SearchLists {
  let states = new Int32Array(firstCapacity * words);
  let parents = new Int32Array(firstCapacity);
  let table = new Int32Array(firstCapacity * 2);
  let fullest: number = load.usual;
  attach(states, parents, table);

  const capacity = (): number => parents.length;
  const tableRoom = (): number => Math.floor(table.length * fullest);
  const bytes = (): number => 4 * (states.length + parents.length + table.length);

  const before = (state: number): number => at(parents, state);
  const growLists = (count: number, wanted: number): boolean => {
    const old = bytes();
    const fitting = Math.floor((memory - old) / (4 * words + 4));
    const next = Math.min(capacity() * 2, most, fitting);
    if (next < wanted || next < capacity() * 1.05) return false;
    const [larger, parentsToo] = [new Int32Array(next * words), new Int32Array(next)];
    larger.set(states.subarray(0, count * words));
    parentsToo.set(parents.subarray(0, count));
    [states, parents] = [larger, parentsToo];
    return true;
  };
  const growTable = (count: number, wanted: number): boolean => {
    if (bytes() + 4 * table.length > memory) {
      if (fullest === load.most) return false;
      fullest = load.most;
      return tableRoom() >= wanted;
    }
    table = new Int32Array(table.length * 2);
    attach(states, parents, table);
    enter(0, count);
    return true;
  };
  return {
    all: () => ({ states, parents }),
    room: () => Math.min(capacity(), tableRoom()),
    grow: (count, wanted) => {
      const isGrown =
        (capacity() >= wanted || growLists(count, wanted)) && (tableRoom() >= wanted || growTable(count, wanted));
      attach(states, parents, table);
      return isGrown;
    },
    bytes,
    before,
    depthOf: (state) => {
      let steps = 0;
      for (let each = state; each > 0; each = before(each)) steps += 1;
      return steps;
    },
  };
}
