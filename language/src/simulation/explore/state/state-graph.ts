/**
 * The transition graph of an exploration: for each state its transitions, in the order in which they are explored, and
 * the turn that each of them gives to whatever is owed one.
 */
import { at } from '../../../model/lookup.ts';

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

/** Creates an empty list. */
export function createNumbers(): Numbers {
  let numbers = new Int32Array(64);
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
    at: (index) => at(numbers, index),
    set: (index, number) => {
      numbers[index] = number;
    },
    size: () => size,
    all: () => numbers.subarray(0, size),
    bytes: () => 4 * numbers.length,
  };
}

/** The number for transitions that are owed no turn: one may stay possible forever without being taken. */
export const unowed = -1;

/** The turn of the plain steps of a check, which go on by themselves. */
export const plainTurn = 0;

/** The turn of time itself. */
export const timeTurn = -2;

/** States from 0; the transitions of state s are `[offsets[s], offsets[s + 1])`. */
export interface StateGraph {
  readonly stateCount: number;
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  /** By transition: the turn it takes, of a machine's timer, a message, a restart; `unowed` if it need not happen. */
  readonly owed: Int32Array;
  /**
   * Returns the turns relieved along an edge that does not give them: that of a timer that is disarmed, also if it is
   * armed again in the same step; with an exact clock that of time itself, where some passes.
   */
  readonly relieved: (edge: number) => readonly number[];
  /** The turns owed in each state: with an exact clock that of time itself, which no run holds up forever. */
  readonly waits: readonly number[];
  /** Returns true if not every transition of a state was followed: because of a bound, a horizon or another limit. */
  readonly isCut: (state: number) => boolean;
  /** The number of states, from 0, that a run may start in. */
  readonly startCount: number;
}
