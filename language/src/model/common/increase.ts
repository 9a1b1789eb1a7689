/**
 * Counts by key.
 */

/** Adds to the count of a key, which begins at 0. */
export function increase<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
