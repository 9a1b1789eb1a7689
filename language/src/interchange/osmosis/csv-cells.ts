/**
 * Splits lines of a CSV table into cells and joins them again. Handles commas and double quotes, but neither the
 * meaning of cells nor rows that continue on the next line.
 */

/** The cells of one line without surrounding quotes, and the column where each begins. */
export interface CsvCells {
  readonly texts: readonly string[];
  readonly starts: readonly number[];
}

/**
 * Returns the lines of a text, without their ends (`\n`, `\r\n`, `\r\r\n`, or `\r` if the text has no other) and
 * without a byte order mark. A carriage return within a line becomes a blank.
 */
export function splitLines(text: string): string[] {
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const lines = unmarked.split(unmarked.includes('\n') ? '\n' : '\r');
  return lines.map(withoutCarriageReturns);
}

/** Splits a line at its commas. A quote that is never closed is an ordinary character. */
export function splitCells(line: string): CsvCells {
  const texts: string[] = [];
  const starts: number[] = [];
  let start = 0;
  while (start <= line.length) {
    const end = endOfCell(line, start);
    starts.push(start);
    texts.push(unquoted(line.slice(start, end)));
    start = end + 1;
  }
  return { texts, starts };
}

/**
 * Returns true if a cell of a line begins with a quote that is not closed in it, so that the cell may continue on the
 * next line.
 */
export function endsInQuote(line: string): boolean {
  for (let start = 0; start <= line.length; start = endOfCell(line, start) + 1) {
    if (line[start] === '"' && !isClosed(line, start)) return true;
  }
  return false;
}

/**
 * Returns what a line does to a quoted cell that began before it: the cell continues, is closed, is closed before
 * another unclosed one begins, or was never quoted, because its quote is closed in the middle of a cell.
 */
export function restOfQuote(line: string): 'open' | 'closed' | 'reopened' | 'stray' {
  const end = closingQuote(`"${line}`, 0);
  if (end < 0) return 'open';
  const rest = line.slice(end);
  if (rest !== '' && !rest.startsWith(',')) return 'stray';
  return endsInQuote(rest.slice(1)) ? 'reopened' : 'closed';
}

/** Joins cells to a line; quotes a cell with a comma, a quote or a line end. */
export const joinCells = (cells: readonly string[]): string => cells.map(quoted).join(',');

function withoutCarriageReturns(line: string): string {
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) === 13) end -= 1;
  return line.slice(0, end).replaceAll('\r', ' ');
}

function endOfCell(line: string, start: number): number {
  const comma = line.indexOf(',', start);
  const simpleEnd = comma < 0 ? line.length : comma;
  return line[start] === '"' && isClosed(line, start) ? closingQuote(line, start) + 1 : simpleEnd;
}

/** Returns the position of the quote that closes a cell; -1 if there is none. */
function closingQuote(line: string, start: number): number {
  let quote = line.indexOf('"', start + 1);
  while (quote >= 0 && line[quote + 1] === '"') quote = line.indexOf('"', quote + 2);
  return quote;
}

function isClosed(line: string, start: number): boolean {
  const quote = closingQuote(line, start);
  return quote >= 0 && (quote + 1 === line.length || line[quote + 1] === ',');
}

function unquoted(cell: string): string {
  const isQuoted = cell.length >= 2 && cell.startsWith('"') && cell.endsWith('"');
  return isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
