/**
 * Makes tokens that take half the memory. Those of Chevrotain have their properties in the order of its end of file,
 * whose positions are no numbers, so that V8 makes an object of each number in each token.
 */
import type { IToken, TokenType } from 'chevrotain';

/** The part of Chevrotain's lexer that makes tokens. */
export interface TokenMaker {
  createTokenInstance: (
    image: string,
    startOffset: number,
    tokenTypeIdx: number,
    tokenType: TokenType,
    startLine: number,
    startColumn: number,
    imageLength: number,
  ) => IToken;
}

/** Lets a lexer make small tokens. */
export function makeSmallTokens(lexer: TokenMaker): void {
  lexer.createTokenInstance = (image, startOffset, tokenTypeIdx, tokenType, startLine, startColumn, imageLength) => ({
    tokenType,
    tokenTypeIdx,
    image,
    startOffset,
    endOffset: startOffset + imageLength - 1,
    startLine,
    startColumn,
    endLine: startLine,
    endColumn: startColumn + imageLength - 1,
  });
}

/** Returns a token at another position; the old one remains valid for its owners. */
export const movedToken = (
  { tokenType, tokenTypeIdx, image, startOffset, endOffset, startLine, startColumn, endLine, endColumn }: IToken,
  characters: number,
  lines: number,
): IToken => ({
  // Written out, in the order above: several times faster than copying all of a token.
  tokenType,
  tokenTypeIdx,
  image,
  startOffset: startOffset + characters,
  endOffset: (endOffset ?? 0) + characters,
  startLine: (startLine ?? 1) + lines,
  startColumn: startColumn ?? 1,
  endLine: (endLine ?? 1) + lines,
  endColumn: endColumn ?? 1,
});
