/**
 * Fixes missing and misspelt units.
 */
import type { Fix } from '../../../model/finding.ts';
import * as ast from '../../generated/ast.ts';
import type { StaticType } from '../../types/static-type.ts';
import { replaceNode } from './edits.ts';
import { tableOf } from '../../../model/table.ts';
import { t } from '../../../model/translation.ts';

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

/** Returns the unit meant by the text after a number, if it is a common spelling. */
export function unitMeant(written: string): string | undefined {
  const small = written.toLowerCase();
  const same = Object.keys(spellings).find((unit) => unit.toLowerCase() === small);
  return same ?? Object.keys(spellings).find((unit) => spellings[unit]?.includes(small));
}

/** Returns fixes for a plain number where a duration is expected. */
export function unitFixes(value: ast.Expression, wanted: StaticType): Fix[] {
  if (wanted.kind !== 'duration' || !ast.isNumberLiteral(value)) return [];
  const number = value.$cstNode?.text ?? String(value.value);
  return ['s', 'ms', 'min'].map((unit) => ({
    title: t`Write ${number}${unit}`,
    edits: [replaceNode(value, `${number}${unit}`)],
    ...(unit === 's' ? { isPreferred: true } : {}),
  }));
}
