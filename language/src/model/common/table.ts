/**
 * Lookup tables for words that users write.
 */

/** Returns a table with exactly these rows, without those that every object inherits, such as `constructor`. */
export const tableOf = <T extends object>(rows: T): T => Object.assign<object, T>(Object.create(null) as object, rows);
