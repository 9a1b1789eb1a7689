/**
 * Cuts a text into tokens that differs little from an earlier one: only the changed lines are cut again. Only comments
 * span lines, so the tokens on all other lines are the same, possibly moved.
 */
import type { IToken } from 'chevrotain';
import type { LexerResult } from 'langium';
import { changedLines, type Lines } from './same-text.ts';
import { movedToken } from './small-tokens.ts';

/** A text that was cut into tokens without errors, and whose comments are closed. */
export interface LexedText {
  readonly text: string;
  readonly tokens: readonly IToken[];
  /** The comments. */
  readonly hidden: readonly IToken[];
}

/** Returns true if a comment is never closed, so that its end may appear anywhere after it. */
export const isOpenComment = ({ tokenType }: IToken): boolean => tokenType.name === 'OPEN_COMMENT';

/**
 * Returns the tokens of a text in steps, giving only the new lines to `tokenize`; undefined if that does not determine
 * them. The tokens before the change are the same objects. Cost: O(n), little for each token.
 */
export function* relex(
  before: LexedText,
  text: string,
  tokenize: (piece: string) => Generator<undefined, LexerResult>,
): Generator<undefined, { readonly tokens: IToken[]; readonly hidden: IToken[] } | undefined> {
  const [old, now] = changedLines(before.text, text);
  if (now.end - now.start > text.length / 2) return undefined;
  const tokens = touchedOf(before.tokens, old);
  const hidden = touchedOf(before.hidden, old);
  if (tokens === undefined || hidden === undefined) return undefined;
  const piece = text.slice(now.start, now.end);
  const fresh = yield* tokenize(piece);
  if (fresh.errors.length > 0 || fresh.hidden.some(isOpenComment)) return undefined;
  const toPiece = {
    characters: now.start,
    lines: linesBefore(text, now.start, before.tokens[tokens.first - 1], before.hidden[hidden.first - 1]),
  };
  const lines = lineEndsIn(piece) - lineEndsIn(before.text.slice(old.start, old.end));
  const toRest = { characters: now.end - old.end, lines };
  const join = (all: readonly IToken[], { first, next }: Touched, middle: readonly IToken[]): IToken[] => {
    const made = movedTokens(middle, toPiece);
    // One list of a whole file is enough: a long one is expensive to make.
    if (isStill(toRest) && made.length < mostPassed) {
      const joined = all.slice();
      joined.splice(first, next - first, ...made);
      return joined;
    }
    return all.slice(0, first).concat(made, movedTokens(all.slice(next), toRest));
  };
  return {
    tokens: join(before.tokens, tokens, fresh.tokens),
    hidden: join(before.hidden, hidden, fresh.hidden),
  };
}

/** The most tokens to pass as arguments, whose number is limited. */
const mostPassed = 10_000;

/** The numbers of the first token in a piece, and of the first after it. */
interface Touched {
  readonly first: number;
  readonly next: number;
}

/** Returns which tokens are in a piece; undefined if one crosses its edge. */
function touchedOf(tokens: readonly IToken[], { start, end }: Lines): Touched | undefined {
  const [first, next] = [countBefore(tokens, start), countBefore(tokens, end)];
  if (reachesPast(tokens[first - 1], start) || reachesPast(tokens[next - 1], end)) return undefined;
  return { first, next };
}

const reachesPast = (token: IToken | undefined, offset: number): boolean => endOf(token) > offset;

const endOf = (token: IToken | undefined): number => (token?.endOffset ?? -1) + 1;

/** Returns the number of tokens, in the order of the text, that begin before an offset. Cost: O(log n). */
function countBefore(tokens: readonly IToken[], offset: number): number {
  let [from, to] = [0, tokens.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((tokens[middle]?.startOffset ?? offset) < offset) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the number of line ends before an offset, given the last token and the last comment before it. */
function linesBefore(text: string, offset: number, token: IToken | undefined, comment: IToken | undefined): number {
  const last = endOf(token) > endOf(comment) ? token : comment;
  return (last?.endLine ?? 1) - 1 + lineEndsIn(text.slice(endOf(last), offset));
}

/** Returns the number of line ends in a text. */
export const lineEndsIn = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;

interface Move {
  readonly characters: number;
  readonly lines: number;
}

/** Returns copies of tokens at another position; the old ones remain valid for their owners. */
export function movedTokens(tokens: readonly IToken[], move: Move): readonly IToken[] {
  return isStill(move) ? tokens : tokens.map((token) => movedToken(token, move.characters, move.lines));
}

const isStill = ({ characters, lines }: Move): boolean => characters === 0 && lines === 0;
