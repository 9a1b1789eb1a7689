/**
 * Values of a run: the contents of variables, settings, parameters and expressions. They never change, so states can
 * share them; equal values have equal keys.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { compareExact, divide, type Exact, exactText, fractionOf, type FractionValue } from './exact.ts';
import { rateText } from '../../model/rate.ts';
import { NotYet, RunError } from './run-error.ts';
import { spend } from './work.ts';
import { t } from '../../model/common/translation.ts';

/** A whole number is a number, a text a string, `none` is null; every other value carries its kind. */
export type Value =
  | boolean
  | number
  | string
  | null
  | FractionValue
  | DurationValue
  | RateValue
  | EntityValue
  | NamedValue
  | Group;

/** A duration, in whole or fractional microseconds. */
export interface DurationValue {
  readonly kind: 'duration';
  readonly microseconds: Exact;
}

/** A rate, in events per day. */
export interface RateValue {
  readonly kind: 'rate';
  readonly perDay: Exact;
}

/** A reference to an entity. */
export interface EntityValue {
  readonly kind: 'entity';
  readonly id: EntityId;
}

/** A value of an enumeration, a type label or any other bare word; a policy, channel or collector. */
export type NamedValue = Named<'symbol'> | Named<'policy'> | Named<'channel'> | Named<'collector'>;

interface Named<Kind> {
  readonly kind: Kind;
  readonly name: string;
}

/** A set of values. */
export interface SetValue {
  readonly kind: 'set';
  /** Without duplicates, in the order of `compareValues`: entities by declaration, numbers by size. */
  readonly items: readonly Value[];
}

/** A map; every key without an entry has the value `otherwise`. */
export interface MapValue {
  readonly kind: 'map';
  readonly otherwise: Value;
  /** By the `placeOf` of the key; entries that hold `otherwise` are omitted. */
  readonly entries: ReadonlyMap<number | string, { readonly key: Value; readonly value: Value }>;
}

/** A value that contains others. */
export type Group = SetValue | MapValue;

/** Makes a duration of whole or fractional microseconds. */
export const duration = (microseconds: Exact): DurationValue => ({ kind: 'duration', microseconds });

/** Makes a rate of events per day. */
export const rate = (perDay: Exact): RateValue => ({ kind: 'rate', perDay });

/** A text that doubles repeatedly would exhaust memory before it hits any other limit. */
const longestText = 100_000;

/** This many characters cost as much work as one value. */
const charactersAtOnce = 16;

/** Returns a concatenated text. Throws a `RunError` for one longer than anybody reads. */
export function shortText(text: string): string {
  spend(1 + text.length / charactersAtOnce);
  if (text.length <= longestText) return text;
  throw new RunError('run/range', t`A text has at most ${longestText} characters; this one has ${text.length}.`);
}

/** Making a set compares its members. */
const workOfMember = 4;

/** Makes a set: sorted, equal values once. */
export function setOf(values: Iterable<Value>): SetValue {
  const byKey = new Map<string, Value>();
  for (const value of values) {
    spend(workOfMember);
    byKey.set(keyOf(value), value);
  }
  return { kind: 'set', items: [...byKey.values()].sort(compareValues) };
}

/** Copying this many entries costs as much work as one value. */
const entriesAtOnce = 4;

/** Every change copies the map, so a larger one would stall the run. */
const mostEntries = 5000;

/** Returns a map with one key set. Throws a `RunError` for more keys than a run supports. Cost: O(entries). */
export function withEntry(map: MapValue, key: Value, value: Value): MapValue {
  spend(map.entries.size / entriesAtOnce);
  const entries = new Map(map.entries);
  const place = mapKey(key);
  if (equal(value, map.otherwise)) entries.delete(place);
  else entries.set(place, { key, value });
  if (entries.size > mostEntries) {
    throw new RunError('run/number', t`A map holds at most ${mostEntries} values that differ from its initial one.`);
  }
  return { kind: 'map', otherwise: map.otherwise, entries };
}

/** Returns the value of a key. */
export function entryOf(map: MapValue, key: Value): Value {
  const entry = map.entries.get(mapKey(key));
  return entry === undefined ? map.otherwise : entry.value;
}

/**
 * Keys of one map are of one type: a number or word that distinguishes these suffices, and is faster than their texts.
 */
function mapKey(key: Value): number | string {
  if (typeof key === 'number') return key;
  return isKind(key, 'entity') ? key.id : keyOf(key);
}

/** Returns true if two values are equal. */
export function equal(a: Value, b: Value): boolean {
  if (a === b) return true;
  // The radius of a fault that no PD's fault reaches is larger than any number, and none.
  if (a === null || b === null) return a === Number.POSITIVE_INFINITY || b === Number.POSITIVE_INFINITY;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (a.kind === 'entity' && b.kind === 'entity') return a.id === b.id;
  return a.kind === b.kind && keyOf(a) === keyOf(b);
}

