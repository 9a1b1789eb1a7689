/**
 * The budget of work. A run goes on piece by piece: a step of the kernel, a property in a state, an expression that
 * somebody watches. Between two pieces it can be stopped, within one it cannot; so each piece has a bounded amount of
 * work, and a model that needs more of it is at fault, at the line that was being worked on. Work is counted and not
 * timed, so that the same model passes or fails everywhere.
 */
import { RunError } from './run-error.ts';

/** The work of one piece: about 200 ms of it, where one unit is a value that is looked at. */
export const mostWork = 4_000_000;

/** Nothing interrupts a piece, so that all runs can share the count. */
const piece = { isUnderWay: false, left: 0, done: 0 };

/** Returns how much work has been done in all; of use only to compare it with what it was before. */
export const workDone = (): number => piece.done;

/** Counts work, in values that are looked at. Throws a `RunError` when the piece that it is part of has done too much. */
export function spend(amount: number): void {
  if (!piece.isUnderWay) return;
  piece.left -= amount;
  piece.done += amount;
  if (piece.left < 0) {
    throw new RunError(
      'run/work',
      `This takes too much work: one step looks at more than ${mostWork} values. Look at fewer of them, or spread it over several steps.`,
    );
  }
}

/** Does a piece of work; within another one it is a part of that. */
export function inOnePiece<T>(work: () => T): T {
  if (piece.isUnderWay) return work();
  piece.isUnderWay = true;
  piece.left = mostWork;
  try {
    return work();
  } finally {
    piece.isUnderWay = false;
  }
}

/** Makes a function of one argument a piece of work. */
export const asPiece =
  <A, T>(work: (argument: A) => T): ((argument: A) => T) =>
  (argument) => {
    if (piece.isUnderWay) return work(argument);
    piece.isUnderWay = true;
    piece.left = mostWork;
    try {
      return work(argument);
    } finally {
      piece.isUnderWay = false;
    }
  };
