/**
 * Computes values that are known before a run: literals, arithmetic on them, settings and defaults. Values that depend
 * on a run are unknown.
 */
import { isBuiltIn } from '../types/built-ins.ts';
import type { Expression } from '../../model/expression.ts';
import * as ast from '../generated/ast.ts';
import { listedIn } from '../types/typing.ts';
import { exactNumber, quantity } from '../syntax/literals.ts';
import { fractionOf, microsecondsOfDay } from '../../model/rate.ts';

/** A value. */
export type Constant = { readonly kind: 'bool'; readonly value: boolean } | SizeConstant | OtherConstant;

type OtherConstant =
  | { readonly kind: 'symbol' | 'text'; readonly value: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'entity'; readonly entity: ast.Entity }
  /** Unknown items are `undefined`. */
  | { readonly kind: 'list'; readonly items: readonly (Constant | undefined)[] };

const sizes = ['number', 'duration', 'rate'] as const;

type Size = (typeof sizes)[number];

/** The value is rounded: durations are in milliseconds, rates per millisecond. */
interface SizeConstant {
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
function sized(kind: Size, top: bigint, bottom: bigint): SizeConstant | undefined {
  const unit = kind === 'rate' ? BigInt(microsecondsOfDay) : 1n;
  const exact = bottom === 0n ? undefined : fractionOf(bottom < 0n ? -top * unit : top * unit, abs(bottom));
  if (exact === undefined) return undefined;
  const { numerator, denominator } = exact;
  const value = numerator / denominator / divisors[kind];
  return { kind, value, top: BigInt(numerator), bottom: BigInt(denominator) * unit };
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

const isSize = (value: Constant | undefined): value is SizeConstant =>
  value?.kind === 'number' || value?.kind === 'duration' || value?.kind === 'rate';

/** Returns the value of a parameter or local name, if known. */
export type ConstantOf = (name: ast.Named) => Constant | undefined;

const nothingKnown: ConstantOf = () => undefined;

/** Computes the value of an expression, if known. */
export function constantOf(expression: ast.Expression, meaning: ConstantOf = nothingKnown): Constant | undefined {
  switch (expression.$type) {
    case 'NumberLiteral':
      return constantIn(exactNumber(expression.value));
    case 'QuantityLiteral':
      return constantIn(quantity(expression.value));
    case 'BooleanLiteral':
      return { kind: 'bool', value: expression.value === 'true' };
    case 'TextLiteral':
      return { kind: 'text', value: expression.value };
    case 'NoneLiteral':
      return { kind: 'none' };
    case 'Parenthesis':
      if (expression.others.length > 0)
        return { kind: 'list', items: listedIn(expression).map((item) => constantOf(item, meaning)) };
      return constantOf(expression.inner, meaning);
    case 'ListLiteral':
      return { kind: 'list', items: expression.items.map((item) => constantOf(item, meaning)) };
    case 'Minus':
      return negative(constantOf(expression.operand, meaning));
    case 'Negation':
      return opposite(constantOf(expression.operand, meaning));
    case 'Conditional':
      return chosen(expression, meaning);
    case 'Binary':
      return binary(expression, meaning);
    case 'Quantified':
      return quantified(expression, meaning);
    case 'NameReference':
      return named(expression, meaning);
    default:
      return undefined;
  }
}

/** Returns true or false if a condition certainly is; undefined if it depends on a run. */
export function truthOf(condition: ast.Expression | undefined, meaning?: ConstantOf): boolean | undefined {
  if (condition === undefined) return true;
  const value = constantOf(condition, meaning);
  return value?.kind === 'bool' ? value.value : undefined;
}

/** Returns the value of a literal. */
function constantIn(read: Expression | undefined): Constant | undefined {
  if (read?.kind === 'duration') return sized('duration', BigInt(Math.round(read.milliseconds * 1000)), 1n);
  if (read?.kind !== 'number' && read?.kind !== 'rate') return undefined;
  const bottom = BigInt(read.denominator) * (read.kind === 'rate' ? BigInt(microsecondsOfDay) : 1n);
  return sized(read.kind, BigInt(read.numerator), bottom);
}

function named(reference: ast.NameReference, meaning: ConstantOf): Constant | undefined {
  const target = reference.target.ref;
  if (target === undefined || reference.isCall) return undefined;
  const known = meaning(target);
  if (known !== undefined) return known;
  if (ast.isEnumValue(target)) return { kind: 'symbol', value: target.name };
  if (ast.isEntity(target)) return target.count === undefined ? { kind: 'entity', entity: target } : undefined;
  return isBuiltIn(target) && target.group === 'label' ? { kind: 'symbol', value: target.name } : undefined;
}

function negative(value: Constant | undefined): Constant | undefined {
  return isSize(value) ? sized(value.kind, -value.top, value.bottom) : undefined;
}

const bool = (value: boolean): Constant => ({ kind: 'bool', value });

const opposite = (value: Constant | undefined): Constant | undefined =>
  value?.kind === 'bool' ? bool(!value.value) : undefined;

function chosen({ condition, then, else: otherwise }: ast.Conditional, meaning: ConstantOf): Constant | undefined {
  const truth = truthOf(condition, meaning);
  return truth === undefined ? undefined : constantOf(truth ? then : otherwise, meaning);
}

function binary({ operator, left, right }: ast.Binary, meaning: ConstantOf): Constant | undefined {
  const [first, second] = [constantOf(left, meaning), constantOf(right, meaning)];
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
      return arithmetic(operator, first, second);
  }
}

/** Evaluates a connective in which one side may decide alone: `or` if one is true, `and` if one is false. */
function connective(deciding: boolean, ...sides: readonly (Constant | undefined)[]): Constant | undefined {
  const truths = sides.map((side) => (side?.kind === 'bool' ? side.value : undefined));
  if (truths.includes(deciding)) return bool(deciding);
  return truths.includes(undefined) ? undefined : bool(!deciding);
}

function equality(isWanted: boolean, first: Constant | undefined, second: Constant | undefined): Constant | undefined {
  if (first === undefined || second === undefined || first.kind === 'list' || second.kind === 'list') return undefined;
  return bool(isSame(first, second) === isWanted);
}

function isSame(first: Constant, second: Constant): boolean {
  if (first.kind === 'entity' && second.kind === 'entity') return first.entity === second.entity;
  if (isSize(first) && isSize(second)) return first.kind === second.kind && difference(first, second) === 0n;
  return first.kind === second.kind && 'value' in first && 'value' in second
    ? first.value === second.value
    : first.kind === 'none' && second.kind === 'none';
}

function comparison(
  operator: '<' | '<=' | '>' | '>=',
  first: Constant | undefined,
  second: Constant | undefined,
): Constant | undefined {
  if (!isSize(first) || !isSize(second) || first.kind !== second.kind) return undefined;
  const over = difference(first, second);
  if (operator === '<') return bool(over < 0n);
  if (operator === '<=') return bool(over <= 0n);
  return bool(operator === '>' ? over > 0n : over >= 0n);
}

/** Returns a number of the sign of the difference. */
const difference = (a: SizeConstant, b: SizeConstant): bigint => a.top * b.bottom - b.top * a.bottom;

/** Computes as a run does. */
function arithmetic(
  operator: '+' | '-' | '*' | '/' | '%',
  first: Constant | undefined,
  second: Constant | undefined,
): Constant | undefined {
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

function quantified({ quantifier, variable, set, body }: ast.Quantified, meaning: ConstantOf): Constant | undefined {
  const list = constantOf(set, meaning);
  if (list?.kind !== 'list') return undefined;
  const truths = list.items.map((item) => truthOf(body, (name) => (name === variable ? item : meaning(name))));
  if (quantifier === '{') {
    return truths.includes(undefined) ? undefined : { kind: 'list', items: list.items.filter((_, at) => truths[at]) };
  }
  if (quantifier !== 'count') return connective(quantifier === 'any', ...truths.map((truth) => truthConstant(truth)));
  return truths.includes(undefined) ? undefined : sized('number', BigInt(truths.filter(Boolean).length), 1n);
}

const truthConstant = (truth: boolean | undefined): Constant | undefined =>
  truth === undefined ? undefined : bool(truth);
