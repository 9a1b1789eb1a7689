/**
 * The shapes of values from outside, as data that can say what is wrong with a value and where. Independent of any
 * request.
 */
import { URI } from 'vscode-uri';

/** Returns what is wrong with a value, beginning with its path, or nothing if it is a `T`. */
export interface ParameterShape<T> {
  (value: unknown, path: string): string | undefined;
  /** For the compiler only. */
  readonly type?: T;
}

const expected = (what: string, path: string): string => `"${path}" is not ${what}.`;

/** Any text. */
export const textShape: ParameterShape<string> = (value, path) =>
  typeof value === 'string' ? undefined : expected('a text', path);

/** `true` or `false`. */
export const flag: ParameterShape<boolean> = (value, path) =>
  typeof value === 'boolean' ? undefined : expected('true or false', path);

/** A whole number in these bounds. */
export const wholeShape =
  (least: number, most = Number.MAX_SAFE_INTEGER): ParameterShape<number> =>
  (value, path) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? undefined
      : expected(`a whole number from ${String(least)} to ${String(most)}`, path);

/** A whole number from 0. */
export const countShape = wholeShape(0);

/** One of these words. */
export const oneOfShape =
  <const T extends string>(...words: readonly T[]): ParameterShape<T> =>
  (value, path) =>
    words.some((word) => word === value) ? undefined : expected(`one of ${words.join(', ')}`, path);

/** The address of a document. */
export const address: ParameterShape<string> = (value, path) => {
  if (typeof value !== 'string') return expected('a text', path);
  try {
    URI.parse(value);
    return undefined;
  } catch {
    return expected('a URI', path);
  }
};

/** A list of any length. */
export const listShape =
  <T>(shape: ParameterShape<T>): ParameterShape<readonly T[]> =>
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
  readonly optional: ParameterShape<T>;
}

/** Makes a field optional. */
export const maybe = <T>(shape: ParameterShape<T>): Optional<T> => ({ optional: shape });

type Field = ParameterShape<unknown> | Optional<unknown>;

/** The shapes of the fields of a record. */
export type FieldsOf<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K> ? Optional<Exclude<T[K], undefined>> : ParameterShape<T[K]>;
};

/** A record with at least these fields; others are ignored. */
export const recordShape =
  <T extends object>(fields: FieldsOf<T>): ParameterShape<T> =>
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
  <T extends object>(name: string, shapes: Readonly<Record<string, ParameterShape<T>>>): ParameterShape<T> =>
  (value, path) => {
    const at = path === '' ? name : `${path}.${name}`;
    const wrong = recordShape<object>({})(value, path);
    if (wrong !== undefined) return wrong;
    const word: unknown = Reflect.get(value as object, name);
    const shape = typeof word === 'string' && Object.hasOwn(shapes, word) ? shapes[word] : undefined;
    return shape === undefined ? expected(`one of ${Object.keys(shapes).join(', ')}`, at) : shape(value, path);
  };

/** A value of either shape; errors are those of the first. */
export const eitherShape =
  <A, B>(first: ParameterShape<A>, second: ParameterShape<B>): ParameterShape<A | B> =>
  (value, path) =>
    second(value, path) === undefined ? undefined : first(value, path);
