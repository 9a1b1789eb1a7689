/**
 * Tokens of a text that differs little from one before: only the lines of the change are cut into tokens anew. Between
 * two lines nothing but a comment goes on, so that all that stands on other lines is what it was, elsewhere.
 */
import type { IToken } from 'chevrotain';
import type { LexerResult } from 'langium';

/** A text that was cut into tokens without any fault, and whose comments are closed. */
export interface LexedText {
  readonly text: string;
  readonly tokens: readonly IToken[];
  /** The comments. */
  readonly hidden: readonly IToken[];
}

/** Whether a comment is never closed, so that its end may yet be found anywhere behind it. */
export const isOpenComment = ({ tokenType }: IToken): boolean => tokenType.name === 'OPEN_COMMENT';

/** The lines that a change touches: `[start, end)` in a text. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the tokens of a text, of which only the lines that are new are given to `tokenize`; nothing where that does not
 * tell them. The tokens before the change are the same objects. Cost: O(n), little for each token.
 */
export function relex(
  before: LexedText,
  text: string,
  tokenize: (piece: string) => LexerResult,
): LexedText | undefined {
  const [old, now] = changedLines(before.text, text);
  if (now.end - now.start > text.length / 2) return undefined;
  const tokens = around(before.tokens, old);
  const hidden = around(before.hidden, old);
  if (tokens === undefined || hidden === undefined) return undefined;
  const piece = text.slice(now.start, now.end);
  const fresh = tokenize(piece);
  if (fresh.errors.length > 0 || fresh.hidden.some(isOpenComment)) return undefined;
  const toPiece = {
    characters: now.start,
    lines: linesBefore(text, now.start, tokens.left.at(-1), hidden.left.at(-1)),
  };
  const lines = lineEndsIn(piece) - lineEndsIn(before.text.slice(old.start, old.end));
  const toRest = { characters: now.end - old.end, lines };
  const join = ({ left, right }: Around, middle: readonly IToken[]): IToken[] => [
    ...left,
    ...middle.map((token) => moved(token, toPiece)),
    ...right.map((token) => moved(token, toRest)),
  ];
  return { text, tokens: join(tokens, fresh.tokens), hidden: join(hidden, fresh.hidden) };
}

/** The lines in which two texts differ, in the first and in the second. */
function changedLines(one: string, other: string): readonly [Piece, Piece] {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  const start = same === 0 ? 0 : one.lastIndexOf('\n', same - 1) + 1;
  let behind = 0;
  while (
    behind < most - same &&
    one.charCodeAt(one.length - 1 - behind) === other.charCodeAt(other.length - 1 - behind)
  ) {
    behind++;
  }
  const lineEnd = one.indexOf('\n', one.length - behind);
  const left = lineEnd < 0 ? 0 : one.length - lineEnd - 1;
  return [
    { start, end: one.length - left },
    { start, end: other.length - left },
  ];
}

/** The tokens before and behind a piece. */
interface Around {
  readonly left: readonly IToken[];
  readonly right: readonly IToken[];
}

/** Returns the tokens before and behind a piece; nothing where one goes over its edge. */
function around(tokens: readonly IToken[], { start, end }: Piece): Around | undefined {
  const [first, behind] = [countBefore(tokens, start), countBefore(tokens, end)];
  if (goesPast(tokens[first - 1], start) || goesPast(tokens[behind - 1], end)) return undefined;
  return { left: tokens.slice(0, first), right: tokens.slice(behind) };
}

const goesPast = (token: IToken | undefined, offset: number): boolean => endOf(token) > offset;

const endOf = (token: IToken | undefined): number => (token?.endOffset ?? -1) + 1;

/** How many of some tokens, in the order of the text, begin before an offset. Cost: O(log n). */
function countBefore(tokens: readonly IToken[], offset: number): number {
  let [from, to] = [0, tokens.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((tokens[middle]?.startOffset ?? offset) < offset) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many lines end before an offset, given the last token and the last comment before it. */
function linesBefore(text: string, offset: number, token: IToken | undefined, comment: IToken | undefined): number {
  const last = endOf(token) > endOf(comment) ? token : comment;
  return (last?.endLine ?? 1) - 1 + lineEndsIn(text.slice(endOf(last), offset));
}

const lineEndsIn = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;

interface Move {
  readonly characters: number;
  readonly lines: number;
}

/** A token, as it stands elsewhere; whoever has the old one may still ask where that was. */
function moved(token: IToken, { characters, lines }: Move): IToken {
  if (characters === 0 && lines === 0) return token;
  return {
    ...token,
    startOffset: token.startOffset + characters,
    endOffset: (token.endOffset ?? 0) + characters,
    startLine: (token.startLine ?? 1) + lines,
    endLine: (token.endLine ?? 1) + lines,
  };
}
