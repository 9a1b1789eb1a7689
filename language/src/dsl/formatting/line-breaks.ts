/**
 * Decides where lines end: which blocks span several lines, and between which tokens a line must, may, or may not end.
 */
import type { Gap } from './gaps.ts';
import { blankBetween, closesBlock, mayBreak, opensBlock } from './spacing.ts';
import type { Structure } from './structure.ts';
import type { Token } from './tokens.ts';

/** A text with its tokens and gaps. */
export interface TokenizedText extends Structure {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly gaps: readonly Gap[];
}

/** The state of the lines laid out so far. */
export interface LinesSoFar {
  readonly line: number;
  readonly column: number;
  /** The current line of each token, by index. */
  readonly lineOf: readonly number[];
  /** The braces of blocks that span several lines. */
  readonly tall: ReadonlySet<number>;
}

/** The plan for a gap. */
export interface GapPlan {
  /** The text between the tokens if they share a line and there is no comment. */
  readonly blank: string;
  /** The line end: before the first comment, directly before the token, where the author put it, or none. */
  readonly lineBreak: 'first' | 'last' | 'kept' | 'never';
  readonly hasBlankLines: boolean;
}

/** A block or item may be on one line only up to this length. */
const longestLine = 120;

/** Returns true if a block whose brace comes next spans several lines. */
export function isTallBlock(source: TokenizedText, opening: number, { column }: LinesSoFar): boolean {
  const closing = source.partners[opening] ?? -1;
  return closing >= 0 && column + flatWidth(source, opening, closing) > longestLine;
}

/** Returns the plan for the gap before a token. */
export function gapPlan(source: TokenizedText, index: number, soFar: LinesSoFar): GapPlan {
  const { tokens, gaps, partners } = source;
  const [before, next, gap] = [tokens[index - 1], tokens[index], gaps[index]];
  const hasComments = gap !== undefined && gap.comments.length > 0;
  const plan = (lineBreak: GapPlan['lineBreak'], blank: string, hasBlankLines = true): GapPlan => ({
    ...{ lineBreak, blank, hasBlankLines },
  });
  if (before === undefined || next === undefined || gap === undefined) return plan('kept', '');
  if (opensBlock(before)) {
    if (closesBlock(next) && !hasComments) return plan('never', '');
    return plan(soFar.tall.has(index - 1) && gap.ownLineBreaks === 0 ? 'first' : 'kept', ' ');
  }
  if (closesBlock(next)) return plan(soFar.tall.has(partners[index] ?? -1) ? 'last' : 'kept', ' ');
  if (next.item !== undefined) {
    return plan(gap.ownLineBreaks === 0 && isSeparated(source, index, soFar) ? 'first' : 'kept', '  ');
  }
  const isEndOfTall = closesBlock(before) && soFar.tall.has(partners[index - 1] ?? -1);
  const isJoined = opensBlock(next) || isEndOfTall || !mayBreak(before, next);
  return plan(isJoined ? 'never' : 'kept', blankBetween(before, next), hasComments);
}

/** Returns true if an item needs a line of its own although its author put it on a shared one. */
function isSeparated(source: TokenizedText, index: number, soFar: LinesSoFar): boolean {
  const { lines, blocks, partners, itemEnds, itemsBefore } = source;
  const opening = blocks[index] ?? -1;
  if (opening < 0) return true;
  const closing = partners[opening] ?? -1;
  const isOpenedUp = soFar.tall.has(opening) && lines[opening] === lines[closing];
  const before = itemsBefore.get(index) ?? -1;
  if (isOpenedUp || (before >= 0 && soFar.lineOf[before] !== soFar.line)) return true;
  return soFar.column + 2 + flatWidth(source, index, itemEnds.get(index) ?? index) > longestLine;
}

/** Returns the width of tokens on one line; infinite if they are on several. */
function flatWidth({ tokens, gaps, lines }: TokenizedText, first: number, last: number): number {
  if (lines[first] !== lines[last]) return Infinity;
  let width = 0;
  for (let index = first; index <= last && width <= longestLine; index++) {
    const [before, token, gap] = [tokens[index - 1], tokens[index], gaps[index]];
    if (token === undefined || gap === undefined) break;
    width += token.end - token.start;
    if (index === first || before === undefined) continue;
    const isBlockEdge = opensBlock(before) || closesBlock(token);
    width += isBlockEdge ? 1 : token.item === undefined ? blankBetween(before, token).length : 2;
    for (const { start, end } of gap.comments) width += end - start + 1;
  }
  return width;
}
