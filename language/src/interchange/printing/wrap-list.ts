/**
 * Wraps a statement with a list (`holds a, b, c`) to the width of a page.
 */

/** The maximum width of printed text, if names allow it. */
export const lineWidth = 100;

/** A statement: the text before the list, its items, and the text after it. */
export interface ListStatement {
  readonly head: string;
  readonly items: readonly string[];
  readonly tail: string;
  /** The text between items, before a blank; a comma by default. */
  readonly separator?: string;
  /** A comment after it, which keeps it on one line. */
  readonly note?: string;
}

/** Writes a statement on one line. */
export const statementLine = ({ head, items, tail, separator = ',' }: ListStatement): string =>
  `${head}${items.join(`${separator} `)}${tail}`;

/** Writes a statement on as few lines as possible; lines after the first are indented by four more. */
export function wrapList(statement: ListStatement, indent: string): string[] {
  const { head, items, tail, separator = ',', note } = statement;
  if (note !== undefined) return [`${indent}${statementLine(statement)} ${note}`];
  const lines: string[] = [];
  let line = `${indent}${head}`;
  let isFirst = true;
  items.forEach((item, index) => {
    const piece = `${item}${index === items.length - 1 ? tail : separator}`;
    const gap = isFirst ? '' : ' ';
    if (!isFirst && line.length + gap.length + piece.length > lineWidth) {
      lines.push(line.trimEnd());
      line = `${indent}    ${piece}`;
    } else {
      line += `${gap}${piece}`;
    }
    isFirst = false;
  });
  lines.push(items.length === 0 ? `${line}${tail}` : line);
  return lines;
}
