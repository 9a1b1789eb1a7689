/**
 * How far a search is, and all that others need to go on with it. Plain data.
 */
import type { Searched } from './emit-search.ts';

/** How far a search is. */
export interface SearchProgress {
  readonly states: number;
  readonly transitions: number;
  /** States from which all was followed. */
  readonly followed: number;
  /** Steps from the start to the farthest state. */
  readonly depth: number;
}

/** A search as it is handed over: all states up to some number of steps are known, the farthest not followed. */
export interface HandedOver extends Searched {
  readonly states: Int32Array;
  readonly parents: Int32Array;
  readonly progress: SearchProgress;
  readonly bounded: number;
  /** See `Search.reached`. */
  readonly reached: Uint8Array;
  readonly memory: number;
}
