/**
 * What the log says of an exception.
 */

/** Writes an exception with the place that it comes from, as far as it tells. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
