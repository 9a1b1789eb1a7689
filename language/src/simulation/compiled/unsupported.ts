/**
 * What a model needs that is not compiled to JavaScript; such a model is interpreted.
 */
import { RunError } from '../values/run-error.ts';
import { inOnePiece, spend } from '../values/work.ts';

/** Thrown while code is written, and caught where it is asked for. */
export class Unsupported extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'Unsupported';
  }
}

/** Writes code, or does something else where that is not supported, or takes more work than one piece may. */
export function ifSupported<T, U>(write: () => T, otherwise: (needs: string) => U): T | U {
  try {
    return inOnePiece(write);
  } catch (error) {
    if (error instanceof Unsupported || (error instanceof RunError && error.code === 'run/work'))
      return otherwise(error.message);
    throw error;
  }
}

/** A longer expression takes longer to compile than to interpret. */
const longest = 200_000;

/** So many characters are written as quickly as one value is looked at. */
const charactersAtOnce = 16;

/** Returns the text of an expression. Throws `Unsupported` where operands that are written out twice have made it too long. */
export function writtenOut(text: string): string {
  spend(1 + text.length / charactersAtOnce);
  if (text.length > longest) throw new Unsupported('an expression that is too long when it is written out');
  return text;
}
