/**
 * The rates at which a PD or node fails and is repaired, from its settings `mttf` and `mttr`, or `failureRate` and
 * `repairRate`. One that is written in either way has exactly the same rates.
 */
import type { Entity } from '../../model/entity.ts';
import type { Expression } from '../../model/expression.ts';
import { otherSpellings } from '../../model/fixed-settings.ts';
import { plainNumber } from '../../model/number-in.ts';
import { microsecondsOfDay } from '../../model/rate.ts';

/** The rates of a PD or node, per millisecond; one that is never repaired has a repair rate of 0. */
export interface Rates {
  readonly failure: number;
  readonly repair: number;
}

type Settings = Pick<Entity, 'settings'>;

/** Returns the rates of an entity, per millisecond; undefined if it sets no `mttf`. One that is repaired at once is never down. */
export function ratesOf(entity: Settings): Rates | undefined {
  const [up, down] = [meanTime(entity, 'mttf'), meanTime(entity, 'mttr')];
  if (up === undefined || up === 'computed' || up <= 0 || down === 'computed') return undefined;
  if (down === undefined) return { failure: 1 / up, repair: 0 };
  return down === 0 ? { failure: 0, repair: 0 } : { failure: 1 / up, repair: 1 / down };
}

/**
 * Returns a mean time in milliseconds, from the setting of that name or the one that gives it as a rate: infinite for a
 * rate of 0. Undefined if neither is set; `computed` if the value is neither a literal nor
 * a quotient of two.
 */
export function meanTime({ settings }: Settings, name: 'mttf' | 'mttr'): number | 'computed' | undefined {
  const value = settings.find((each) => each.name === name || otherSpellings.get(each.name) === name)?.value;
  return value === undefined ? undefined : (meanOf(value) ?? 'computed');
}

/** Returns the mean time that a literal or a quotient of two says: `2 / 1h` is `2 per h`. */
function meanOf(value: Expression): number | undefined {
  if (value.kind === 'duration') return value.milliseconds;
  if (value.kind === 'rate') return (value.denominator * (microsecondsOfDay / 1000)) / value.numerator;
  if (value.kind !== 'binary' || value.operator !== '/') return undefined;
  const { left, right } = value;
  const [above, below] = [plainNumber(left), plainNumber(right)];
  const size = above === undefined ? left : right;
  const [mean, number] = [meanOf(size), above ?? below];
  if (mean === undefined || number === undefined || (above === undefined && below === 0)) return undefined;
  // `1h / 2` is half an hour, and so is the mean time of `2 / 1h`; that of `(1 per h) / 2`, and `2 / (1 per h)`, is 2h.
  return size.kind === 'duration' ? mean / number : size.kind === 'rate' ? mean * number : undefined;
}
