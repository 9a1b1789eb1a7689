/**
 * Small numbers for equal things: values, messages, settings. A known thing is recognized by its identity; only a new
 * one is compared by its text.
 */
import { keyOf, type Value } from '../../values/values.ts';

/** Numbers things from 0, in the order of arrival. */
export interface Interned<T> {
  readonly idOf: (thing: T) => number;
  readonly get: (id: number) => T;
  readonly size: () => number;
}

/**
 * Creates numbers for objects; those of one key are the same, represented by the first of them. Many are made anew and
 * are like the last one: `isLike` tells that without a key.
 */
export function createInterned<T extends object>(
  keyOfThing: (thing: T) => string,
  isLike: (thing: T, last: T) => boolean = () => false,
): Interned<T> {
  const byIdentity = new WeakMap<T, number>();
  const byKey = new Map<string, number>();
  const things: T[] = [];
  let last = 0;
  return {
    idOf(thing) {
      const known = byIdentity.get(thing);
      if (known !== undefined) return known;
      const latest = things[last];
      if (latest !== undefined && isLike(thing, latest)) {
        byIdentity.set(thing, last);
        return last;
      }
      const key = keyOfThing(thing);
      let id = byKey.get(key);
      if (id === undefined) {
        id = things.length;
        things.push(thing);
        byKey.set(key, id);
      }
      byIdentity.set(thing, id);
      return (last = id);
    },
    get: (id) => item(things, id),
    size: () => things.length,
  };
}

/** Creates numbers for values; a variable without a value yet counts as a value, too. */
export function createInternedValues(): Interned<Value | undefined> {
  const simple = new Map<Value | undefined, number>();
  const objects = new WeakMap<object, number>();
  const byKey = new Map<string, number>();
  const values: (Value | undefined)[] = [];
  const add = (value: Value | undefined): number => values.push(value) - 1;
  return {
    idOf(value) {
      if (typeof value !== 'object' || value === null) {
        let id = simple.get(value);
        if (id === undefined) simple.set(value, (id = add(value)));
        return id;
      }
      const known = objects.get(value);
      if (known !== undefined) return known;
      const key = keyOf(value);
      let id = byKey.get(key);
      if (id === undefined) byKey.set(key, (id = add(value)));
      objects.set(value, id);
      return id;
    },
    get: (id) => values[id],
    size: () => values.length,
  };
}

/** Creates numbers for plain numbers, which may be larger than a packed row holds. */
export function createInternedNumbers(): Interned<number> {
  const ids = new Map<number, number>();
  const numbers: number[] = [];
  return {
    idOf(number) {
      let id = ids.get(number);
      if (id === undefined) ids.set(number, (id = numbers.push(number) - 1));
      return id;
    },
    get: (id) => item(numbers, id),
    size: () => numbers.length,
  };
}

function item<T>(things: readonly T[], id: number): T {
  const thing = things[id];
  if (thing === undefined) throw new Error('Nothing has this number.');
  return thing;
}
