/**
 * Rates: events per time, exact. A rate is held as the number of events per day, since a day is a whole number of every
 * unit of time.
 */

/** A quotient of two whole numbers in lowest terms, the second of them positive. */
interface Fraction {
  readonly numerator: number;
  readonly denominator: number;
}

/** Microseconds in a day. */
export const microsecondsOfDay = 86_400_000_000;

/** Returns the rate of events per so many units of time, each of so many microseconds; undefined beyond 53 bits. */
export function rateOf(events: Fraction, units: Fraction, microseconds: number): Fraction | undefined {
  if (units.numerator <= 0) return undefined;
  const top = BigInt(events.numerator) * BigInt(units.denominator) * BigInt(microsecondsOfDay);
  return fractionOf(top, BigInt(events.denominator) * BigInt(units.numerator) * BigInt(microseconds));
}

/** Returns the mean time between two events of a rate, in microseconds; undefined for 0, and if it is no whole number. */
export function meanTimeOf({ numerator, denominator }: Fraction): number | undefined {
  if (numerator <= 0) return undefined;
  const mean = fractionOf(BigInt(denominator) * BigInt(microsecondsOfDay), BigInt(numerator));
  return mean?.denominator === 1 ? mean.numerator : undefined;
}

const perDay: readonly (readonly [unit: string, count: number])[] = [
  ['s', 86_400],
  ['min', 1440],
  ['h', 24],
  ['d', 1],
];

/**
 * Writes a rate as the language does: per the shortest unit in which it is a whole number, as `10 per s`, or else as few
 * events as possible per several units, as `1 per 1000h`.
 */
export function rateText({ numerator, denominator }: Fraction): string {
  const [top, bottom] = [BigInt(numerator), BigInt(denominator)];
  const ways = perDay.map(([unit, count]) => {
    const each = lowest(top, bottom * BigInt(count));
    return { unit, events: each.top < 0n ? -each.top : each.top, units: each.bottom };
  });
  const sign = top < 0n ? '-' : '';
  const whole = ways.find(({ units }) => units === 1n);
  if (whole !== undefined) return `${sign}${whole.events} per ${whole.unit}`;
  // Of those with as few events, the longest unit; so many days can always be read.
  const { unit, events, units } = ways
    .filter((each) => each.units <= BigInt(Number.MAX_SAFE_INTEGER))
    .reduce((best, each) => (each.events <= best.events ? each : best));
  return `${sign}${events} per ${units}${unit}`;
}

/** Returns a quotient in lowest terms; undefined beyond 53 bits. The divisor must be positive. */
export function fractionOf(top: bigint, bottom: bigint): Fraction | undefined {
  const reduced = lowest(top, bottom);
  const [numerator, denominator] = [Number(reduced.top), Number(reduced.bottom)];
  const isExact = Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator);
  return isExact ? { numerator, denominator } : undefined;
}

function lowest(top: bigint, bottom: bigint): { readonly top: bigint; readonly bottom: bigint } {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b !== 0n) [a, b] = [b, a % b];
  return { top: top / a, bottom: bottom / a };
}
