/**
 * Where a parser stopped, and what is said of it.
 */
import type { IToken } from 'chevrotain';

/** Where and why the parser first stopped. */
export interface ParseFailure {
  /** Index of the first token that does not fit; the length of the list at its end. */
  readonly at: number;
  /** Name of the token type that was expected, where only one would do. */
  readonly expected: string | undefined;
  /** The grammar rules around, outermost first. */
  readonly rules: readonly string[];
}

/** What is wrong at a token, in words. */
export interface SyntaxFault {
  readonly token: IToken;
  readonly message: string;
}
