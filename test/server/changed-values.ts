/** Values with one part replaced or removed. */
/** A part of a value, with the path of keys to it. */
export interface Part {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Returns all parts of a value, itself included. */
export function partsOf(value: unknown, path: Part['path'] = []): Part[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const isList = Array.isArray(value);
  return [{ path, value }, ...inner.flatMap(([key, each]) => partsOf(each, [...path, isList ? Number(key) : key]))];
}

/** Returns a copy with the part at a path replaced or removed. */
export function changed(
  value: unknown,
  [key, ...rest]: Part['path'],
  made: { readonly value: unknown } | undefined,
): unknown {
  if (key === undefined) return made?.value;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  if (rest.length === 0 && made === undefined) Reflect.deleteProperty(copy, key);
  else copy[key] = changed(copy[key], rest, made);
  return copy;
}

/** Returns the kind of a JSON value. */
export const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;

/** Values of every kind, hostile ones among them. */
export const junk = [
  ...[null, true, false, 0, -1, -7, 1.5, 1e300, 2 ** 32, Number.MAX_SAFE_INTEGER, '', 'x', ': :', 'constructor'],
  ...['__proto__', [], [null], {}, { kind: 'toString' }, { __proto__: null, uri: 5 }],
];
