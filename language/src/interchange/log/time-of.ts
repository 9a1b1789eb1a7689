/** Times in logs: as numbers since 1970 or since a start, as dates, and as durations of the language. */

const units: ReadonlyMap<string, number> = new Map([
  ['us', 1],
  ['µs', 1],
  ['ms', 1000],
  ['s', 1_000_000],
  ['min', 60_000_000],
  ['m', 60_000_000],
  ['h', 3_600_000_000],
]);

/**
 * Returns microseconds; undefined for a text that is no time. Numbers since 1970 may be in seconds, milliseconds,
 * microseconds or nanoseconds, which their size tells; small numbers are seconds.
 */
export function microsecondsSince(value: unknown): number | undefined {
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return ofNumber(Number(text));
  const span = microsecondsOf(text);
  return span ?? ofDate(text);
}

/** Returns the microseconds of a duration such as `50ms`; undefined for any other text. */
export function microsecondsOf(text: string): number | undefined {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-zµ]+)$/.exec(text) ?? [];
  const size = units.get(unit);
  return size === undefined ? undefined : Math.round(Number(amount) * size);
}

function ofNumber(value: number): number | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  if (value < 1e11) return Math.round(value * 1_000_000);
  if (value < 1e14) return Math.round(value * 1000);
  return value < 1e17 ? Math.round(value) : Math.round(value / 1000);
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Dates without a zone count as UTC, and times of day as those of the first of January 1970. */
function ofDate(text: string): number | undefined {
  const day = /^(\d{4})[-/](\d\d)[-/](\d\d)/.exec(text) ?? namedDay(text);
  const clock = /(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i.exec(text);
  if (clock === null) return undefined;
  const [, hour, minute, second, fraction = '', zone = 'Z'] = clock;
  const [, year, month, date] = day ?? ['', '1970', '01', '01'];
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const whole = Date.parse(
    `${String(year)}-${String(month)}-${String(date)}T${String(hour)}:${String(minute)}:${String(second)}${offset}`,
  );
  return Number.isNaN(whole) ? undefined : whole * 1000 + Math.floor(Number(`0.${fraction || '0'}`) * 1_000_000 + 0.5);
}

/** Reads the day of `23-Nov-2026::10:00:00`, as Erlang writes it, and of `23/Nov/2026:10:00:00`, as web servers do. */
function namedDay(text: string): readonly string[] | undefined {
  const found = /^(\d{1,2})([-/])([A-Za-z]{3})\2(\d{4})::?/.exec(text);
  const month = months.indexOf((found?.[3] ?? '').toLowerCase());
  if (found === null || month < 0) return undefined;
  return ['', found[4] ?? '', String(month + 1).padStart(2, '0'), (found[1] ?? '').padStart(2, '0')];
}
