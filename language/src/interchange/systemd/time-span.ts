/**
 * Reads spans of time as unit files write them (man page systemd.time): `100ms`, `5`, `1min 30s`.
 */
import { tableOf } from '../../model/common/table.ts';

const second = 1000;
const day = 86_400 * second;
const units: Readonly<Record<string, number>> = tableOf({
  ...Object.fromEntries(['', 's', 'sec', 'second', 'seconds'].map((word) => [word, second])),
  ...Object.fromEntries(['us', 'usec', 'µs', 'μs'].map((word) => [word, 1 / second])),
  ...Object.fromEntries(['ms', 'msec'].map((word) => [word, 1])),
  ...Object.fromEntries(['m', 'min', 'minute', 'minutes'].map((word) => [word, 60 * second])),
  ...Object.fromEntries(['h', 'hr', 'hour', 'hours'].map((word) => [word, 3600 * second])),
  ...Object.fromEntries(['d', 'day', 'days'].map((word) => [word, day])),
  ...Object.fromEntries(['w', 'week', 'weeks'].map((word) => [word, 7 * day])),
  ...Object.fromEntries(['M', 'month', 'months'].map((word) => [word, 30.44 * day])),
  ...Object.fromEntries(['y', 'year', 'years'].map((word) => [word, 365.25 * day])),
});

/** Returns the milliseconds of a span; undefined if it is none, or `infinity`. */
export function timeSpan(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-zµμ]*)\s*/gi)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.trimStart()) return undefined;
  let sum = 0;
  for (const [, number, unit = ''] of parts) {
    const factor = units[unit];
    if (factor === undefined) return undefined;
    sum += Number(number) * factor;
  }
  const rounded = Math.round(sum * 1000) / 1000;
  return Number.isSafeInteger(Math.round(rounded * 1000)) ? rounded : undefined;
}
