/**
 * Results that are found once.
 */

/** Returns a function that computes its result when first called. */
export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** Returns a function that computes its result once for each object, and forgets it with the object. */
export function oncePer<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let result = known.get(key);
    if (result === undefined) known.set(key, (result = { value: compute(key) }));
    return result.value;
  };
}

/**
 * Returns a function that returns, in place of a list, the list before it that begins with the same element, if all
 * others are the same as well: so what is known of that one holds of this one. Forgets a list with its first element.
 */
export function sameLists<T extends object>(): (list: readonly T[]) => readonly T[] {
  const known = new WeakMap<T, readonly T[]>();
  return (list) => {
    const [first] = list;
    if (first === undefined) return list;
    const before = known.get(first);
    if (before?.length === list.length && before.every((each, index) => each === list[index])) return before;
    known.set(first, list);
    return list;
  };
}

/** The number of results for texts that are kept at once. */
const mostTexts = 256;

/** Returns the result for a text, and computes it if it is not known. */
export type ResultsByText<V> = (text: string, compute: () => V) => V;

/** Returns a function that computes a result once for each text, and forgets all of them when they become many. */
export function oncePerText<V>(): ResultsByText<V> {
  const known = new Map<string, { readonly value: V }>();
  return (text, compute) => {
    let result = known.get(text);
    if (result === undefined) {
      if (known.size === mostTexts) known.clear();
      known.set(text, (result = { value: compute() }));
    }
    return result.value;
  };
}
