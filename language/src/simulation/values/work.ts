/**
 * The budget of work. A run proceeds in pieces: a step of the kernel, a property in a state, a watched expression.
 * Between two pieces it can be stopped, within one it cannot; so each piece has a bounded amount of work, and a model
 * that needs more is at fault, at the line being evaluated. Work is counted, not timed, so the same model passes or
 * fails on every machine.
 */
import { RunError } from './run-error.ts';
import { t } from '../../model/common/translation.ts';

/** The work of one piece: about 200 ms, where one unit is one value examined. */
export const mostWork = 4_000_000;

/** Nothing interrupts a piece, so all runs can share the count. */
const piece = { isUnderWay: false, left: 0, done: 0 };

/** Returns the work done in total; only differences between two calls mean anything. */
export const workDone = (): number => piece.done;

/** Counts work, in values examined. Throws a `RunError` when the current piece exceeds its budget. */
export function spend(amount: number): void {
  if (!piece.isUnderWay) return;
  piece.left -= amount;
  piece.done += amount;
  if (piece.left < 0) {
    throw new RunError(
      'run/work',
      t`This takes too much work: one step reads more than ${mostWork} values. Read fewer of them, or spread the work over several steps.`,
    );
  }
}

/** Does a piece of work; within another piece it is part of that one. */
export function withinOneBudget<T>(work: () => T): T {
  if (piece.isUnderWay) return work();
  piece.isUnderWay = true;
  piece.left = mostWork;
  try {
    return work();
  } finally {
    piece.isUnderWay = false;
  }
}

/** The number of reads under way, each within another. Nothing interrupts an expression, so all runs can share it. */
export const reads = { underWay: 0 };

/** Forgets a piece of work that was ended from outside, in the middle. */
export function forgetPiece(): void {
  piece.isUnderWay = false;
  reads.underWay = 0;
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
