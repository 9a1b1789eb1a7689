/**
 * The message of any thrown value.
 */

/** Returns the message of an error, or any other value as text. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
