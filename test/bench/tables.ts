/**
 * Formats tables and their cells as text.
 */
import type { Failure, Result, Table } from './suite.ts';

/** Returns the lines of a table; the first column is left-aligned, the others right-aligned. */
export function formatTable({ title, columns, rows, notes }: Table): string {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    widths
      .map((width, index) => (index === 0 ? (cells[index] ?? '').padEnd(width) : (cells[index] ?? '').padStart(width)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width));
  return [title, '', line(columns), line(rule), ...rows.map(line), ...notes.flatMap((note) => ['', note])].join('\n');
}

/** Returns milliseconds with the significant digits. */
export function milliseconds(time: number): string {
  return time.toFixed(time < 10 ? 2 : time < 100 ? 1 : 0);
}

/** Returns a rounded count: `1k`, `100k`, `1M`. */
export function countOf(number: number): string {
  if (number % 1_000_000 === 0) return `${number / 1_000_000}M`;
  return number % 1000 === 0 ? `${number / 1000}k` : String(number);
}

/** Returns a result that a table needs. Throws if there is none. */
export function resultOf(result: Result | Failure | undefined): Result {
  if (result === undefined || 'failure' in result)
    throw new Error(`There is no result: ${result?.failure ?? 'not run'}.`);
  return result;
}
