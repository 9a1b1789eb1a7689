/**
 * The shapes of values from outside, as data that can say what is wrong with a value and where. Independent of any
 * request.
 */
import { URI } from 'vscode-uri';

/** Returns what is wrong with a value, beginning with its path, or nothing if it is a `T`. */
export interface Shape<T> {
  (value: unknown, path: string): string | undefined;
  /** For the compiler only. */
  readonly type?: T;
}

const expected = (what: string, path: string): string => `"${path}" is not ${what}.`;

/** Any text. */
export const text: Shape<string> = (value, path) => (typeof value === 'string' ? undefined : expected('a text', path));

/** `true` or `false`. */
export const flag: Shape<boolean> = (value, path) =>
  typeof value === 'boolean' ? undefined : expected('true or false', path);

/** A whole number in these bounds. */
export const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER): Shape<number> =>
  (value, path) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? undefined
      : expected(`a whole number from ${String(least)} to ${String(most)}`, path);

/** A whole number from 0. */
export const count = whole(0);

/** One of these words. */
export const oneOf =
  <const T extends string>(...words: readonly T[]): Shape<T> =>
  (value, path) =>
    words.some((word) => word === value) ? undefined : expected(`one of ${words.join(', ')}`, path);

/** The address of a document. */
export const address: Shape<string> = (value, path) => {
  if (typeof value !== 'string') return expected('a text', path);
  try {
    URI.parse(value);
    return undefined;
  } catch {
    return expected('a URI', path);
  }
};

/** A list of any length. */
export const listOf =
  <T>(shape: Shape<T>): Shape<readonly T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) return expected('a list', path);
    for (const [index, each] of value.entries()) {
      const wrong = shape(each, `${path}[${String(index)}]`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

/** An optional field. */
export interface Optional<T> {
  readonly optional: Shape<T>;
}

/** Makes a field optional. */
export const maybe = <T>(shape: Shape<T>): Optional<T> => ({ optional: shape });

type Field = Shape<unknown> | Optional<unknown>;

/** The shapes of the fields of a record. */
export type FieldsOf<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K> ? Optional<Exclude<T[K], undefined>> : Shape<T[K]>;
};

/** A record with at least these fields; others are ignored. */
export const record =
  <T extends object>(fields: FieldsOf<T>): Shape<T> =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return expected('an object', path);
    for (const [name, field] of Object.entries<Field>(fields)) {
      const found: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
      if ('optional' in field && found === undefined) continue;
      const wrong = ('optional' in field ? field.optional : field)(found, path === '' ? name : `${path}.${name}`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

/** A record whose field `name` says which shape it has. */
export const cases =
  <T extends object>(name: string, shapes: Readonly<Record<string, Shape<T>>>): Shape<T> =>
  (value, path) => {
    const at = path === '' ? name : `${path}.${name}`;
    const wrong = record<object>({})(value, path);
    if (wrong !== undefined) return wrong;
    const word: unknown = Reflect.get(value as object, name);
    const shape = typeof word === 'string' && Object.hasOwn(shapes, word) ? shapes[word] : undefined;
    return shape === undefined ? expected(`one of ${Object.keys(shapes).join(', ')}`, at) : shape(value, path);
  };

/** A value of either shape; errors are those of the first. */
export const either =
  <A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> =>
  (value, path) =>
    second(value, path) === undefined ? undefined : first(value, path);
