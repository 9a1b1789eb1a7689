/**
 * Selects the text to leave unformatted: declarations, members and steps with syntax errors, and what the parser
 * skipped.
 */
import type { AstNode } from 'langium';
import type { TokenizedText } from './line-breaks.ts';
import { closesBlock, opensBlock } from './spacing.ts';
import { isItem } from './tokens.ts';

/** The part to leave alone around an error: the smallest item, or the whole declaration. */
export type LeftAloneExtent = 'item' | 'declaration';

/** Returns a test for the gaps that stay as they are, by the index of the token after them. */
export function leftAloneAt(
  source: TokenizedText,
  offsets: readonly number[],
  extent: LeftAloneExtent,
): (index: number) => boolean {
  const gaps = new Set<number>();
  for (const offset of offsets) {
    const [first, last] = rangeAround(source, offset, extent);
    for (let index = first; index <= last; index++) gaps.add(index);
  }
  return (index) => gaps.has(index);
}

/** Returns the first and last gap to leave alone for an error at an offset. */
function rangeAround(source: TokenizedText, offset: number, extent: LeftAloneExtent): readonly [number, number] {
  const { tokens, gaps, itemEnds, indexAt } = source;
  const next = firstEndingAfter(source, offset);
  const [before, token] = [tokens[next - 1], tokens[next]];
  const isWithin = token !== undefined && token.start <= offset;
  if (!isWithin && extent === 'item' && gaps[next]?.isBroken === true) {
    const isAfterItem = before === undefined || opensBlock(before) || itemEndsAt(source, next - 1);
    const isBeforeItem = token === undefined || closesBlock(token) || token.item !== undefined;
    if (isAfterItem && isBeforeItem) return [next, next];
  }
  const item = itemAround(isWithin ? token.node : before?.node, extent);
  const first = item === undefined ? -1 : indexAt(item.$cstNode?.offset ?? -1);
  return first < 0 ? [next, next] : [first, (itemEnds.get(first) ?? first) + 1];
}

/** Returns the index of the first token that ends after an offset. */
function firstEndingAfter({ tokens }: TokenizedText, offset: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function itemEndsAt({ tokens }: TokenizedText, index: number): boolean {
  const token = tokens[index];
  for (let node = token?.node; node !== undefined && node.$cstNode?.end === token?.end; node = node.$container) {
    if (isItem(node)) return true;
  }
  return false;
}

function itemAround(node: AstNode | undefined, extent: LeftAloneExtent): AstNode | undefined {
  let found: AstNode | undefined;
  for (let each = node; each !== undefined; each = each.$container) {
    if (!isItem(each)) continue;
    found = each;
    if (extent === 'item') return found;
  }
  return found;
}
