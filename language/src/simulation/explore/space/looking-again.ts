/** How threads look up transitions once more, while the states of a space stay as they are. */

/** The transitions of a state that were followed again: a part of two columns. */
export interface Again {
  readonly found: Int32Array;
  readonly turn: Int32Array;
  readonly first: number;
  readonly size: number;
  /** True if other moves wait for these. */
  readonly isPartial: boolean;
}

/** What threads found. */
export interface FoundAgain {
  /** The number of states that they were asked about. */
  readonly count: number;
  /** Returns the transitions of one of these; undefined where a thread has to find them alone. */
  readonly of: (index: number) => Again | undefined;
}

/** The threads that look. */
export interface LookingAgain {
  /** Looks up the transitions of the first of some states; of none if there are too few of them. */
  readonly again: (states: Int32Array) => FoundAgain;
  /** Waits until no thread looks anything up. */
  readonly settle: () => void;
  readonly bytes: () => number;
}
