/**
 * The failure of a parser, and the syntax error reported for it.
 */
import type { IToken } from 'chevrotain';

/** The point and the reason of the parser's first failure. */
export interface ParseFailure {
  /** Index of the first token that does not fit; the length of the list if its end does not. */
  readonly at: number;
  /** Name of the expected token type, if only one fits. */
  readonly expected: string | undefined;
  /** The surrounding grammar rules, outermost first. */
  readonly rules: readonly string[];
}

/** A syntax error at a token. */
export interface SyntaxFault {
  readonly token: IToken;
  readonly message: string;
}
