/**
 * What a formatter is given: a text as the parser has read it, and which part of it is to be formatted.
 */
import type { ParseResult } from 'langium';
import type * as ast from '../generated/ast.ts';

/** A text with what the parser has made of it. */
export interface ParsedText {
  readonly text: string;
  readonly result: ParseResult<ast.Document>;
}

/** The part `[start, end)` of a text that may change. */
export interface Part {
  readonly start: number;
  readonly end: number;
}
