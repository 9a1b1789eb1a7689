/**
 * Cuts a long text into tokens in steps. Only comments span lines, so the tokens of some lines are the same whatever
 * stands on the others.
 */
import type { IToken } from 'chevrotain';
import type { LexerResult } from 'langium';
import { isOpenComment } from './relex.ts';

/** The characters of a step, and the rest of its last line: a few milliseconds of work. */
const usualLength = 20_000;

/**
 * Returns the tokens of a text, giving a few lines at a time to `tokenize`. The messages of errors name offsets within
 * these lines. Cost: O(n).
 */
export function* lexInSteps(
  text: string,
  tokenize: (piece: string) => LexerResult,
  stepLength = usualLength,
): Generator<undefined, LexerResult> {
  if (text.length <= stepLength) return tokenize(text);
  const lexed: LexerResult = { tokens: [], hidden: [], errors: [] };
  let [start, line, length] = [0, 0, stepLength];
  while (start < text.length) {
    const end = endOfLine(text, start + length);
    const piece = tokenize(text.slice(start, end));
    yield;
    if (end < text.length && piece.hidden.some(isOpenComment)) {
      // The comment may end after the piece; doubling keeps the cost linear.
      length *= 2;
      continue;
    }
    for (const token of piece.tokens) lexed.tokens.push(moved(token, start, line));
    for (const comment of piece.hidden) lexed.hidden.push(moved(comment, start, line));
    for (const error of piece.errors) {
      lexed.errors.push({ ...error, offset: error.offset + start, line: error.line && error.line + line });
    }
    line += lineEndsIn(text, start, end);
    start = end;
    length = stepLength;
  }
  return lexed;
}

/** Returns the offset after the first line end at an offset or after it. */
function endOfLine(text: string, offset: number): number {
  const lineEnd = /\r\n?|\n/g;
  lineEnd.lastIndex = offset;
  return lineEnd.test(text) ? lineEnd.lastIndex : text.length;
}

function lineEndsIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}

/** Moves a new token, which nobody else knows yet. */
function moved(token: IToken, characters: number, lines: number): IToken {
  token.startOffset += characters;
  token.endOffset = (token.endOffset ?? 0) + characters;
  token.startLine = (token.startLine ?? 1) + lines;
  token.endLine = (token.endLine ?? 1) + lines;
  return token;
}
