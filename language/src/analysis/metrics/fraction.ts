/**
 * Exact fractions of whole numbers, the values of metrics: 1/3 stays 1/3.
 */

/** A fraction in lowest terms; `denominator` is positive. */
export interface Fraction {
  readonly numerator: number;
  readonly denominator: number;
}

/** The number 0 as a fraction. */
export const zero: Fraction = { numerator: 0, denominator: 1 };

/** Returns a fraction of two whole numbers in lowest terms; division by 0 gives 0. */
export function fraction(numerator: number, denominator: number): Fraction {
  return inNumbers(BigInt(numerator), BigInt(denominator)).value;
}

/** A result, and whether it is exact; if its parts do not fit into numbers, it is the nearest fraction that does. */
export interface Sum {
  readonly value: Fraction;
  readonly isExact: boolean;
}

/** Returns the sum of some fractions, divided by a whole number. Exact if the result fits into numbers. */
export function sumOf(fractions: Iterable<Fraction>, divisor = 1): Sum {
  const byDenominator = new Map<number, bigint>();
  for (const { numerator, denominator } of fractions) {
    byDenominator.set(denominator, (byDenominator.get(denominator) ?? 0n) + BigInt(numerator));
  }
  let total = { numerator: 0n, denominator: 1n };
  for (const [denominator, numerator] of byDenominator) {
    const common = total.denominator * BigInt(denominator);
    total = lowest(total.numerator * BigInt(denominator) + numerator * total.denominator, common);
  }
  return inNumbers(total.numerator, total.denominator * BigInt(divisor));
}

/** Compares two fractions: negative if `a` is less than `b`, 0 if they are equal. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = BigInt(a.numerator) * BigInt(b.denominator) - BigInt(b.numerator) * BigInt(a.denominator);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Returns a fraction as text: `1/3`, `2`. */
export function fractionText({ numerator, denominator }: Fraction): string {
  return denominator === 1 ? `${numerator}` : `${numerator}/${denominator}`;
}

/** The rounding step for a fraction whose parts do not fit into numbers. */
const precision = 1_000_000n;

function inNumbers(numerator: bigint, denominator: bigint): Sum {
  const { numerator: top, denominator: bottom } = lowest(numerator, denominator);
  const value = { numerator: Number(top), denominator: Number(bottom) };
  if (Number.isSafeInteger(value.numerator) && Number.isSafeInteger(value.denominator)) return { value, isExact: true };
  const rounded = lowest((top * precision) / bottom, precision);
  return { value: { numerator: Number(rounded.numerator), denominator: Number(rounded.denominator) }, isExact: false };
}

function lowest(numerator: bigint, denominator: bigint): { readonly numerator: bigint; readonly denominator: bigint } {
  if (denominator === 0n || numerator === 0n) return { numerator: 0n, denominator: 1n };
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  const sign = denominator < 0n ? -1n : 1n;
  return { numerator: (sign * numerator) / a, denominator: (sign * denominator) / a };
}
