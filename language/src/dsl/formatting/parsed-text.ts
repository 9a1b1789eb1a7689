/**
 * The input of a formatter: a parsed text, and the part to format.
 */
import type { ParseResult } from 'langium';
import type * as ast from '../generated/ast.ts';

/** A text with its parse result. */
export interface ParsedText {
  readonly text: string;
  readonly result: ParseResult<ast.Document>;
}

/** The part `[start, end)` of a text that may change. */
export interface ChangeablePart {
  readonly start: number;
  readonly end: number;
}
