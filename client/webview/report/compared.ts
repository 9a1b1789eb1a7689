/**
 * Compares the columns of a table whose cells have counts with one of them.
 */
import type { ReportCell, ReportTable } from '../../../language/src/view/report/report.ts';

/** Returns the columns that can be compared: those whose cells have counts. */
export const comparableColumns = ({ columns, rows }: ReportTable): readonly number[] =>
  columns.flatMap((_, column) => (rows.some((row) => row[column]?.counts !== undefined) ? [column] : []));

/** Returns by how much the counts of a cell exceed those of another, by place; undefined if they cannot be compared. */
export function countDifferences(cell: ReportCell, other: ReportCell | undefined): readonly number[] | undefined {
  if (cell.counts === undefined || other?.counts === undefined) return undefined;
  const { counts } = other;
  return cell.counts.map(({ count }, place) => count - (counts[place]?.count ?? 0));
}

/** Returns the rows in which a column differs from the one that all are compared with. */
export const differingRows = (rows: ReportTable['rows'], base: number): number =>
  rows.filter((row) => row.some((cell) => countDifferences(cell, row[base])?.some((each) => each !== 0))).length;
