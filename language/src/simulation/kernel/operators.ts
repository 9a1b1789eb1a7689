/**
 * The operators of expressions: logic, comparison, and arithmetic on numbers, durations and sets.
 */
import type { BinaryOperator } from '../../model/machines/expression.ts';
import { microsecondsOfDay } from '../../model/rate.ts';
import { add, compareExact, divide, multiply, remainder, subtract } from '../values/exact.ts';
import type { Evaluate } from './run.ts';
import { RunError } from '../values/run-error.ts';
import {
  compareValues,
  duration,
  equal,
  isExact,
  isKind,
  itemsOf,
  keyOf,
  rate,
  setOf,
  shortText,
  type RateValue,
  type Value,
} from '../values/values.ts';
import { spend } from '../values/work.ts';
import { t } from '../../model/common/translation.ts';

/** The error of an operator that has no meaning for two values, before their source is known. */
export class OperandError extends RunError {
  readonly operator: BinaryOperator;
  readonly values: readonly [Value, Value];

  constructor(operator: BinaryOperator, left: Value, right: Value) {
    super('run/value', t`"${operator}" has no meaning for these two values.`);
    this.operator = operator;
    this.values = [left, right];
  }
}

/** Compiles an operation of two operands; `and` and `or` evaluate the second only when it matters. */
export function compileBinary(operator: BinaryOperator, left: Evaluate, right: Evaluate): Evaluate {
  switch (operator) {
    case 'and':
      return (frame) => isTrue(left(frame)) && isTrue(right(frame));
    case 'or':
      return (frame) => isTrue(left(frame)) || isTrue(right(frame));
    case '==':
      return (frame) => equal(left(frame), right(frame));
    case '!=':
      return (frame) => !equal(left(frame), right(frame));
    case '<':
      return (frame) => order('<', left(frame), right(frame)) < 0;
    case '<=':
      return (frame) => order('<=', left(frame), right(frame)) <= 0;
    case '>':
      return (frame) => order('>', left(frame), right(frame)) > 0;
    case '>=':
      return (frame) => order('>=', left(frame), right(frame)) >= 0;
    case '+':
      return (frame) => plus(left(frame), right(frame));
    case '-':
      return (frame) => less(left(frame), right(frame));
    case '*':
      return (frame) => times(left(frame), right(frame));
    case '/':
      return (frame) => over(left(frame), right(frame));
    case '%':
      return (frame) => modulo(left(frame), right(frame));
  }
}

/** Returns true if a condition holds. Throws a `RunError` for a value that is neither true nor false. */
export function isTrue(value: Value): boolean {
  if (value === true) return true;
  if (value === false) return false;
  throw new RunError('run/value', t`This is neither true nor false.`);
}

/** Returns the number, duration or rate with the other sign. */
export function negated(value: Value): Value {
  if (isExact(value)) return subtract(0, value);
  if (isKind(value, 'duration')) return duration(subtract(0, value.microseconds));
  if (isKind(value, 'rate')) return rate(subtract(0, value.perDay));
  throw new RunError('run/value', t`"-" has no meaning for a value that is neither a number nor a duration.`);
}

/** Returns the rate of a mean time, or the mean time of a rate; none if it is 0, and for any other value. */
export function inverseOf(value: Value): Value {
  if (!isKind(value, 'duration') && !isKind(value, 'rate')) return null;
  const isNever = compareExact(isKind(value, 'rate') ? value.perDay : value.microseconds, 0) === 0;
  return isNever ? null : over(1, value);
}

function order(operator: BinaryOperator, a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return compareExact(a, b);
  if (isExact(a) && isExact(b)) return compareExact(a, b);
  if (isKind(a, 'duration') && isKind(b, 'duration')) return compareExact(a.microseconds, b.microseconds);
  if (isKind(a, 'rate') && isKind(b, 'rate')) return compareExact(a.perDay, b.perDay);
  if (typeof a === 'string' && typeof b === 'string') return compareValues(a, b);
  throw new OperandError(operator, a, b);
}

function plus(a: Value, b: Value): Value {
  if (isExact(a) && isExact(b)) return add(a, b);
  if (isKind(a, 'duration') && isKind(b, 'duration')) return duration(add(a.microseconds, b.microseconds));
  if (isKind(a, 'rate') && isKind(b, 'rate')) return rate(add(a.perDay, b.perDay));
  if (isKind(a, 'set')) return setOf([...a.items, ...itemsOf(b)]);
  if (typeof a === 'string' && typeof b === 'string') return shortText(a + b);
  throw new OperandError('+', a, b);
}

function less(a: Value, b: Value): Value {
  if (isExact(a) && isExact(b)) return subtract(a, b);
  if (isKind(a, 'duration') && isKind(b, 'duration')) return duration(subtract(a.microseconds, b.microseconds));
  if (isKind(a, 'rate') && isKind(b, 'rate')) return rate(subtract(a.perDay, b.perDay));
  if (!isKind(a, 'set')) throw new OperandError('-', a, b);
  spend(a.items.length + itemsOf(b).length);
  const gone = new Set(itemsOf(b).map(keyOf));
  return { kind: 'set', items: a.items.filter((item) => !gone.has(keyOf(item))) };
}

function times(a: Value, b: Value): Value {
  if (isExact(a) && isExact(b)) return multiply(a, b);
  if (isKind(a, 'duration') && isExact(b)) return duration(multiply(a.microseconds, b));
  if (isExact(a) && isKind(b, 'duration')) return duration(multiply(a, b.microseconds));
  if (isKind(a, 'rate')) return timesRate(a, b);
  if (isKind(b, 'rate')) return timesRate(b, a);
  throw new OperandError('*', a, b);
}

/** Returns a rate times a number, or the number of events in a duration. */
function timesRate(a: RateValue, b: Value): Value {
  if (isExact(b)) return rate(multiply(a.perDay, b));
  if (!isKind(b, 'duration')) throw new OperandError('*', a, b);
  return multiply(a.perDay, divide(b.microseconds, microsecondsOfDay));
}

function over(a: Value, b: Value): Value {
  if (isExact(a) && isExact(b)) return divide(a, b);
  if (isKind(a, 'duration') && isExact(b)) return duration(divide(a.microseconds, b));
  if (isKind(a, 'duration') && isKind(b, 'duration')) return divide(a.microseconds, b.microseconds);
  if (isExact(a) && isKind(b, 'duration')) return rate(multiply(a, divide(microsecondsOfDay, b.microseconds)));
  if (isExact(a) && isKind(b, 'rate')) return duration(multiply(a, divide(microsecondsOfDay, b.perDay)));
  if (isKind(a, 'rate') && isExact(b)) return rate(divide(a.perDay, b));
  if (isKind(a, 'rate') && isKind(b, 'rate')) return divide(a.perDay, b.perDay);
  throw new OperandError('/', a, b);
}

function modulo(a: Value, b: Value): Value {
  if (isExact(a) && isExact(b)) return remainder(a, b);
  if (isKind(a, 'duration') && isKind(b, 'duration')) return duration(remainder(a.microseconds, b.microseconds));
  if (isKind(a, 'rate') && isKind(b, 'rate')) return rate(remainder(a.perDay, b.perDay));
  throw new OperandError('%', a, b);
}
