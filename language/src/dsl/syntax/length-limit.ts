/**
 * How long a text may be. A tree takes about a kilobyte for each token, so that a text without a limit would end the
 * program that reads it when its memory is full. Comments and blanks are long for nothing: they count by the piece.
 */

/** Tokens at most, comments included: with their tree they take about 1.5 GB. */
const mostTokens = 1_000_000;

/** Says what is wrong where a text is too long. */
export const tooLong = `Nothing in this file is read, because it has more than ${String(mostTokens)} words, numbers, signs and comments. Split it into files, of which one imports the others.`;

/** Comments, texts, names and numbers, and any other sign: roughly what the lexer makes tokens of. */
const piece = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|[\p{L}\p{N}_-]+|\S/gu;

/** Returns the offset at which a text passes the limit, if it does. Cost: nothing for a short text, else O(n) up to it. */
export function offsetPastLimit(text: string): number | undefined {
  if (text.length <= mostTokens) return undefined;
  let count = 0;
  for (const { index } of text.matchAll(piece)) if (++count > mostTokens) return index;
  return undefined;
}
