/**
 * Long work as a generator: it yields often, so that its driver can do other work in between, or cancel.
 */

/** Runs a generator to its end and returns its result. */
export function allSteps<T>(steps: Generator<undefined, T>): T {
  for (let next = steps.next(); ; next = steps.next()) if (next.done === true) return next.value;
}
