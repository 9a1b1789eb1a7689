/**
 * Validation of values from outside. A shape is a function that proves a type; shapes are built from smaller ones.
 */

/** Returns true if a value is a `T`. */
export type Shape<T> = (value: unknown) => value is T;

/** The type that a shape proves. */
export type Shaped<S> = S extends Shape<infer T> ? T : never;

/** Any text. */
export const text: Shape<string> = (value) => typeof value === 'string';

/** A finite number. */
export const number: Shape<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value);

/** A whole number from 0. */
export const index: Shape<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** `true` or `false`. */
export const booleanShape: Shape<boolean> = (value) => typeof value === 'boolean';

/** Null. */
export const nothing: Shape<null> = (value) => value === null;

/** One of these texts. */
export function oneOf<const T extends readonly string[]>(words: T): Shape<T[number]> {
  return (value): value is T[number] => typeof value === 'string' && words.includes(value);
}

/** A list of items of one shape. */
export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every((one) => item(one));
}

/** A value of either shape. */
export function either<A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> {
  return (value): value is A | B => first(value) || second(value);
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type Required<F extends Fields> = { readonly [K in keyof F]: Shaped<F[K]> };
type Optional<F extends Fields> = { readonly [K in keyof F]?: Shaped<F[K]> };

/** A record with these fields and no others. */
export function record<R extends Fields>(required: R): Shape<Required<R>> {
  return (value): value is Required<R> => hasFields(value, required, {});
}

/** A record with these fields, optionally those of `optional`, and no others. */
export function recordWith<R extends Fields, O extends Fields>(
  required: R,
  optional: O,
): Shape<Required<R> & Optional<O>> {
  return (value): value is Required<R> & Optional<O> => hasFields(value, required, optional);
}

function hasFields(value: unknown, required: Fields, optional: Fields): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  // Read without a copy, because a large graph has tens of thousands of objects.
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in required)
    if (!Object.hasOwn(fields, name) || required[name]?.(fields[name]) !== true) return false;
  for (const name of Object.keys(fields)) {
    if (Object.hasOwn(required, name)) continue;
    if (!Object.hasOwn(optional, name) || optional[name]?.(fields[name]) !== true) return false;
  }
  return true;
}

/** A message: one of several records, distinguished by `type`. */
export function messageOf<M extends Readonly<Record<string, Shape<unknown>>>>(shapes: M): Shape<Shaped<M[keyof M]>> {
  return (value): value is Shaped<M[keyof M]> => {
    if (typeof value !== 'object' || value === null || !('type' in value)) return false;
    const type = value.type;
    return typeof type === 'string' && Object.hasOwn(shapes, type) && shapes[type]?.(value) === true;
  };
}
