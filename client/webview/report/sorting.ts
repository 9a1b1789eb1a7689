/**
 * The order of the rows of a table, and its change by clicks on column titles.
 */
import type { ReportCell, ReportTable } from '../../../language/src/view/report/report.ts';
import type { Sorting } from './messages.ts';

type Rows = ReportTable['rows'];

/** Returns the rows sorted by a column; ties, and rows without a sorting, keep their order. */
export function sortRows(rows: Rows, sorting: Sorting | undefined): Rows {
  if (sorting === undefined) return rows;
  const { column, isDescending } = sorting;
  const direction = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => direction * compareCells(a[column], b[column]));
}

/**
 * Returns the sorting after a click on the title of a column: numbers start descending, words ascending; the second
 * click reverses the order, the third ends it.
 */
export function nextSorting(current: Sorting | undefined, column: number, isNumber: boolean): Sorting | undefined {
  if (current?.column !== column) return { column, isDescending: isNumber };
  return current.isDescending === isNumber ? { column, isDescending: !isNumber } : undefined;
}

/** Returns the value of `aria-sort` for a column. */
export function ariaSort(sorting: Sorting | undefined, column: number): 'ascending' | 'descending' | 'none' {
  if (sorting?.column !== column) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}

const collator = new Intl.Collator('en', { numeric: true });

/** Compares numbers by the first that differs; a cell without a number, such as no radius, sorts after all numbers. */
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
