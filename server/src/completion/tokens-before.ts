/**
 * The tokens before a position, and the word being typed there. Nothing can be completed in a comment, a text or a
 * number.
 */
import type { LexerResult } from 'langium';
import { mergeConflictsIn } from '../../../language/src/dsl/syntax/lexing/merge-conflicts.ts';
import type { AftermathLexer } from '../../../language/src/dsl/syntax/lexing/lexer.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';

/** A token of the language's lexer. */
export type LexerToken = LexerResult['tokens'][number];

/** The text before a position, as tokens. */
export interface TokensBefore {
  readonly kind: 'tokens';
  /** The tokens before the word, and one for the position at the end: copying a long list takes longer than the rest. */
  readonly tokens: readonly LexerToken[];
  /** The offset at which the word being typed begins; the position itself if there is none. */
  readonly start: number;
  /** True if no token precedes the word on its line. */
  readonly isFirstOnLine: boolean;
}

/** A position inside a text literal, which begins at `start`, its quote included. */
export interface InText {
  readonly kind: 'text';
  readonly tokens: readonly LexerToken[];
  readonly start: number;
}

/** Returns the tokens before an offset of a text; nothing in comments and numbers. */
export function tokensBefore(text: string, offset: number, lexer: AftermathLexer): TokensBefore | InText | undefined {
  const found = find(text, offset, lexer);
  if (found?.kind !== 'text' || !isInValue(text.slice(found.start, offset))) return found;
  // The lexer does not see a value that is still empty; with a word in it, it does.
  return find(`${text.slice(0, offset)}x${text.slice(offset)}`, offset, lexer);
}

/** Returns true if a piece of a text ends within `${…}`. */
const isInValue = (piece: string): boolean => /\$\{[^}"]*$/.test(piece);

function find(text: string, offset: number, lexer: AftermathLexer): TokensBefore | InText | undefined {
  const { tokens, hidden } = lexer.tokenizeFile(text);
  const comment = hidden[countBefore(hidden, offset) - 1];
  if ((comment !== undefined && isInComment(comment, offset)) || isLeftOut(text, offset)) return undefined;
  const before = (start: number) => tokens.slice(0, writtenBefore(tokens, start));
  const last = tokens[writtenBefore(tokens, offset) - 1];
  const touched = last !== undefined && endOf(last) >= offset ? last : undefined;
  if (touched !== undefined && isText(touched)) {
    const isClosed = text.slice(touched.startOffset, endOf(touched)) === touched.image;
    if (!isClosed || offset < endOf(touched)) {
      return { kind: 'text', tokens: before(touched.startOffset), start: touched.startOffset };
    }
  }
  if (touched !== undefined && isNumber(touched)) return undefined;
  const start = touched !== undefined && isWord(touched) ? touched.startOffset : offset;
  const own = before(start);
  const previous = own.at(-1);
  const isFirstOnLine = previous === undefined || /[\r\n]/.test(text.slice(endOf(previous), start));
  own.push(positionToken(start));
  return { kind: 'tokens', tokens: own, start, isFirstOnLine };
}

/** Returns how many tokens begin before an offset: found by halving, because a file has hundreds of thousands. */
function countBefore(tokens: readonly LexerToken[], offset: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(tokens, middle).startOffset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns true if an offset is in an ignored part of a merge conflict. */
const isLeftOut = (text: string, offset: number): boolean =>
  mergeConflictsIn(text).some(({ leftOut }) => leftOut.some(({ start, end }) => start <= offset && offset <= end));

/** Returns the offset after a token. */
const endOf = (token: LexerToken): number => (token.endOffset ?? token.startOffset) + 1;

/**
 * Returns true inside a comment. A line comment includes the end of its line; a block comment ends after its last sign.
 */
function isInComment(token: LexerToken, offset: number): boolean {
  if (!token.tokenType.name.endsWith('COMMENT') || token.startOffset >= offset) return false;
  return token.tokenType.name === 'BLOCK_COMMENT' ? offset < endOf(token) : offset <= endOf(token);
}

const isText = ({ tokenType }: LexerToken): boolean =>
  tokenType.name === 'STRING' || tokenType.name.startsWith('TEMPLATE_');

const isNumber = ({ tokenType }: LexerToken): boolean => tokenType.name === 'NUMBER' || tokenType.name === 'QUANTITY';

const isWord = ({ tokenType }: LexerToken): boolean => /^(?:ID|QUOTED|[a-z]+)$/.test(tokenType.name);

/**
 * Returns the number of tokens before an offset, without closing braces at the end that the lexer invented: the block is
 * still open at the cursor.
 */
function writtenBefore(tokens: readonly LexerToken[], offset: number): number {
  let count = countBefore(tokens, offset);
  while (tokens[count - 1]?.image === '') count--;
  return count;
}

/** Returns a token for the cursor's position; it begins no item. */
function positionToken(offset: number): LexerToken {
  return { image: '', startOffset: offset, tokenType: { name: 'EOF' }, tokenTypeIdx: -1 };
}
