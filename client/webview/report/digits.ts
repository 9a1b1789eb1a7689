/**
 * How wide the counts of a table are, so that they stand below each other, and which of them are worth a place.
 */
import type { ReportSign, ReportTable } from '../../../language/src/view/report/report.ts';

/** The number of digits of the largest count of each sign that is shown. */
export type Digits = ReadonlyMap<ReportSign, number>;

/** Returns the digits of the counts in some tables; a sign whose count is zero everywhere is not shown. */
export function digitsIn(tables: readonly Pick<ReportTable, 'rows'>[]): Digits {
  const counts = tables.flatMap(({ rows }) => rows.flat().flatMap(({ counts: own = [] }) => own));
  const isAllZero = counts.every(({ count }) => count === 0);
  const digits = new Map<ReportSign, number>();
  for (const { sign, count } of counts)
    if (count > 0 || isAllZero) digits.set(sign, Math.max(digits.get(sign) ?? 1, count.toString().length));
  return digits;
}
