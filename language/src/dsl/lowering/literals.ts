/**
 * The values of literals: exact numbers, durations and sizes with units, texts with escapes.
 */
import type { Expression } from '../../model/expression.ts';

/** Milliseconds by unit of time. */
export const timeUnits: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Bytes by unit of size. */
export const sizeUnits: Readonly<Record<string, number>> = {
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

type NumberExpression = Expression & { readonly kind: 'number' };

/** Makes an exact number of a decimal literal: `0.25` is 1/4. */
export function exactNumber(value: number): NumberExpression {
  // Very small numbers are written with an exponent: 1e-7.
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [, fraction = ''] = digits.split('.');
  const denominator = 10 ** Math.max(0, fraction.length - Number(exponent));
  const numerator = Math.round(value * denominator);
  const divisor = greatestCommonDivisor(Math.abs(numerator), denominator);
  return { kind: 'number', numerator: numerator / divisor, denominator: denominator / divisor };
}

/** Reads a number with a unit; nothing where the unit is not known. */
export function quantity(text: string): Expression | undefined {
  const match = /^([0-9.]+)(.*)$/.exec(text);
  const number = Number(match?.[1]);
  const unit = match?.[2] ?? '';
  const milliseconds = timeUnits[unit];
  if (milliseconds !== undefined) return { kind: 'duration', milliseconds: number * milliseconds };
  const bytes = sizeUnits[unit];
  return bytes === undefined ? undefined : exactNumber(number * bytes);
}

/** Replaces the escapes of a text: `\"`, `\\`, `\n`, `\t`, `\$`; any other escaped character is itself. */
export function unescapeText(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, character: string) => {
    if (character === 'n') return '\n';
    return character === 't' ? '\t' : character;
  });
}

function greatestCommonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x === 0 ? 1 : x;
}
