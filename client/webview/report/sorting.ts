/**
 * The order of the rows of a table, and what a press on a column's title makes of it.
 */
import type { ReportCell, ReportTable } from '../../../language/src/view/report/report.ts';
import type { Sorting } from './messages.ts';

type Rows = ReportTable['rows'];

/** Returns the rows sorted by a column; ties, and all without a sorting, stay as they came. */
export function sortRows(rows: Rows, sorting: Sorting | undefined): Rows {
  if (sorting === undefined) return rows;
  const { column, isDescending } = sorting;
  const direction = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => direction * compareCells(a[column], b[column]));
}

/**
 * Returns the sorting after a press on the title of a column: numbers begin with the greatest, words
 * with the first; the second press turns the order round, the third ends it.
 */
export function nextSorting(current: Sorting | undefined, column: number, isNumber: boolean): Sorting | undefined {
  if (current?.column !== column) return { column, isDescending: isNumber };
  return current.isDescending === isNumber ? { column, isDescending: !isNumber } : undefined;
}

/** Returns the value of `aria-sort` of a column. */
export function ariaSort(sorting: Sorting | undefined, column: number): 'ascending' | 'descending' | 'none' {
  if (sorting?.column !== column) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}

const collator = new Intl.Collator('en', { numeric: true });

/** Numbers by their first difference; what has no number, such as no radius, is beyond all numbers. */
function compareCells(a: ReportCell | undefined, b: ReportCell | undefined): number {
  if (a?.order === undefined && b?.order === undefined) return collator.compare(a?.text ?? '', b?.text ?? '');
  if (a?.order === undefined) return 1;
  if (b?.order === undefined) return -1;
  const length = Math.max(a.order.length, b.order.length);
  for (let place = 0; place < length; place++) {
    const difference = (a.order[place] ?? 0) - (b.order[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
