/**
 * Computes what `count` and `for_each` say, as far as the files say it: literals, defaults of variables, locals,
 * and a few functions. Everything else is unknown.
 */
import type { HclToken } from './hcl-tokens.ts';

/** A known value. */
export type HclValue =
  | string
  | number
  | boolean
  | null
  | readonly HclValue[]
  | { readonly object: ReadonlyMap<string, HclValue> };

/** Returns the value of a reference such as `var.zones`; undefined if it is unknown. */
export type ValueOf = (names: readonly string[]) => HclValue | undefined;

/** Returns the value of an expression; undefined if it is unknown. `O(tokens)`. */
export function hclValue(tokens: readonly HclToken[], known: ValueOf): HclValue | undefined {
  const reader: Reader = { tokens: tokens.filter(({ kind }) => kind !== 'line'), at: 0, known };
  const value = conditional(reader);
  return reader.at === reader.tokens.length ? value : undefined;
}

interface Reader {
  readonly tokens: readonly HclToken[];
  at: number;
  readonly known: ValueOf;
}

function take(reader: Reader, text: string): boolean {
  const token = reader.tokens[reader.at];
  const isIt = token?.kind === 'mark' && token.text === text;
  if (isIt) reader.at++;
  return isIt;
}

function conditional(reader: Reader): HclValue | undefined {
  const first = compared(reader);
  if (!take(reader, '?')) return first;
  const yes = conditional(reader);
  if (!take(reader, ':')) return undefined;
  const no = conditional(reader);
  return typeof first === 'boolean' ? (first ? yes : no) : undefined;
}

function compared(reader: Reader): HclValue | undefined {
  const first = primary(reader);
  const token = reader.tokens[reader.at];
  if (token?.kind !== 'mark' || !['==', '!=', '>', '<', '>=', '<='].includes(token.text)) return first;
  reader.at++;
  const second = primary(reader);
  if (first === undefined || second === undefined) return undefined;
  if (token.text === '==') return first === second;
  if (token.text === '!=') return first !== second;
  if (typeof first !== 'number' || typeof second !== 'number') return undefined;
  if (token.text.startsWith('>')) return token.text === '>=' ? first >= second : first > second;
  return token.text === '<=' ? first <= second : first < second;
}

function primary(reader: Reader): HclValue | undefined {
  const token = reader.tokens[reader.at];
  if (token === undefined) return undefined;
  reader.at++;
  if (token.kind === 'number') return Number(token.text);
  if (token.kind === 'text') return token.inner?.length === 0 && !token.text.includes('\\') ? token.text : undefined;
  if (token.kind === 'name') return named(reader, token.text);
  if (token.text === '!') {
    const value = primary(reader);
    return typeof value === 'boolean' ? !value : undefined;
  }
  if (token.text === '(') {
    const value = conditional(reader);
    return take(reader, ')') ? value : undefined;
  }
  if (token.text === '[') return listed(reader, ']');
  return token.text === '{' ? object(reader) : undefined;
}

function named(reader: Reader, name: string): HclValue | undefined {
  if (name === 'true' || name === 'false') return name === 'true';
  if (name === 'null') return null;
  if (take(reader, '(')) return called(name, listed(reader, ')'));
  const names = [name];
  while (take(reader, '.')) {
    const part = reader.tokens[reader.at++];
    if (part?.kind !== 'name') return undefined;
    names.push(part.text);
  }
  return reader.known(names);
}

/** Reads values up to a closing bracket. */
function listed(reader: Reader, close: string): readonly HclValue[] | undefined {
  const items: (HclValue | undefined)[] = [];
  while (!take(reader, close)) {
    if (reader.at >= reader.tokens.length) return undefined;
    items.push(conditional(reader));
    if (!take(reader, ',') && reader.tokens[reader.at]?.text !== close) return undefined;
  }
  return items.every((item) => item !== undefined) ? items : undefined;
}

function object(reader: Reader): HclValue | undefined {
  const entries = new Map<string, HclValue>();
  while (!take(reader, '}')) {
    const key = reader.tokens[reader.at++];
    if (key === undefined || key.kind === 'mark' || (key.inner?.length ?? 0) > 0) return undefined;
    if (!take(reader, '=') && !take(reader, ':')) return undefined;
    const before = reader.at;
    const value = conditional(reader);
    if (reader.at === before) return undefined;
    // The keys decide how many instances there are, even if a value is unknown.
    entries.set(key.text, value ?? null);
    take(reader, ',');
  }
  return { object: entries };
}

function called(name: string, given: readonly HclValue[] | undefined): HclValue | undefined {
  const [first] = given ?? [];
  if (first === undefined) return undefined;
  if (['toset', 'tolist', 'tomap', 'tonumber', 'tostring', 'tobool', 'nonsensitive', 'sensitive'].includes(name))
    return first;
  const items = itemsOf(first);
  if (name === 'length') return typeof first === 'string' ? first.length : items?.length;
  if (name === 'keys') return keysOf(first);
  if (name === 'concat') return given?.flatMap((each) => itemsOf(each) ?? []);
  if (name === 'range' && typeof first === 'number' && given?.length === 1)
    return Array.from({ length: Math.min(Math.max(first, 0), 10_000) }, (_, index) => index);
  return undefined;
}

/** Returns the items of a list, or the values of an object. */
function itemsOf(value: HclValue): readonly HclValue[] | undefined {
  if (isObject(value)) return [...value.object.values()];
  return Array.isArray(value) ? (value as readonly HclValue[]) : undefined;
}

/** Returns the keys of `for_each`: those of an object, or the texts of a set; undefined for anything else. */
export function keysOf(value: HclValue | undefined): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (isObject(value)) return [...value.object.keys()].sort();
  const items = itemsOf(value);
  const texts = items?.filter((item) => typeof item === 'string');
  return texts !== undefined && texts.length === items?.length ? [...new Set(texts)].sort() : undefined;
}

const isObject = (value: HclValue): value is { readonly object: ReadonlyMap<string, HclValue> } =>
  typeof value === 'object' && value !== null && 'object' in value;
