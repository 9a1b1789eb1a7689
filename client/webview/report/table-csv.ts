/**
 * Writes a table of a report as CSV (RFC 4180) for spreadsheets: a column for each number of a cell with several.
 */
import type { ReportCell, ReportTable } from '../../../language/src/view/report/report.ts';
import { signWords } from './texts.ts';

/** Returns the rows as CSV, in their order. */
export function tableCsv({ columns }: Pick<ReportTable, 'columns'>, rows: ReportTable['rows']): string {
  const countsOf = (column: number): NonNullable<ReportCell['counts']> =>
    rows.find((row) => row[column]?.counts !== undefined)?.[column]?.counts ?? [];
  const head = columns.flatMap(({ title }, column) => {
    const counts = countsOf(column);
    return counts.length === 0 ? [title] : counts.map(({ sign }) => `${title} ${signWords[sign]}`);
  });
  const lines = rows.map((row) =>
    row.flatMap(({ text, counts }, column) =>
      counts === undefined
        ? // A cell in words fills all columns of the numbers that others have.
          [
            text,
            ...countsOf(column)
              .slice(1)
              .map(() => ''),
          ]
        : counts.map(({ count }) => String(count)),
    ),
  );
  return [head, ...lines].map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

/** Returns a field; a spreadsheet would take a text that begins like a formula for one. */
function field(text: string): string {
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(text);
  const plain = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
