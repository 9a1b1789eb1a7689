/**
 * The ranges of a growing selection: the name, then the enclosing part of the tree, and so on up to the file.
 */
import { CstUtils, type CstNode } from 'langium';
import type { Position, Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';

type Range = Pick<Span, 'start' | 'end'>;

/** Returns the ranges around a position, from the innermost to the whole text, each larger than the one before. */
export function selectionRanges({ parseResult, textDocument }: ModelDocument, position: Position): readonly Range[] {
  const text = textDocument.getText();
  const end = textDocument.positionAt(text.length);
  const offset = textDocument.offsetAt(position);
  const root = parseResult.value.$cstNode;
  const ranges: Range[] = [];
  const add = (from: number, to: number): void => {
    if (from > offset || to < offset) return;
    const known = ranges.at(-1);
    const [start, stop] =
      known === undefined ? [offset, offset] : [known.start, known.end].map((each) => textDocument.offsetAt(each));
    if (known !== undefined && (from > (start ?? 0) || to < (stop ?? 0) || (from === start && to === stop))) return;
    ranges.push({ start: textDocument.positionAt(from), end: textDocument.positionAt(to) });
  };
  const leaf = root && wordAt(root, offset);
  if (leaf !== undefined) {
    if (/^["'].*["']$/s.test(leaf.text)) add(leaf.offset + 1, leaf.end - 1);
    for (let node: CstNode | undefined = leaf; node !== undefined; node = node.container) add(node.offset, node.end);
  }
  add(0, text.length);
  return ranges.length > 0 ? ranges : [{ start: { line: 0, character: 0 }, end }];
}

/** Returns the leaf at an offset; prefers a word that ends there to a sign that begins there. */
function wordAt(root: CstNode, offset: number): CstNode | undefined {
  const [here, before] = [leafAt(root, offset), leafAt(root, offset - 1)];
  return here === undefined || (before !== undefined && isWordLike(before) && !isWordLike(here)) ? before : here;
}

const isWordLike = ({ text }: CstNode): boolean => /^[\p{L}\d_'"]/u.test(text);

function leafAt(root: CstNode, offset: number): CstNode | undefined {
  if (offset < 0) return undefined;
  const leaf = CstUtils.findLeafNodeAtOffset(root, offset);
  return leaf === undefined || leaf.hidden || leaf.length === 0 ? undefined : leaf;
}
