/**
 * Exceptions as text for the log.
 */

/** Returns an exception with its stack, if it has one. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
