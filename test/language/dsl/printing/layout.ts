/**
 * Lays out items in lines: line breaks, indentation and blank lines, independent of what the items mean.
 */
import { lineWidth } from '../../../../language/src/interchange/printing/wrap-list.ts';
import { fill, flatText, type Pieces } from './pieces.ts';

/** A documentation comment without its stars. */
export interface Comment {
  readonly lines: readonly string[];
  /** True if a blank line follows, so that it belongs to the file and not to the item after it. */
  readonly isDetached: boolean;
}

/** Items in braces. */
export interface Block {
  readonly items: readonly Item[];
  /**
   * `short` may share a line with its surroundings if it is short; `flat` too, unless it contains blocks. In `tall` and
   * `grouped` each item has lines of its own; in `grouped` a blank line separates items of different groups, and
   * precedes those with a comment and a block.
   */
  readonly shape: 'short' | 'flat' | 'tall' | 'grouped';
}

/** A declaration, member or step: text and blocks in turn. */
export interface Item {
  readonly comments: readonly Comment[];
  /** Items of one group are adjacent. */
  readonly group: string;
  readonly parts: readonly (Pieces | Block)[];
}

/** The most items that may share a line. */
const mostOnOneLine = 3;

/** Writes the declarations of a file: a blank line between them, except between short ones of one group. */
export function layoutDocument(items: readonly Item[]): string {
  const lines: string[] = [];
  let before: { readonly group: string; readonly isShort: boolean } | undefined;
  for (const item of items) {
    const written = layoutItem(item, '');
    const isShort = written.length === 1;
    const isRun = isShort && before?.isShort === true && before.group === item.group && item.comments.length === 0;
    if (before !== undefined && !isRun) lines.push('');
    lines.push(...layoutComments(item, ''), ...written);
    before = { group: item.group, isShort };
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Returns the lines of an item without its comments. */
function layoutItem(item: Item, indent: string): string[] {
  const line = onOneLine(item);
  if (line !== undefined && indent.length + line.length <= lineWidth) return [`${indent}${line}`];
  const lines: string[] = [];
  let open: string[] = [];
  for (const part of item.parts) {
    if (!isBlock(part)) open.push(...part);
    else if (part.items.length === 0) open.push(`${open.pop() ?? ''} {}`);
    else {
      lines.push(...fill([...open.slice(0, -1), `${open.at(-1) ?? ''} {`], indent));
      lines.push(...layoutBlock(part, `${indent}  `));
      open = ['}'];
    }
  }
  return [...lines, ...fill(open, indent)];
}

function layoutBlock({ items, shape }: Block, indent: string): string[] {
  return items.flatMap((item, index) => {
    const before = items[index - 1];
    const isApart = shape === 'grouped' && before !== undefined && (before.group !== item.group || isTitled(item));
    return [...(isApart ? [''] : []), ...layoutComments(item, indent), ...layoutItem(item, indent)];
  });
}

/** Returns true if an item has several lines and a comment before it. */
const isTitled = (item: Item): boolean => item.comments.length > 0 && hasBlock(item);

/** Returns an item on one line without its comments, if that is allowed. */
function onOneLine({ parts }: Item): string | undefined {
  const written: string[] = [];
  for (const part of parts) {
    const text = isBlock(part) ? blockOnOneLine(part) : flatText(part);
    if (text === undefined) return undefined;
    written.push(text);
  }
  return written.join(' ');
}

function blockOnOneLine({ items, shape }: Block): string | undefined {
  if (items.length === 0) return '{}';
  if (shape === 'tall' || shape === 'grouped' || items.length > mostOnOneLine) return undefined;
  if (shape === 'flat' && items.some(hasBlock)) return undefined;
  const written: string[] = [];
  for (const item of items) {
    const text = item.comments.length === 0 ? onOneLine(item) : undefined;
    if (text === undefined) return undefined;
    written.push(text);
  }
  return `{ ${written.join('  ')} }`;
}

const layoutComments = ({ comments }: Item, indent: string): string[] =>
  comments.flatMap((comment) => layoutComment(comment, indent));

function layoutComment({ lines, isDetached }: Comment, indent: string): string[] {
  const [first = ''] = lines;
  const isShort = lines.length === 1 && !first.startsWith('*');
  const written = isShort
    ? [`${indent}/** ${first} */`]
    : [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
  return isDetached ? [...written, ''] : written;
}

const hasBlock = ({ parts }: Item): boolean => parts.some((part) => isBlock(part) && part.items.length > 0);

const isBlock = (part: Pieces | Block): part is Block => 'items' in part;
