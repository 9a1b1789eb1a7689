/**
 * Lists by key.
 */

/** Appends a value to the list of a key, creating the list if there is none. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
