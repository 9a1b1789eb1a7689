/**
 * The text of a statement as pieces: a line may break between two of them, never within one. Independent of the
 * language.
 */
import { lineWidth } from '../../../../language/src/interchange/printing/wrap-list.ts';

/** Pieces in order; a blank or a line break separates them. */
export type Pieces = readonly string[];

/** Joins parts without a blank, so that no line breaks between them. */
export function glued(...parts: readonly (string | Pieces)[]): Pieces {
  const result: string[] = [];
  for (const part of parts) {
    const [first = '', ...rest] = typeof part === 'string' ? [part] : part;
    result.push(`${result.pop() ?? ''}${first}`, ...rest);
  }
  return result;
}

/** Joins items with commas; a line may break after each. */
export const commaList = (items: readonly Pieces[]): Pieces =>
  items.flatMap((item, index) => (index === items.length - 1 ? item : glued(item, ',')));

/** Brackets with at most this many characters stay on one line. */
const shortBrackets = 60;

/** Puts text in brackets; it stays on one line if it is short. */
export function bracketed(open: string, inner: Pieces, close: string): Pieces {
  const text = flatText(inner);
  return glued(open, text.length <= shortBrackets ? text : inner, close);
}

/** Writes pieces on one line. */
export const flatText = (pieces: Pieces): string => pieces.join(' ');

/** Writes pieces on as few lines as possible; lines after the first are indented by four more. */
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
