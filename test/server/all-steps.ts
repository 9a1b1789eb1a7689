/**
 * Work in steps, done at once.
 */

/** Returns the result of a work, without anything else between its steps. */
export function allSteps<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}
