/** Features of a model that are not compiled to JavaScript; a model with one of them is interpreted. */
import { RunError } from '../values/run-error.ts';
import { withinOneBudget, spend } from '../values/work.ts';

/** Thrown while code is generated, and caught where the code is asked for. */
export class Unsupported extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'Unsupported';
  }
}

/** Generates code, or does something else where that is not supported, or takes more work than one piece may. */
export function ifSupported<T, U>(write: () => T, otherwise: (needs: string) => U): T | U {
  try {
    return withinOneBudget(write);
  } catch (error) {
    if (error instanceof Unsupported || (error instanceof RunError && error.code === 'run/work'))
      return otherwise(error.message);
    throw error;
  }
}

/** A longer expression takes longer to compile than to interpret. */
const longest = 200_000;

/** Writing this many characters costs as much work as one value. */
const charactersAtOnce = 16;

/**
 * Returns the text of an expression. Throws `Unsupported` where operands that are written twice have made it too long.
 */
export function expandedText(text: string): string {
  spend(1 + text.length / charactersAtOnce);
  if (text.length > longest) throw new Unsupported('an expression that is too long when it is written out');
  return text;
}
