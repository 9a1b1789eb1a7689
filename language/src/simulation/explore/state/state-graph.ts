/**
 * How the states of an exploration follow each other: for each state its ways on, in the order in which
 * they are gone, and which thing that is owed its turn each of them gives one.
 */

/** A list of numbers that grows. */
export interface Numbers {
  readonly push: (number: number) => void;
  readonly at: (index: number) => number;
  readonly set: (index: number, number: number) => void;
  readonly size: () => number;
  /** The numbers so far, without a copy. */
  readonly all: () => Int32Array;
  readonly bytes: () => number;
}

/** Makes an empty list. */
export function createNumbers(): Numbers {
  let numbers = new Int32Array(1024);
  let size = 0;
  return {
    push(number) {
      if (size === numbers.length) {
        const grown = new Int32Array(2 * size);
        grown.set(numbers);
        numbers = grown;
      }
      numbers[size++] = number;
    },
    at: (index) => numbers[index] ?? 0,
    set: (index, number) => {
      numbers[index] = number;
    },
    size: () => size,
    all: () => numbers.subarray(0, size),
    bytes: () => 4 * numbers.length,
  };
}

/** What may happen for ever without anybody having to let it. */
export const unowed = -1;

/** The plain steps of a check go on by themselves. */
export const plainTurn = 0;

/** The turn of time itself. */
export const timeTurn = -2;

/** States from 0; the ways of state s are `[offsets[s], offsets[s + 1])`. */
export interface StateGraph {
  readonly stateCount: number;
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  /** What gets its turn: a machine's timer, a message, a restart; `unowed` for what need not happen. */
  readonly owed: Int32Array;
  /**
   * Who does not go on waiting for its turn along an edge that gives it none: a timer that is disarmed, also if it is
   * armed anew in the same step; with an exact clock time itself, where some passes.
   */
  readonly relieved: (edge: number) => readonly number[];
  /** Who waits for a turn in each state: with an exact clock time itself, which no run holds up for ever. */
  readonly waits: readonly number[];
  /** Whether a state was not followed in every way it has: a bound, a horizon or another limit. */
  readonly isCut: (state: number) => boolean;
  /** How many states, from 0, a run may start in. */
  readonly startCount: number;
}
