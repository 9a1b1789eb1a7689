/** The progress of a search, and everything that others need to continue it. Plain data. */
import type { SearchInput } from './emit-search.ts';

/** The progress of a search. */
export interface SearchProgress {
  readonly states: number;
  readonly transitions: number;
  /** Expanded states. */
  readonly followed: number;
  /** Steps from the start to the farthest state. */
  readonly depth: number;
}

/** A search as it is handed over: all states up to some distance are known, the farthest not expanded. */
export interface HandedOver extends SearchInput {
  readonly states: Int32Array;
  readonly parents: Int32Array;
  readonly progress: SearchProgress;
  readonly bounded: number;
  /** See `Search.reached`. */
  readonly reached: Uint8Array;
  readonly memory: number;
}
