/**
 * From items to lines: what stands on one line, what is indented, and where blank lines go. Knows
 * nothing of what the items mean.
 */
import { lineWidth } from '../../interchange/wrap-list.ts';
import { fill, inOneLine, type Pieces } from './pieces.ts';

/** A documentation comment without its stars. */
export interface Comment {
  readonly lines: readonly string[];
  /** Whether a blank line follows, so that it belongs to the file and not to the item behind it. */
  readonly isDetached: boolean;
}

/** Items in braces. */
export interface Block {
  readonly items: readonly Item[];
  /** Whether each item has a line of its own, however short they are. */
  readonly isTall: boolean;
  /** Whether a blank line stands between items of different groups. */
  readonly isGrouped: boolean;
}

/** A declaration, member or step: text and blocks in turn. */
export interface Item {
  readonly comment: Comment | undefined;
  /** Items of one group stand together. */
  readonly group: string;
  readonly parts: readonly (Pieces | Block)[];
}

/** More items than these never share a line. */
const mostOnOneLine = 3;

/** Writes the declarations of a file: a blank line between them, except between short ones of one group. */
export function layoutDocument(items: readonly Item[]): string {
  const lines: string[] = [];
  let before: { readonly group: string; readonly isShort: boolean } | undefined;
  for (const item of items) {
    const written = layoutItem(item, '');
    const isShort = written.length === 1;
    const isRun = before?.isShort === true && isShort && before.group === item.group;
    if (before !== undefined && !isRun) lines.push('');
    lines.push(...written);
    before = { group: item.group, isShort };
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function layoutItem(item: Item, indent: string): string[] {
  const comment = layoutComment(item.comment, indent);
  const line = onOneLine(item);
  if (line !== undefined && indent.length + line.length <= lineWidth) return [...comment, `${indent}${line}`];
  const lines = [...comment];
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

function layoutBlock({ items, isGrouped }: Block, indent: string): string[] {
  return items.flatMap((item, index) => {
    const before = items[index - 1];
    const isApart = isGrouped && before !== undefined && before.group !== item.group;
    return [...(isApart ? [''] : []), ...layoutItem(item, indent)];
  });
}

/** Returns an item on one line, without its comment, if it may stand so. */
function onOneLine({ parts }: Item): string | undefined {
  const written: string[] = [];
  for (const part of parts) {
    const text = isBlock(part) ? blockOnOneLine(part) : inOneLine(part);
    if (text === undefined) return undefined;
    written.push(text);
  }
  return written.join(' ');
}

function blockOnOneLine({ items, isTall }: Block): string | undefined {
  if (items.length === 0) return '{}';
  if (isTall || items.length > mostOnOneLine) return undefined;
  const written: string[] = [];
  for (const item of items) {
    const text = item.comment === undefined ? onOneLine(item) : undefined;
    if (text === undefined) return undefined;
    written.push(text);
  }
  return `{ ${written.join('  ')} }`;
}

function layoutComment(comment: Comment | undefined, indent: string): string[] {
  if (comment === undefined) return [];
  const { lines, isDetached } = comment;
  const [first = ''] = lines;
  const isShort = lines.length === 1 && !first.startsWith('*');
  const written = isShort
    ? [`${indent}/** ${first} */`]
    : [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
  return isDetached ? [...written, ''] : written;
}

const isBlock = (part: Pieces | Block): part is Block => 'items' in part;
