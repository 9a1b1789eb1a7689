/**
 * Tables by words that people write.
 */

/** Returns a table that has these rows and no others: not the ones that every object has, such as `constructor`. */
export const tableOf = <T extends object>(rows: T): T => Object.assign<object, T>(Object.create(null) as object, rows);
