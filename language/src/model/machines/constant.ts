/**
 * Values that are known before a run, and exact arithmetic on them: numbers, durations and rates are quotients of whole
 * numbers, and what a run could not compute exactly is unknown.
 */
import type { BinaryOperator, Expression, Quantifier } from './expression.ts';
import { fractionOf, microsecondsOfDay } from '../rate.ts';

/** A value; `Entity` is what names an entity. */
export type Constant<Entity> =
  | { readonly kind: 'bool'; readonly value: boolean }
  | SizeConstant
  | { readonly kind: 'symbol' | 'text'; readonly value: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'entity'; readonly entity: Entity }
  /** Unknown items are `undefined`. */
  | { readonly kind: 'list'; readonly items: readonly (Constant<Entity> | undefined)[] };

const sizes = ['number', 'duration', 'rate'] as const;

type Size = (typeof sizes)[number];

/** The value is rounded: durations are in milliseconds, rates per millisecond. */
export interface SizeConstant {
  readonly kind: Size;
  readonly value: number;
  /** The value as a quotient, exact: durations are in microseconds, rates per microsecond. */
  readonly top: bigint;
  readonly bottom: bigint;
}

/** Powers of time. */
const powers: Readonly<Record<Size, number>> = { number: 0, duration: 1, rate: -1 };
const divisors: Readonly<Record<Size, number>> = { number: 1, duration: 1000, rate: microsecondsOfDay / 1000 };

