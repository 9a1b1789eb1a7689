/**
 * The reliability of a goal in words: shares of time, times, and both in one clause.
 */
import type { Availability } from './availability.ts';
import { t } from '../../model/common/translation.ts';

const digits = 6;

/** Returns a number with six digits. */
export const precise = (value: number): string => value.toPrecision(digits);

/** Returns an availability with all its nines, and two digits after them. */
export function shareText(unavailability: number): string {
  if (unavailability <= 0 || unavailability >= 1) return `${String(100 * (1 - unavailability))} %`;
  const places = Math.min(100, Math.max(2, Math.ceil(-Math.log10(unavailability))));
  // Digit by digit: a number has no more than 16 of them.
  const digits = 10n ** BigInt(places + 2) - BigInt(Math.round(unavailability * 10 ** (places + 2)));
  const text = String(digits).padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)} %`;
}

const hour = 3_600_000;
/** Milliseconds. */
export const year = 365 * 24 * hour;

const units = [
  [year, 'years'],
  [24 * hour, 'days'],
  [hour, 'h'],
  [60_000, 'min'],
  [1000, 's'],
  [1, 'ms'],
] as const;

/** Returns a time in the largest unit of which it has at least one, with six digits. */
export function spanText(milliseconds: number): string {
  if (milliseconds === Number.POSITIVE_INFINITY) return 'infinite';
  if (milliseconds === 0) return '0 s';
  const [size, unit] = units.find(([each]) => milliseconds >= each) ?? [1, 'ms'];
  return `${precise(milliseconds / size)} ${unit}`;
}

/** Returns availability and MTTF in a clause; undefined if they are not known of everything in the cut sets. */
export function availabilityClause({ unavailability, mttf, unrated, computed }: Availability): string | undefined {
  if (unavailability === undefined || Number.isNaN(unavailability) || unrated.length + computed.length > 0)
    return undefined;
  return t`available ${shareText(unavailability)} of the time${mttf === undefined ? '' : t`, MTTF ${spanText(mttf)}`}`;
}
