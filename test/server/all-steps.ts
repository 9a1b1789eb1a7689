/**
 * Runs work in steps at once.
 */

/** Returns the result of work in steps, without running anything else between them. */
export function allSteps<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}
