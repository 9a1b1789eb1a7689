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
