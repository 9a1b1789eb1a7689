/**
 * Exact numbers: whole ones are plain numbers, the others fractions in lowest terms. A number that does not fit into 53
 * bits is an error of the run, never rounded.
 */
import { RunError } from './run-error.ts';
import { t } from '../../model/common/translation.ts';

/** A fraction in lowest terms, with a denominator of at least 2; both parts are safe integers. */
export interface FractionValue {
  readonly kind: 'fraction';
  readonly numerator: number;
  readonly denominator: number;
}

/** An exact number: whole, or a fraction. */
export type Exact = number | FractionValue;

/**
 * Returns a quotient of two whole numbers. Throws a `RunError` for a denominator of 0, and for operands that were read
 * as more than 53 bits.
 */
export function exact(numerator: number, denominator: number): Exact {
  if (safe(numerator) === undefined || safe(denominator) === undefined) return tooLarge();
  return quotientOf(BigInt(numerator), BigInt(denominator));
}

/** Returns the sum. */
export function add(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number') return safe(a + b) ?? tooLarge();
  return combine(a, b, (x, y) => [x.n * y.d + y.n * x.d, x.d * y.d]);
}

/** Returns the difference. */
export function subtract(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number') return safe(a - b) ?? tooLarge();
  return combine(a, b, (x, y) => [x.n * y.d - y.n * x.d, x.d * y.d]);
}

/** Returns the product. */
export function multiply(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number') return safe(a * b) ?? tooLarge();
  return combine(a, b, (x, y) => [x.n * y.n, x.d * y.d]);
}

/** Returns the quotient. Throws a `RunError` where `b` is 0. */
export function divide(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number') {
    if (b === 0) divisionByZero();
    const quotient = a / b;
    if (Number.isSafeInteger(quotient)) return quotient === 0 ? 0 : quotient;
  }
  return combine(a, b, (x, y) => [x.n * y.d, x.d * y.n]);
}

/** Returns the remainder of `a` divided by `b`; it has the sign of `b`. Throws a `RunError` where `b` is 0. */
export function remainder(a: Exact, b: Exact): Exact {
  if (compareExact(b, 0) === 0) divisionByZero();
  return subtract(a, multiply(b, floor(divide(a, b))));
}

/** Returns the greatest whole number that is not greater than `a`. */
export function floor(a: Exact): number {
  return typeof a === 'number' ? a : Math.floor(a.numerator / a.denominator);
}

/** Returns the nearest whole number; halves go up. */
export function round(a: Exact): number {
  if (typeof a === 'number') return a;
  const below = floor(a);
  // Compared without a sum or product, which could pass 53 bits.
  const over = a.numerator - below * a.denominator;
  return over >= a.denominator - over ? below + 1 : below;
}

/** Returns a negative number, 0 or a positive one, as `a` is less than, equal to or greater than `b`. */
export function compareExact(a: Exact, b: Exact): number {
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a < b ? -1 : 1;
  if (isInfinite(a)) return a;
  if (isInfinite(b)) return -b;
  const [x, y] = [parts(a), parts(b)];
  const difference = x.n * y.d - y.n * x.d;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Returns a number as a quotient in lowest terms. */
export const fractionOf = (a: Exact): Pick<FractionValue, 'numerator' | 'denominator'> =>
  typeof a === 'number' ? { numerator: a, denominator: 1 } : a;

/** Writes a number as the language does: `3`, `-1/7`. */
export function exactText(a: Exact): string {
  return typeof a === 'number' ? String(a) : `${a.numerator}/${a.denominator}`;
}

interface Parts {
  readonly n: bigint;
  readonly d: bigint;
}

/** Infinity is the distance to an entity that is not reached. */
const isInfinite = (a: Exact): a is number => typeof a === 'number' && !Number.isFinite(a);

function parts(a: Exact): Parts {
  if (typeof a !== 'number') return { n: BigInt(a.numerator), d: BigInt(a.denominator) };
  return Number.isInteger(a) ? { n: BigInt(a), d: 1n } : tooLarge();
}

function combine(a: Exact, b: Exact, operation: (x: Parts, y: Parts) => readonly [bigint, bigint]): Exact {
  return quotientOf(...operation(parts(a), parts(b)));
}

function quotientOf(numerator: bigint, denominator: bigint): Exact {
  if (denominator === 0n) divisionByZero();
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  const divisor = denominator < 0n ? -a : a;
  const top = safe(Number(numerator / divisor));
  const bottom = safe(Number(denominator / divisor));
  if (top === undefined || bottom === undefined) return tooLarge();
  return bottom === 1 ? top : { kind: 'fraction', numerator: top, denominator: bottom };
}

function safe(value: number): number | undefined {
  // -0 would print and compare as another number.
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}

function tooLarge(): never {
  throw new RunError('run/number', t`The result is too large to be exact: it has more than 53 bits.`);
}

function divisionByZero(): never {
  throw new RunError('run/number', t`A number is divided by zero.`);
}
