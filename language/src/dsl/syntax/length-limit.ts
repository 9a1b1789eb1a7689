/**
 * Limits the length of a text. A tree takes about a kilobyte per token, so an unlimited text would exhaust the memory
 * of the program that reads it. Comments and blanks cost nothing by length: each piece counts once.
 */
import { t } from '../../model/translation.ts';

/** The most tokens, including comments: with their tree they take about 1.5 GB. */
const mostTokens = 1_000_000;

/** The message for a text that is too long. */
export const tooLong = t`This file is not read: it has more than ${String(mostTokens)} words, numbers, signs and comments. Split it into several files, one of which imports the others.`;

/** Comments, texts, names, numbers and other signs: roughly the tokens of the lexer. */
const piece = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|[\p{L}\p{N}_-]+|\S/gu;

/**
 * Returns the offset at which a text passes the limit, if it does. Cost: nothing for a short text, otherwise O(n) up to
 * the limit.
 */
export function offsetPastLimit(text: string): number | undefined {
  if (text.length <= mostTokens) return undefined;
  let count = 0;
  for (const { index } of text.matchAll(piece)) if (++count > mostTokens) return index;
  return undefined;
}
