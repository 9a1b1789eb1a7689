/**
 * The message of whatever was thrown.
 */

/** Returns the message of an error, and anything else as text. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
