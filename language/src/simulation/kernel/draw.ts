/** Where a run gets its chance from. */

/** Answers what is left to chance; every answer is one of finitely many. */
export interface Draw {
  /**
   * Returns a whole number from 0 to `count - 1`. The rest is for callers that know more about it than chance does: of a
   * loss, how many of the answers are one; of a travel time, the microseconds that an answer stands for.
   */
  readonly pick: (count: number, what?: 'loss' | 'delay', of?: number) => number;
}
