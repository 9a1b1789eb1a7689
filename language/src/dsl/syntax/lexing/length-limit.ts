/**
 * Limits the length of a text. A tree takes about a kilobyte per token, so an unlimited text would exhaust the memory
 * of the program that reads it. Comments and blanks cost nothing by length: each piece counts once.
 */
import { t } from '../../../model/common/translation.ts';
import { changedLines } from './same-text.ts';

/** The most tokens, including comments: with their tree they take about 1.5 GB. */
const mostTokens = 1_000_000;

/** The message for a text that is too long. */
export const tooLong = t`This file is not read: it has more than ${String(mostTokens)} words, numbers, signs and comments. Split it into several files, one of which imports the others.`;

/** Comments, texts, names, numbers and other signs: roughly the tokens of the lexer. */
const piece = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|[\p{L}\p{N}_-]+|\S/gu;

/** A text whose length was compared with the limit. */
export interface MeasuredText {
  readonly text: string;
  /** The most pieces that it may have. */
  readonly most: number;
  /** The offset at which it passes the limit, if it does. */
  readonly past: number | undefined;
}

/** Returns true if a text cannot pass the limit, whatever is in it. */
export const isShort = (text: string, limit = mostTokens): boolean => text.length <= limit;

/**
 * Measures a text, given one that was measured before. Cost: little if few lines are different, otherwise O(n) up to
 * the limit.
 */
export function measureText(text: string, before: MeasuredText, limit = mostTokens): MeasuredText {
  const most = mostAfterChange(text, before);
  if (most <= limit) return { text, most, past: undefined };
  let count = 0;
  for (const { index } of text.matchAll(piece)) if (++count > limit) return { text, most: count, past: index };
  return { text, most: count, past: undefined };
}

/** Returns the most pieces of a text after a change of another one: only comments lead out of the changed lines. */
function mostAfterChange(text: string, before: MeasuredText): number {
  const [old, now] = changedLines(before.text, text);
  const lines = [before.text.slice(old.start, old.end), text.slice(now.start, now.end)];
  if (lines.some((each) => each.includes('/*') || each.includes('*/'))) return Infinity;
  return before.most + now.end - now.start;
}
