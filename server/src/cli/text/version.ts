/**
 * The version of Aftermath. A test compares it with the manifest, so that no program has to find and read the manifest
 * at run time.
 */
export const version = '0.1.0';
