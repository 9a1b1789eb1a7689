/** Where a run gets its chance from. */

/** Answers what is left to chance; every answer is one of finitely many. */
export interface Draw {
  /** Returns a whole number from 0 to `count - 1`; `what` is for callers that know more about it than chance does. */
  readonly pick: (count: number, what?: 'loss' | 'delay') => number;
}
