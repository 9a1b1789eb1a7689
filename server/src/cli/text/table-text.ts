/**
 * Tables as aligned text.
 */
import { itemAt } from '../../../../language/src/model/common/lookup.ts';
import { inOneLine } from '../../questions/files/places.ts';

/** A column: its title and alignment. */
export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Returns a table with a title line; two blanks between columns, no trailing blanks. */
export function tableText(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title), ...rows].map((row) => row.map(inOneLine));
  const widths = columns.map((_, place) => lines.reduce((most, row) => Math.max(most, row[place]?.length ?? 0), 0));
  const cell = (text: string, place: number): string => {
    const width = itemAt(widths, place);
    return columns[place]?.align === 'right' ? text.padStart(width) : text.padEnd(width);
  };
  return lines.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
}