/** Makes a value of a quotient; unknown where a run, which has rates per day, ends with an error instead. */
export function sized(kind: Size, top: bigint, bottom: bigint): SizeConstant | undefined {
  const unit = kind === 'rate' ? BigInt(microsecondsOfDay) : 1n;
  const exact = bottom === 0n ? undefined : fractionOf(bottom < 0n ? -top * unit : top * unit, abs(bottom));
  if (exact === undefined) return undefined;
  const { numerator, denominator } = exact;
  const value = numerator / denominator / divisors[kind];
  return { kind, value, top: BigInt(numerator), bottom: BigInt(denominator) * unit };
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** Returns true for numbers, durations and rates. */
export const isSize = (value: Constant<unknown> | undefined): value is SizeConstant =>
  value?.kind === 'number' || value?.kind === 'duration' || value?.kind === 'rate';

/** Returns the value of a number, duration or rate as it is written; unknown for any other expression. */
export function literalSize(read: Expression | undefined): SizeConstant | undefined {
  if (read?.kind === 'duration') return sized('duration', BigInt(Math.round(read.milliseconds * 1000)), 1n);
  if (read?.kind !== 'number' && read?.kind !== 'rate') return undefined;
  const bottom = BigInt(read.denominator) * (read.kind === 'rate' ? BigInt(microsecondsOfDay) : 1n);
  return sized(read.kind, BigInt(read.numerator), bottom);
}

/** Makes a truth value. */
export const bool = (value: boolean): { readonly kind: 'bool'; readonly value: boolean } => ({ kind: 'bool', value });

/** Returns the value with the other sign. */
export const negative = (value: Constant<unknown> | undefined): SizeConstant | undefined =>
  isSize(value) ? sized(value.kind, -value.top, value.bottom) : undefined;

/** Returns the other truth value. */
export const opposite = (value: Constant<unknown> | undefined): ReturnType<typeof bool> | undefined =>
  value?.kind === 'bool' ? bool(!value.value) : undefined;

/** Makes a set: the members of its sets are its own, and equal ones are there once. An unknown one may be a set. */
export function setOf<Entity>(
  items: readonly (Constant<Entity> | undefined)[],
): Constant<Entity> & { readonly kind: 'list' } {
  const seen = new Set<unknown>();
  const members: (Constant<Entity> | undefined)[] = [];
  for (const item of items.flatMap((each) => (each?.kind === 'list' ? each.items : [each]))) {
    const key = item === undefined ? undefined : keyOf(item);
    if (key === undefined) members.push(undefined);
    else if (!seen.has(key)) members.push(item);
    seen.add(key);
  }
  return { kind: 'list', items: members };
}

/** Returns what is the same for equal values only; undefined for what is no member of a set. */
function keyOf<Entity>(value: Constant<Entity>): unknown {
  if (value.kind === 'entity') return value.entity;
  if (isSize(value)) return `${value.kind} ${value.top}/${value.bottom}`;
  return 'value' in value ? `${value.kind} ${String(value.value)}` : undefined;
}

/** Returns what a quantifier is over the members of a set, of which an unknown one may be several or none. */
export function overMembers<Entity>(
  quantifier: Quantifier,
  items: readonly (Constant<Entity> | undefined)[],
  bodyFor: (item: Constant<Entity>) => Constant<Entity> | undefined,
): Constant<Entity> | undefined {
  const found = items.map((item) => (item === undefined ? undefined : bodyFor(item)));
  if (quantifier === 'all' || quantifier === 'any') return connective(quantifier === 'any', ...found);
  if (found.some((each) => each?.kind !== 'bool')) return undefined;
  const those = items.filter((_, at) => isTrue(found[at]));
  return quantifier === 'those' ? { kind: 'list', items: those } : sized('number', BigInt(those.length), 1n);
}

const isTrue = (value: Constant<unknown> | undefined): boolean => value?.kind === 'bool' && value.value;

/** Computes an operation as a run does. */
export function operated<Entity>(
  operator: BinaryOperator,
  first: Constant<Entity> | undefined,
  second: Constant<Entity> | undefined,
): Constant<Entity> | undefined {
  switch (operator) {
    case 'and':
    case 'or':
      return connective(operator === 'or', first, second);
    case '==':
    case '!=':
      return equality(operator === '==', first, second);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(operator, first, second);
    default:
      if (first?.kind === 'list') return changedSet(operator, first.items, second);
      if (operator === '+' && first?.kind === 'text' && second?.kind === 'text')
        return { kind: 'text', value: first.value + second.value };
      return arithmetic(operator, first, second);
  }
}

/** Evaluates a connective in which one side may decide alone: `or` if one is true, `and` if one is false. */
function connective(
  deciding: boolean,
  ...sides: readonly (Constant<unknown> | undefined)[]
): ReturnType<typeof bool> | undefined {
  const truths = sides.map((side) => (side?.kind === 'bool' ? side.value : undefined));
  if (truths.includes(deciding)) return bool(deciding);
  return truths.includes(undefined) ? undefined : bool(!deciding);
}

function equality<Entity>(
  isWanted: boolean,
  first: Constant<Entity> | undefined,
  second: Constant<Entity> | undefined,
): ReturnType<typeof bool> | undefined {
  if (first === undefined || second === undefined || first.kind === 'list' || second.kind === 'list') return undefined;
  return bool(isSame(first, second) === isWanted);
}

function isSame<Entity>(first: Constant<Entity>, second: Constant<Entity>): boolean {
  if (first.kind === 'entity' && second.kind === 'entity') return first.entity === second.entity;
  if (isSize(first) && isSize(second)) return first.kind === second.kind && difference(first, second) === 0n;
  return first.kind === second.kind && 'value' in first && 'value' in second
    ? first.value === second.value
    : first.kind === 'none' && second.kind === 'none';
}

function comparison(
  operator: '<' | '<=' | '>' | '>=',
  first: Constant<unknown> | undefined,
  second: Constant<unknown> | undefined,
): ReturnType<typeof bool> | undefined {
  if (!isSize(first) || !isSize(second) || first.kind !== second.kind) return undefined;
  const over = difference(first, second);
  if (operator === '<') return bool(over < 0n);
  if (operator === '<=') return bool(over <= 0n);
  return bool(operator === '>' ? over > 0n : over >= 0n);
}

/** Returns a number of the sign of the difference. */
const difference = (a: SizeConstant, b: SizeConstant): bigint => a.top * b.bottom - b.top * a.bottom;

/** Returns a set with the members of another value, or without them. */
function changedSet<Entity>(
  operator: BinaryOperator,
  items: readonly (Constant<Entity> | undefined)[],
  other: Constant<Entity> | undefined,
): Constant<Entity> | undefined {
  if (other === undefined || (operator !== '+' && operator !== '-')) return undefined;
  const others = other.kind === 'none' ? [] : setOf([other]).items;
  if (operator === '+') return setOf([...items, ...others]);
  const isKnown = (each: Constant<Entity> | undefined): each is Constant<Entity> => each !== undefined;
  if (!items.every(isKnown) || !others.every(isKnown)) return undefined;
  const without = new Set(others.map(keyOf));
  return { kind: 'list', items: items.filter((item) => !without.has(keyOf(item))) };
}

function arithmetic(
  operator: '+' | '-' | '*' | '/' | '%',
  first: Constant<unknown> | undefined,
  second: Constant<unknown> | undefined,
): SizeConstant | undefined {
  if (!isSize(first) || !isSize(second)) return undefined;
  const { top: a, bottom: b } = first;
  const { top: c, bottom: d } = second;
  if (operator === '*' || operator === '/') {
    const power = powers[first.kind] + (operator === '*' ? powers[second.kind] : -powers[second.kind]);
    const kind = sizes.find((each) => powers[each] === power);
    return kind && (operator === '*' ? sized(kind, a * c, b * d) : sized(kind, a * d, b * c));
  }
  if (first.kind !== second.kind) return undefined;
  if (operator === '+') return sized(first.kind, a * d + c * b, b * d);
  if (operator === '-') return sized(first.kind, a * d - c * b, b * d);
  return c === 0n ? undefined : sized(first.kind, remainder(a * d, c * b), b * d);
}

/** Returns the remainder, which has the sign of the divisor. */
const remainder = (a: bigint, b: bigint): bigint => ((a % b) + b) % b;
