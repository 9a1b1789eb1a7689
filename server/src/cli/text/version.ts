/**
 * The version of Aftermath, as in the manifest; a test holds the two together, so that no program
 * has to find and read the manifest where it runs.
 */
export const version = '0.1.0';
