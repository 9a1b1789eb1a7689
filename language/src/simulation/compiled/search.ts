/**
 * Searches all states that the rules of a check lead to, the nearest first, in slices: lists grow by doubling
 * as long as the memory allows. Knows nothing of properties: it finds the first states where conditions hold.
 */
import type { Expression } from '../../model/expression.ts';
import type { RunText } from './compiled-rules.ts';
import type { SearchCode, Wanted } from './emit-search.ts';
import { emitSearch, numbers } from './emit-search.ts';
import { pack, packingOf, unpack } from './packing.ts';
import type { PreparedRules } from './prepared-rules.ts';
import { createLists, indexBitsFor } from './search-lists.ts';

/** What is looked for, and how far. */
export interface SearchOptions {
  readonly wanted: readonly Wanted[];
  readonly bounds: readonly Expression[];
  /** The most bytes that the lists may take. */
  readonly memory: number;
}

/** The first rule that failed, if the search ended with it. */
export interface Failed {
  /** The piece of text that failed, and how. */
  readonly place: number;
  readonly kind: number;
  /** The state that it was applied to. */
  readonly state: number;
  /** How many states were known by then. */
  readonly known: number;
}

/** A search under way. States are numbered from the start on, in the order in which they were found. */
export interface Search {
  /** Follows so many states more, and says why it stopped. */
  readonly goOn: (states: number) => 'paused' | 'over' | 'ended' | 'full';
  readonly progress: () => { readonly states: number; readonly transitions: number; readonly followed: number };
  readonly bounded: () => number;
  readonly bytes: () => number;
  /** The first state in which a condition holds that is looked for. */
  readonly firstOf: (wanted: number) => number | undefined;
  /** The first state in which no rule applies. */
  readonly stuck: () => number | undefined;
  readonly failed: () => Failed | undefined;
  /** The states on a shortest way from the start to a state, both included. */
  readonly wayTo: (state: number) => readonly Int32Array[];
  /** How many steps a state is from the start. */
  readonly depthOf: (state: number) => number;
}

/** Begins a search. Throws `Unsupported` for a condition that needs the interpreter. */
export function startSearch(prepared: PreparedRules, options: SearchOptions, runText: RunText): Search {
  const packing = packingOf(prepared);
  const { words } = packing;
  const indexBits = indexBitsFor({ words, memory: options.memory });
  const shared = new Float64Array(numbers.firstOf + options.wanted.length);
  shared.fill(-1, numbers.stuck);
  let failed: Failed | undefined;
  const tell = (place: number, kind: number, state: number, known: number): void => {
    failed = { place, kind, state, known };
  };
  const text = emitSearch({ ...options, prepared, packing, indexBits });
  const code = (runText(['N', 'H'], text) as (n: Float64Array, h: typeof tell) => SearchCode)(shared, tell);
  const lists = createLists({ words, most: 2 ** indexBits - 1, memory: options.memory }, code);
  pack(packing, prepared.start, lists.states(), 0);
  code.begin();
  // What follows one state fits without a look at how much room there is.
  const mostAtOnce = prepared.rules.length;
  const read = (place: number): number => shared[place] ?? 0;
  const known = (state: number): number | undefined => (state < 0 ? undefined : state);
  const goOn = (states: number): ReturnType<Search['goOn']> => {
    const until = read(numbers.current) + states;
    for (;;) {
      code.run(until, lists.room() - mostAtOnce);
      if (read(numbers.ended) > 0) return 'ended';
      if (read(numbers.current) >= read(numbers.count)) return 'over';
      if (read(numbers.current) >= until) return 'paused';
      if (!lists.grow(read(numbers.count), read(numbers.count) + mostAtOnce + 1)) return 'full';
    }
  };
  return {
    goOn,
    progress: () => ({
      states: read(numbers.count),
      transitions: read(numbers.transitions),
      followed: read(numbers.current),
    }),
    bounded: () => read(numbers.bounded),
    bytes: lists.bytes,
    firstOf: (wanted) => known(read(numbers.firstOf + wanted)),
    stuck: () => known(read(numbers.stuck)),
    failed: () => failed,
    wayTo: (state) => lists.wayTo(state).map((each) => unpack(packing, lists.states(), each * words)),
    depthOf: (state) => lists.wayTo(state).length - 1,
  };
}
