/** The parts of a model that an export to Promela does not cover: each construct with its place, found in one pass. */
import type { PlaceId } from '../../../model/machines/action.ts';
import { RunError } from '../../values/run-error.ts';
import { spend } from '../../values/work.ts';

/** A construct that has no translation. */
export interface Uncovered {
  /** Its name, for the middle of a sentence. */
  readonly what: string;
  readonly place: PlaceId;
}

/** Thrown while a piece of a model is translated, and caught where its place is known. */
export class NotCovered extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'NotCovered';
  }
}

/** Returns true if an error is about coverage: an export that takes too much work is not covered either. */
export const isAboutCoverage = (error: unknown): error is Error =>
  error instanceof NotCovered || (error instanceof RunError && error.code === 'run/work');

/** SPIN, and the C compiler after it, do not read longer expressions in reasonable time. */
const longest = 200_000;

/** Writing this many characters costs as much work as one value. */
const charactersAtOnce = 16;

/**
 * Returns the text of an expression. Throws `NotCovered` where operands that are written twice have made it too long.
 */
export function writtenOut(text: string): string {
  spend(1 + text.length / charactersAtOnce);
  if (text.length > longest) throw new NotCovered('an expression that is too long when it is written out');
  return text;
}

/** Thrown for a name that an entity does not have: reading it ends a run. */
export class NoSuchName extends NotCovered {
  constructor(name: string) {
    super(`the setting "${name}"`);
    this.name = 'NoSuchName';
  }
}
