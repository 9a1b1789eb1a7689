/**
 * Work that may take long is a generator: it yields often, so that whoever does it can do something else in between, or
 * leave it.
 */

/** Does all steps of a work at once. */
export function allSteps<T>(steps: Generator<undefined, T>): T {
  for (let next = steps.next(); ; next = steps.next()) if (next.done === true) return next.value;
}
