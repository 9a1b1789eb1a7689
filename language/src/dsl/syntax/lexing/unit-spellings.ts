/**
 * The units of other languages, each with the unit of this one.
 */
import { tableOf } from '../../../model/common/table.ts';

/** Common spellings of each unit, in lower case. */
const spellings: Readonly<Record<string, readonly string[]>> = tableOf({
  us: ['microsecond', 'microseconds', 'usec', 'usecs', 'µs', 'micros'],
  ms: ['millisecond', 'milliseconds', 'msec', 'msecs', 'millis'],
  s: ['sec', 'secs', 'second', 'seconds', 'sek'],
  min: ['m', 'mins', 'minute', 'minutes'],
  h: ['hr', 'hrs', 'hour', 'hours', 'std'],
  d: ['day', 'days'],
  B: ['b', 'byte', 'bytes'],
  KiB: ['k', 'kb', 'ki', 'kbyte', 'kbytes'],
  MiB: ['mb', 'mi', 'mbyte', 'mbytes'],
  GiB: ['g', 'gb', 'gi', 'gbyte', 'gbytes'],
  TiB: ['t', 'tb', 'ti', 'tbyte', 'tbytes'],
  pages: ['page', 'pg'],
  '%': ['percent', 'pct'],
});

/** Returns the unit meant by the text after a number, if it is a common spelling; `m` is one of time, unless of a size. */
export function unitMeant(written: string, isSize = false): string | undefined {
  const small = written.toLowerCase();
  if (isSize && small === 'm') return 'MiB';
  const same = Object.keys(spellings).find((unit) => unit.toLowerCase() === small);
  return same ?? Object.keys(spellings).find((unit) => spellings[unit]?.includes(small));
}
