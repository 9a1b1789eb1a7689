/**
 * Computes values that are known before a run: literals, arithmetic on them, settings and defaults. Values that depend
 * on a run are unknown.
 */
import { isBuiltIn } from '../types/built-ins.ts';
import * as ast from '../generated/ast.ts';
import { listedIn } from '../types/typing.ts';
import { exactNumber, quantity } from '../syntax/literals.ts';

/** A value; durations are in milliseconds, rates per millisecond. */
export type Constant =
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: Size; readonly value: number }
  | { readonly kind: 'symbol' | 'text'; readonly value: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'entity'; readonly entity: ast.Entity }
  /** Unknown items are `undefined`. */
  | { readonly kind: 'list'; readonly items: readonly (Constant | undefined)[] };

const millisecondsOfDay = 86_400_000;

type Size = 'number' | 'duration' | 'rate';

const isSize = (value: Constant | undefined): value is Constant & { readonly kind: Size } =>
  value?.kind === 'number' || value?.kind === 'duration' || value?.kind === 'rate';

/** Returns the value of a parameter or local name, if known. */
export type ConstantOf = (name: ast.Named) => Constant | undefined;

const nothingKnown: ConstantOf = () => undefined;

/** Computes the value of an expression, if known. */
export function constantOf(expression: ast.Expression, meaning: ConstantOf = nothingKnown): Constant | undefined {
  switch (expression.$type) {
    case 'NumberLiteral':
      return exactNumber(expression.value) && { kind: 'number', value: expression.value };
    case 'QuantityLiteral':
      return quantityOf(expression);
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

function quantityOf({ value }: ast.QuantityLiteral): Constant | undefined {
  const read = quantity(value);
  if (read?.kind === 'duration') return { kind: 'duration', value: read.milliseconds };
  if (read?.kind === 'rate') return { kind: 'rate', value: read.numerator / read.denominator / millisecondsOfDay };
  return read?.kind === 'number' ? { kind: 'number', value: read.numerator / read.denominator } : undefined;
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
  return isSize(value) ? { ...value, value: -value.value } : undefined;
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
  return first.kind === second.kind && 'value' in first && 'value' in second
    ? first.value === second.value
    : first.kind === 'none' && second.kind === 'none';
}

function comparison(
  operator: '<' | '<=' | '>' | '>=',
  first: Constant | undefined,
  second: Constant | undefined,
): Constant | undefined {
  const [a, b] = sizes(first, second);
  if (a === undefined || b === undefined || first?.kind !== second?.kind) return undefined;
  if (operator === '<') return bool(a < b);
  if (operator === '<=') return bool(a <= b);
  return bool(operator === '>' ? a > b : a >= b);
}

function arithmetic(
  operator: '+' | '-' | '*' | '/' | '%',
  first: Constant | undefined,
  second: Constant | undefined,
): Constant | undefined {
  const [a, b] = sizes(first, second);
  if (a === undefined || b === undefined || first === undefined || second === undefined) return undefined;
  if ((operator === '/' || operator === '%') && b === 0) return undefined;
  if (first.kind === 'rate' || second.kind === 'rate') return ofRates(operator, first.kind, second.kind, a, b);
  const isDuration = first.kind === 'duration' || second.kind === 'duration';
  // A number divided by a duration is a rate, which is rarely exact here.
  if (operator === '/' && first.kind === 'number' && second.kind === 'duration') return undefined;
  const kind = isDuration && !(operator === '/' && second.kind === 'duration') ? 'duration' : 'number';
  return { kind, value: results[operator](a, b) };
}

const results = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
} as const;

/** Returns the number or duration that follows from rates, if it is short enough to be exact; a computed rate rarely is. */
function ofRates(
  operator: keyof typeof results,
  first: Constant['kind'],
  second: Constant['kind'],
  a: number,
  b: number,
): Constant | undefined {
  const isQuotient = operator === '/' && second === 'rate' && (first === 'number' || first === 'rate');
  if (!isQuotient && (operator !== '*' || (first !== 'duration' && second !== 'duration'))) return undefined;
  const value = Math.round(results[operator](a, b) * 1000) / 1000;
  const isExact = Math.abs(value - results[operator](a, b)) < 1e-9 * Math.abs(value);
  return isExact ? { kind: first === 'number' ? 'duration' : 'number', value } : undefined;
}

function sizes(...values: readonly (Constant | undefined)[]): readonly (number | undefined)[] {
  return values.map((value) => (isSize(value) ? value.value : undefined));
}

function quantified({ quantifier, variable, set, body }: ast.Quantified, meaning: ConstantOf): Constant | undefined {
  const list = constantOf(set, meaning);
  if (list?.kind !== 'list') return undefined;
  const truths = list.items.map((item) => truthOf(body, (name) => (name === variable ? item : meaning(name))));
  if (quantifier === '{') {
    return truths.includes(undefined) ? undefined : { kind: 'list', items: list.items.filter((_, at) => truths[at]) };
  }
  if (quantifier !== 'count') return connective(quantifier === 'any', ...truths.map((truth) => truthConstant(truth)));
  return truths.includes(undefined) ? undefined : { kind: 'number', value: truths.filter(Boolean).length };
}

const truthConstant = (truth: boolean | undefined): Constant | undefined =>
  truth === undefined ? undefined : bool(truth);
