/**
 * Reads the values of literals: exact numbers, durations, rates and sizes with units, texts with escapes.
 */
import type { Expression } from '../../../model/machines/expression.ts';
import { fractionOf, rateOf } from '../../../model/rate.ts';
import { tableOf } from '../../../model/common/table.ts';

/** Milliseconds by unit of time. */
export const timeUnits: Readonly<Record<string, number>> = tableOf({
  us: 0.001,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
});

/** Bytes by unit of size. */
export const sizeUnits: Readonly<Record<string, number>> = tableOf({
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  pages: 2 ** 12,
});

/** The unit of hundredths. */
export const percent = '%';

type NumberExpression = Expression & { readonly kind: 'number' };

/** Returns a decimal literal as an exact number: `0.25` is 1/4. Undefined if that takes more than 53 bits. */
export function exactNumber(value: number): NumberExpression | undefined {
  // Very small numbers are written with an exponent: 1e-7.
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [, fraction = ''] = digits.split('.');
  const denominator = 10 ** Math.max(0, fraction.length - Number(exponent));
  const numerator = Math.round(value * denominator);
  if (!Number.isSafeInteger(numerator) || denominator > largestDenominator) return undefined;
  return reduced(numerator, denominator);
}

function reduced(numerator: number, denominator: number): NumberExpression | undefined {
  const divisor = greatestCommonDivisor(Math.abs(numerator), denominator);
  const exact = { kind: 'number', numerator: numerator / divisor, denominator: denominator / divisor } as const;
  return Number.isSafeInteger(exact.denominator) ? exact : undefined;
}

/** Powers of ten are exact up to this one. */
const largestDenominator = 1e22;

/** The words for a unit of time that may follow `per`. */
const rateWords: Readonly<Record<string, string>> = tableOf({ second: 's', minute: 'min', hour: 'h', day: 'd' });

/** The number of events of a rate, and the time in which they happen. */
interface WrittenRate {
  readonly events: string;
  /** A number with its unit, as `1000h`; `1h` if the rate is written as `2 per h`. */
  readonly time: string;
}

/** Returns the parts of a rate; undefined for any other number with a unit. */
export function writtenRate(text: string): WrittenRate | undefined {
  const [, events, time = ''] = /^(\S+)[ \t]+per[ \t]+(\S+)$/.exec(text) ?? [];
  if (events === undefined) return undefined;
  return { events, time: /^[0-9]/.test(time) ? time : `1${rateWords[time] ?? time}` };
}

/** The number at the beginning of a number with a unit. */
const leadingNumber = /^[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/;

/** Returns the unit of a number, if it is one of the language; of a rate, that of its time. */
export function unitOf(text: string): string | undefined {
  const rate = writtenRate(text);
  if (rate !== undefined) {
    const time = unitOf(rate.time);
    return time !== undefined && Object.hasOwn(timeUnits, time) ? time : undefined;
  }
  const unit = text.replace(leadingNumber, '');
  return unit === percent || Object.hasOwn(timeUnits, unit) || Object.hasOwn(sizeUnits, unit) ? unit : undefined;
}

/**
 * Reads a number with a unit; undefined if the unit is unknown, or the number is not exact with 53 bits. A duration is
 * a whole number of microseconds.
 */
export function quantity(text: string): Expression | undefined {
  const unit = unitOf(text);
  if (unit === undefined) return undefined;
  const rate = writtenRate(text);
  if (rate !== undefined) return rateIn(rate);
  const number = Number(text.slice(0, text.length - unit.length));
  if (unit === percent) {
    const whole = exactNumber(number);
    return whole === undefined ? undefined : reduced(whole.numerator, 100 * whole.denominator);
  }
  if (!Object.hasOwn(timeUnits, unit)) return exactNumber(number * (sizeUnits[unit] ?? Number.NaN));
  const microseconds = microsecondsIn(number, unit);
  return microseconds?.denominator === 1
    ? { kind: 'duration', milliseconds: microseconds.numerator / microsecondsEach }
    : undefined;
}

/** Returns true for a duration that has a part of a microsecond, and is not too long. */
export function isTooFine(text: string): boolean {
  const unit = unitOf(text);
  if (unit === undefined || !Object.hasOwn(timeUnits, unit) || writtenRate(text) !== undefined) return false;
  const microseconds = microsecondsIn(Number(text.slice(0, text.length - unit.length)), unit);
  return microseconds !== undefined && microseconds.denominator !== 1;
}

/** Returns a duration in microseconds; undefined beyond 53 bits. */
function microsecondsIn(number: number, unit: string): ReturnType<typeof fractionOf> {
  const [exact, milliseconds] = [exactNumber(number), timeUnits[unit]];
  if (exact === undefined || milliseconds === undefined) return undefined;
  const each = BigInt(Math.round(milliseconds * microsecondsEach));
  return fractionOf(BigInt(exact.numerator) * each, BigInt(exact.denominator));
}

function rateIn({ events, time }: WrittenRate): Expression | undefined {
  const [times = ''] = leadingNumber.exec(time) ?? [];
  const milliseconds = timeUnits[time.slice(times.length)];
  const [number, units] = [exactNumber(Number(events)), exactNumber(Number(times))];
  if (number === undefined || units === undefined || milliseconds === undefined) return undefined;
  const rate = rateOf(number, units, Math.round(milliseconds * microsecondsEach));
  return rate && { kind: 'rate', ...rate };
}

/** Microseconds, the smallest unit of time of the language, in one millisecond. */
const microsecondsEach = 1000;

/** Replaces the escapes of a text: `\"`, `\\`, `\n`, `\t`, `\$`; any other escaped character stands for itself. */
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
