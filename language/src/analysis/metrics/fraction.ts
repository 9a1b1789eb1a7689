/**
 * Exact fractions of whole numbers: what metrics are given in, so that 1/3 is 1/3. Knows nothing of
 * what is measured.
 */

/** In lowest terms; `denominator` is positive. */
export interface Fraction {
  readonly numerator: number;
  readonly denominator: number;
}

/** Nothing, as a fraction. */
export const zero: Fraction = { numerator: 0, denominator: 1 };

/** Returns a fraction of two whole numbers in lowest terms; what is divided by 0 counts as 0. */
export function fraction(numerator: number, denominator: number): Fraction {
  return inNumbers(BigInt(numerator), BigInt(denominator)).value;
}

/** A sum, and whether its parts fit into numbers; otherwise it is the nearest fraction that does. */
export interface Sum {
  readonly value: Fraction;
  readonly isExact: boolean;
}

/** Returns the sum of some fractions, divided by a whole number. Exact as long as the result fits. */
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

/** Returns the product of two fractions. */
export function product(a: Fraction, b: Fraction): Sum {
  return inNumbers(BigInt(a.numerator) * BigInt(b.numerator), BigInt(a.denominator) * BigInt(b.denominator));
}

/** Returns the quotient of two fractions; what is divided by 0 counts as 0. */
export function quotient(a: Fraction, b: Fraction): Sum {
  return inNumbers(BigInt(a.numerator) * BigInt(b.denominator), BigInt(a.denominator) * BigInt(b.numerator));
}

/** Returns a negative number, 0 or a positive one, as `a` is less than, equal to or greater than `b`. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = BigInt(a.numerator) * BigInt(b.denominator) - BigInt(b.numerator) * BigInt(a.denominator);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Returns a fraction as people write it: `1/3`, `2`. */
export function fractionText({ numerator, denominator }: Fraction): string {
  return denominator === 1 ? `${numerator}` : `${numerator}/${denominator}`;
}

/** The finest step to which a fraction is rounded whose parts do not fit into numbers. */
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
