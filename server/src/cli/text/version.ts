/**
 * What the manifest says of Aftermath. Tests compare it with the manifest, so that no program has to find and read that
 * at run time.
 */

export const version = '0.1.0';

/** The address of the project's repository. */
export const repository = 'https://github.com/aftermath-lang/aftermath';