/** Returns a text that is the same for equal values, and for these only. */
export function keyOf(value: Value): string {
  if (value === null) return '-';
  switch (typeof value) {
    case 'boolean':
      return value ? 'T' : 'F';
    case 'number':
      return String(value);
    case 'string':
      return JSON.stringify(value);
    default:
      return objectKey(value);
  }
}

function objectKey(value: Exclude<Value, boolean | number | string | null>): string {
  switch (value.kind) {
    case 'fraction':
      return exactText(value);
    case 'duration':
      return `${exactText(value.microseconds)}us`;
    case 'rate':
      return `${exactText(value.perDay)}/d`;
    case 'entity':
      return `@${value.id}`;
    case 'set':
      spend(value.items.length);
      return `{${value.items.map(keyOf).join(',')}}`;
    case 'map': {
      spend(2 * value.entries.size);
      const entries = [...value.entries.values()].map((entry) => `${keyOf(entry.key)}:${keyOf(entry.value)}`);
      return `[${keyOf(value.otherwise)};${entries.sort().join(',')}]`;
    }
    default:
      return `${value.kind}'${value.name}'`;
  }
}

/** A total order: by kind of value, then by size, declaration or name. */
export function compareValues(a: Value, b: Value): number {
  if (isExact(a) && isExact(b)) return compareExact(a, b);
  if (isKind(a, 'entity') && isKind(b, 'entity')) return a.id - b.id;
  if (isKind(a, 'duration') && isKind(b, 'duration')) return compareExact(a.microseconds, b.microseconds);
  if (isKind(a, 'rate') && isKind(b, 'rate')) return compareExact(a.perDay, b.perDay);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return compareTexts(kindOf(a), kindOf(b)) || compareTexts(keyOf(a), keyOf(b));
}

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function kindOf(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'object') return typeof value;
  // A fraction sorts among the numbers.
  return value.kind === 'fraction' ? 'number' : value.kind;
}

/** Returns true if a value is a number. */
export function isExact(value: Value): value is Exact {
  return typeof value === 'number' || isKind(value, 'fraction');
}

type Kinded = Exclude<Value, boolean | number | string | null>;

/** Returns true if a value is of that kind. */
export function isKind<K extends Kinded['kind']>(
  value: Value,
  kind: K,
): value is Extract<Kinded, { readonly kind: K }> {
  return typeof value === 'object' && value?.kind === kind;
}

/** Writes a value as the language does; entities are named by `nameOf`. */
export function valueText(value: Value, nameOf: (id: EntityId) => string): string {
  if (value === null || value === Number.POSITIVE_INFINITY) return 'none';
  if (typeof value !== 'object') return String(value);
  switch (value.kind) {
    case 'fraction':
      return exactText(value);
    case 'duration':
      return durationText(value.microseconds);
    case 'rate':
      return rateText(fractionOf(value.perDay));
    case 'entity':
      return nameOf(value.id);
    case 'set':
      return `[${value.items.map((item) => valueText(item, nameOf)).join(', ')}]`;
    case 'map': {
      const entries = [...value.entries.values()]
        .sort((a, b) => compareValues(a.key, b.key))
        .map((entry) => `${valueText(entry.key, nameOf)}: ${valueText(entry.value, nameOf)}`);
      return `{${[...entries, `otherwise ${valueText(value.otherwise, nameOf)}`].join(', ')}}`;
    }
    default:
      return value.name;
  }
}

const units: readonly (readonly [unit: string, microseconds: number])[] = [
  ['s', 1_000_000],
  ['ms', 1000],
  ['us', 1],
];

/** Writes a duration in the largest unit of which it has at least one, if that is a decimal number: `90s`, `1.5s`, `100ms`. */
export function durationText(microseconds: Exact): string {
  if (compareExact(microseconds, 0) === 0) return '0s';
  for (const [unit, size] of units) {
    const amount = divide(microseconds, size);
    if (typeof amount === 'number') return `${amount}${unit}`;
    const decimal = amount.numerator / amount.denominator;
    if (Math.abs(decimal) >= 1 && Math.max(size, 1000) % amount.denominator === 0) return `${decimal}${unit}`;
  }
  return `${exactText(microseconds)}us`;
}

/** Returns the value of a parameter or variable. Throws `NotYet` if it has none yet. */
export function givenValue(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new NotYet(name);
  return value;
}

/** Returns the entity that a value is. Throws a `RunError` for `none` and for any other value. */
export function entityIn(value: Value, wanted = (): string => t`an entity`): EntityId {
  if (isKind(value, 'entity')) return value.id;
  throw new RunError(
    'run/value',
    value === null ? t`This is none, but ${wanted()} is needed.` : t`This is not ${wanted()}.`,
  );
}

/** Returns the items of a set; a single value is a set of itself, `none` is empty. Throws a `RunError` for a map. */
export function itemsOf(value: Value): readonly Value[] {
  if (isKind(value, 'set')) return value.items;
  if (isKind(value, 'map')) throw new RunError('run/value', t`This is a map, but a set is needed.`);
  return value === null ? [] : [value];
}
