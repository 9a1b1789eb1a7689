/**
 * Makes tokens that the text does not have, and errors at tokens that it has.
 */
import type { ILexingError, IToken, TokenType } from 'chevrotain';

/** Returns a token of no length directly after another one, or at the beginning of the text. */
export function emptyToken(type: TokenType, before: IToken | undefined): IToken {
  const offset = (before === undefined ? -1 : (before.endOffset ?? before.startOffset)) + 1;
  const line = before?.endLine ?? 1;
  const column = (before?.endColumn ?? 0) + 1;
  return {
    image: '',
    startOffset: offset,
    endOffset: offset - 1,
    startLine: line,
    endLine: line,
    startColumn: column,
    endColumn: column - 1,
    tokenType: type,
    tokenTypeIdx: type.tokenTypeIdx ?? 0,
  };
}

/** Returns a lexing error that covers a token. */
export function errorAt(token: IToken, message: string): ILexingError {
  return {
    offset: token.startOffset,
    length: token.image.length,
    line: token.startLine,
    column: token.startColumn,
    message,
  };
}
