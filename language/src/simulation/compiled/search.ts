/**
 * Searches all states that the rules of a check lead to, the nearest first, in slices: lists grow by doubling as long
 * as the memory allows. Knows nothing of properties: it finds the first states where conditions hold.
 */
import type { Expression } from '../../model/machines/expression.ts';
import type { RunText } from './compiled-rules.ts';
import type { HandedOver, SearchProgress } from './search-progress.ts';
import { emitSearch, numbers, type SearchCode, type SearchGoal } from './emit-search.ts';
import { pack, packingOf, unpack } from './packing.ts';
import type { PreparedRules } from './prepared-rules.ts';
import { createSearchLists, indexBitsFor, type SearchLists } from './search-lists.ts';
import { itemAt } from '../../model/common/lookup.ts';

/** The conditions to search for, and the limits. */
export interface SearchOptions {
  readonly wanted: readonly SearchGoal[];
  readonly bounds: readonly Expression[];
  /** The most bytes that the lists may take. */
  readonly memory: number;
  /** The number of states at which it pauses where others can continue; absent for never. */
  readonly pausesFrom?: number | undefined;
}

/** The first rule that failed, if the search ended with it. */
export interface Failed {
  /** The piece of text that failed, and how. */
  readonly place: number;
  readonly kind: number;
  /** The state that it was applied to. */
  readonly state: number;
  /** The number of states known by then. */
  readonly known: number;
}

/** A search under way. States are numbered from the start on, in the order in which they were found. */
export interface CompiledSearch {
  /** Expands this many more states, and returns why it stopped. */
  readonly advance: (states: number) => 'paused' | 'over' | 'ended' | 'full';
  readonly progress: () => SearchProgress;
  readonly bounded: () => number;
  readonly bytes: () => number;
  /** Returns the first state in which a wanted condition holds. */
  readonly firstOf: (wanted: number) => number | undefined;
  /** Returns the first state in which no rule applies. */
  readonly stuck: () => number | undefined;
  readonly failed: () => Failed | undefined;
  /** By place: 1 for each transition and rule reached. */
  readonly reached: Uint8Array;
  /** Returns the predecessor of a state; the start for itself. */
  readonly before: (state: number) => number;
  /** Returns the numbers of a state, in a new list. */
  readonly stateAt: (state: number) => Int32Array;
  /** Returns true if numbers are those of a state. */
  readonly isAt: (numbers: Int32Array, state: number) => boolean;
  /** Returns everything that others need to continue; only between two distances from the start. */
  readonly handOver: () => HandedOver | undefined;
  /** Returns the distance of a state from the start, in steps. */
  readonly depthOf: (state: number) => number;
}

type Make<Tell> = (n: Float64Array, h: Tell, x: Uint8Array) => SearchCode;

/** Begins a search. Throws `Unsupported` for a condition that needs the interpreter. */
export function startSearch(prepared: PreparedRules, options: SearchOptions, runText: RunText): CompiledSearch {
  const packing = packingOf(prepared);
  const { words } = packing;
  const indexBits = indexBitsFor({ words, memory: options.memory });
  const shared = new Float64Array(numbers.firstOf + options.wanted.length);
  shared.fill(-1, numbers.stuck);
  let failed: Failed | undefined;
  const tell = (place: number, kind: number, state: number, known: number): void => {
    failed = { place, kind, state, known };
  };
  const searched = { ...options, prepared, packing, indexBits };
  const reached = new Uint8Array(prepared.places);
  const make = runText(['N', 'H', 'X'], emitSearch(searched)) as Make<typeof tell>;
  const code = make(shared, tell, reached);
  const lists = createSearchLists({ words, most: 2 ** indexBits - 1, memory: options.memory }, code);
  pack(packing, prepared.start, lists.all().states, 0);
  code.begin();
  const read = (place: number): number => itemAt(shared, place);
  const known = (state: number): number | undefined => (state < 0 ? undefined : state);
  const { pausesFrom = Infinity } = options;
  const { goOn, depth, isBetween } = stepsOf({ code, lists, read, rules: prepared.rules.length, pausesFrom });
  const packed = new Int32Array(words);
  const progress = (): SearchProgress => ({
    states: read(numbers.count),
    transitions: read(numbers.transitions),
    followed: read(numbers.current),
    depth: depth(),
  });
  return {
    advance: goOn,
    progress,
    bounded: () => read(numbers.bounded),
    bytes: lists.bytes,
    firstOf: (wanted) => known(read(numbers.firstOf + wanted)),
    stuck: () => known(read(numbers.stuck)),
    failed: () => failed,
    reached,
    handOver: () =>
      !isBetween()
        ? undefined
        : { ...searched, ...lists.all(), progress: progress(), bounded: read(numbers.bounded), reached },
    before: lists.before,
    stateAt: (state) => unpack(packing, lists.all().states, state * words),
    isAt: (state, index) => {
      pack(packing, state, packed, 0);
      return packed.every((word, place) => word === lists.all().states[index * words + place]);
    },
    depthOf: lists.depthOf,
  };
}

interface Stepping {
  readonly code: SearchCode;
  readonly lists: SearchLists;
  readonly read: (place: number) => number;
  /** The successors of one state fit without checking how much room there is. */
  readonly rules: number;
  readonly pausesFrom: number;
}

/** Goes on level by level: all states at one distance from the start are expanded before any farther one. */
function stepsOf({ code, lists, read, rules, pausesFrom }: Stepping) {
  // All states before this one are at most as far from the start as the last one that was expanded.
  let [depth, levelEnd] = [0, 1];
  const goOn = (states: number): ReturnType<CompiledSearch['advance']> => {
    const until = read(numbers.current) + states;
    for (;;) {
      code.run(Math.min(until, levelEnd), lists.room() - rules);
      if (read(numbers.ended) > 0) return 'ended';
      const [current, count] = [read(numbers.current), read(numbers.count)];
      if (current >= count) return 'over';
      const isLevelDone = current >= levelEnd;
      if (isLevelDone) [depth, levelEnd] = [depth + 1, count];
      if (current >= until || (isLevelDone && count >= pausesFrom)) return 'paused';
      if (lists.room() - rules >= count) continue;
      if (!lists.grow(read(numbers.count), read(numbers.count) + rules + 1)) return 'full';
    }
  };
  const isBetween = (): boolean => read(numbers.count) <= levelEnd;
  return {
    goOn,
    depth: () => (isBetween() ? depth : depth + 1),
    isBetween,
  };
}
