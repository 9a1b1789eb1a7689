/**
 * Text of one statement as pieces: a line may break between two of them, never within one. Knows
 * nothing of the language.
 */
import { lineWidth } from '../../interchange/printing/wrap-list.ts';

/** Pieces in order; between two of them stands a blank or a line break. */
export type Pieces = readonly string[];

/** Puts parts together without a blank, so that no line breaks between them. */
export function glued(...parts: readonly (string | Pieces)[]): Pieces {
  const result: string[] = [];
  for (const part of parts) {
    const [first = '', ...rest] = typeof part === 'string' ? [part] : part;
    result.push(`${result.pop() ?? ''}${first}`, ...rest);
  }
  return result;
}

/** Joins items with commas; a line may break behind each. */
export const commaList = (items: readonly Pieces[]): Pieces =>
  items.flatMap((item, index) => (index === items.length - 1 ? item : glued(item, ',')));

/** Up to how many characters no line breaks between brackets. */
const shortBrackets = 60;

/** Puts text between brackets; no line breaks there if it is short. */
export function bracketed(open: string, inner: Pieces, close: string): Pieces {
  const text = inOneLine(inner);
  return glued(open, text.length <= shortBrackets ? text : inner, close);
}

/** Writes pieces on one line. */
export const inOneLine = (pieces: Pieces): string => pieces.join(' ');

/** Writes pieces on as few lines as fit the width; the lines after the first are indented by four more. */
export function fill(pieces: Pieces, indent: string): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const piece of pieces) {
    if (line === undefined) line = `${indent}${piece}`;
    else if (line.length + 1 + piece.length <= lineWidth) line += ` ${piece}`;
    else {
      lines.push(line);
      line = `${indent}    ${piece}`;
    }
  }
  return line === undefined ? lines : [...lines, line];
}
