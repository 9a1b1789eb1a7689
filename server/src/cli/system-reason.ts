/**
 * Why the system could not do something with a file.
 */

/** Returns the system's code and words for a fault; what is no fault of the system is thrown again. */
export function systemReason(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error;
  return { code: error.code, message: error.message };
}
