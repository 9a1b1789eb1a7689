/**
 * Balances the braces of a token list before it is parsed, so that a missing or superfluous brace is one finding and
 * the declarations around it keep their shape. Balanced lists are not examined further; in others indentation shows
 * which brace is wrong.
 */
import type { ILexingError, IToken, TokenType } from 'chevrotain';
import { emptyToken, errorAt } from './made-tokens.ts';
import { t } from '../../../model/common/translation.ts';

/** What is said of a brace that closes nothing. */
export const superfluousBrace = t`There is no "{" that this "}" could close. Remove it.`;

interface Balanced {
  readonly tokens: IToken[];
  readonly errors: ILexingError[];
}

/** Returns the tokens with closing braces added or removed; each change is one error. */
export function balanceBraces(tokens: IToken[], open: TokenType, close: TokenType, errors: ILexingError[]): IToken[] {
  if (areMatched(tokens, open, close)) return tokens;
  const plain = balance(tokens, open, close, false);
  const indented = balance(tokens, open, close, true);
  // Where indentation is meaningless, it only multiplies the errors.
  const better = indented.errors.length <= plain.errors.length ? indented : plain;
  for (const error of better.errors) errors.push(error);
  return better.tokens;
}

function areMatched(tokens: readonly IToken[], open: TokenType, close: TokenType): boolean {
  let depth = 0;
  for (const { tokenType } of tokens) {
    if (tokenType === open) depth++;
    else if (tokenType === close && --depth < 0) return false;
  }
  return depth === 0;
}

function balance(tokens: readonly IToken[], open: TokenType, close: TokenType, byIndentation: boolean): Balanced {
  const result: Balanced = { tokens: [], errors: [] };
  const opened: { readonly token: IToken; readonly indentation: number }[] = [];
  let line = 0;
  let indentation = 0;

  const closeBefore = (token: IToken) => {
    const last = opened.pop();
    if (last === undefined) return;
    result.tokens.push(emptyToken(close, result.tokens.at(-1) ?? token));
    result.errors.push(errorAt(last.token, t`This "{" is never closed. Add a "}" at the end of its block.`));
  };

  for (const token of tokens) {
    const startLine = token.startLine ?? 0;
    if (startLine > line) {
      line = startLine;
      indentation = token.startColumn ?? 1;
      if (byIndentation) {
        while (isOutside(opened.at(-1), token, indentation, close)) closeBefore(token);
      }
    }
    if (token.tokenType === open) opened.push({ token, indentation });
    if (token.tokenType === close && opened.pop() === undefined) {
      result.errors.push(errorAt(token, superfluousBrace));
      continue;
    }
    result.tokens.push(token);
  }
  const last = tokens.at(-1);
  while (last !== undefined && opened.length > 0) closeBefore(last);
  return result;
}

/** Returns true if a line that begins with this token is indented too little to be inside the block. */
function isOutside(
  block: { readonly indentation: number } | undefined,
  token: IToken,
  indentation: number,
  close: TokenType,
): boolean {
  if (block === undefined) return false;
  return token.tokenType === close ? indentation < block.indentation : indentation <= block.indentation;
}
