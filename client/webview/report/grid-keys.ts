/**
 * Keyboard navigation in a table: one cell at a time is in the Tab order, and the arrow keys move from there. A button
 * in a cell takes its place.
 */

/** A position in a table: rows and columns from 0. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** Returns the position that a key leads to; nothing for keys that do not move. `size` is that of the whole table. */
export function placeAfter(
  key: string,
  { row, column }: GridPlace,
  size: { readonly rows: number; readonly columns: number },
): GridPlace | undefined {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
  const within = (value: number, last: number): number => Math.max(0, Math.min(last, value));
  const at = (toRow: number, toColumn: number): GridPlace => ({
    row: within(toRow, lastRow),
    column: within(toColumn, lastColumn),
  });
  switch (key) {
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'Home':
      return at(row, 0);
    case 'End':
      return at(row, lastColumn);
    case 'PageUp':
      return at(row - 10, column);
    case 'PageDown':
      return at(row + 10, column);
    default:
      return undefined;
  }
}

/** Moves the focus in a table by a key. */
export function moveInGrid(event: KeyboardEvent, table: HTMLTableElement): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const cell = event.target instanceof Element ? event.target.closest('td, th') : null;
  const line = cell?.parentElement;
  if (!(cell instanceof HTMLTableCellElement) || !(line instanceof HTMLTableRowElement)) return;
  const size = { rows: table.rows.length, columns: line.cells.length };
  const place = placeAfter(event.key, { row: line.rowIndex, column: cell.cellIndex }, size);
  const next = place && table.rows[place.row]?.cells[place.column];
  if (next === undefined) return;
  event.preventDefault();
  focusableIn(next).focus();
}

/** Makes the focused cell the one that the Tab key returns to. */
export function rememberInGrid(table: HTMLTableElement, focused: EventTarget | null): void {
  for (const old of table.querySelectorAll<HTMLElement>('[tabindex="0"]')) old.tabIndex = -1;
  if (focused instanceof HTMLElement) focused.tabIndex = 0;
}

/** Ensures that the Tab key reaches the table. */
export function ensureReachable(table: HTMLTableElement): void {
  const first = table.rows[0]?.cells[0];
  if (first !== undefined && table.querySelector('[tabindex="0"]') === null) focusableIn(first).tabIndex = 0;
}

const focusableIn = (cell: HTMLTableCellElement): HTMLElement => cell.querySelector('button') ?? cell;
