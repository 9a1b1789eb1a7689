/**
 * Finds the place of a fault in a condition where the parser fails far before it: it takes a keyword for a name once
 * the rest of the condition cannot be read.
 */
import type { IToken, TokenType } from 'chevrotain';
import { tableOf } from '../../../model/common/table.ts';
import { t } from '../../../model/common/translation.ts';
import { itemEnd } from '../lexing/items.ts';
import { emptyToken } from '../lexing/made-tokens.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

/** A similar text that fails at the fault itself. */
export interface SimilarText {
  readonly tokens: readonly IToken[];
  /** Returns the index in the original text of a token of this one. */
  readonly original: (index: number) => number;
}

/** Words of a check that might also be the name of a function before a parenthesis. */
const orCalls: ReadonlySet<string> = new Set(['never', 'always', 'eventually', 'bound']);

/** The words that begin a quantifier. */
export const quantifiers: ReadonlySet<string> = new Set(['all', 'any', 'count']);

/** Returns a text in which a failure is closer to its fault; undefined if this one says all that there is to know. */
export function closerFailure(
  tokens: readonly IToken[],
  { at, expected }: ParseFailure,
  not: TokenType | undefined,
): SimilarText | undefined {
  const [word, next] = [tokens[at], tokens[at + 1]];
  if (not !== undefined && word !== undefined && next?.image === '(' && orCalls.has(word.image)) {
    // No function is called after a "not".
    return {
      tokens: tokens.toSpliced(at + 1, 0, emptyToken(not, word)),
      original: (index) => (index > at ? index - 1 : index),
    };
  }
  const isCut = next === undefined || next.image === '}' || next.startLine !== word?.startLine;
  const isBody = expected === 'leads' && word?.image === ':' && !isCut;
  const begin = isBody ? quantifierBefore(tokens, at) : undefined;
  if (begin === undefined) return undefined;
  // What the quantifier says of each one is a condition like any other.
  const removed = at + 1 - begin;
  return {
    tokens: tokens.toSpliced(begin, removed),
    original: (index) => (index >= begin ? index + removed : index),
  };
}

/** Returns the index of the quantifier whose list ends before an index, on its line: `any x in s`. */
export function quantifierBefore(tokens: readonly IToken[], end: number): number | undefined {
  for (let index = end - 3; index >= 0 && tokens[index]?.startLine === tokens[end]?.startLine; index--) {
    if (quantifiers.has(tokens[index]?.image ?? '') && tokens[index + 2]?.image === 'in') return index;
  }
  return undefined;
}

/** Returns the fault of a bracket that opens after a name and is not closed in its member or step. */
export function unclosedBracket(tokens: readonly IToken[], at: number): SyntaxFault | undefined {
  const closer = closers[tokens[at]?.image ?? ''];
  if (closer === undefined) return undefined;
  const end = itemEnd(tokens, at);
  let depth = 0;
  for (const { image } of tokens.slice(at, end)) {
    if (image in closers) depth++;
    else if (image === ']' || image === ')') depth--;
    if (depth === 0) return undefined;
  }
  const last = tokens[end - 1];
  return last && { token: last, message: t`Expected "${closer}" after "${last.image}".` };
}

const closers: Readonly<Record<string, string>> = tableOf({ '(': ')', '[': ']' });
