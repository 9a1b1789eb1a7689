/**
 * The gaps between the tokens of a text: blanks, line breaks and comments, or text that the parser skipped.
 */
import type { Token } from './tokens.ts';

/** One comment. */
export interface GapComment {
  readonly start: number;
  readonly end: number;
  /** True if it extends to the end of its line. */
  readonly isLine: boolean;
}

/** The text before a token, or after the last one. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  readonly comments: readonly GapComment[];
  /** True if it contains something other than blanks and comments. */
  readonly isBroken: boolean;
  /** The number of lines that end in it. */
  readonly lineBreaks: number;
  /** The number of these that do not end within a comment. */
  readonly ownLineBreaks: number;
}

/** The number of gaps in a step. */
const foundInStep = 2000;

/** Returns the gaps of a text, in steps: one before each token, and one after the last. Cost: O(n). */
export function* gapsOf(text: string, tokens: readonly Token[]): Generator<undefined, Gap[]> {
  const gaps: Gap[] = [];
  // A byte order mark comes first.
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (const token of tokens) {
    gaps.push(gapOf(text, start, token.start));
    start = token.end;
    if (gaps.length % foundInStep === 0) yield;
  }
  return [...gaps, gapOf(text, start, text.length)];
}

function gapOf(text: string, start: number, end: number): Gap {
  const between = text.slice(start, end);
  const comments: GapComment[] = [];
  if (between === '' || between === ' ')
    return { start, end, comments, isBroken: false, lineBreaks: 0, ownLineBreaks: 0 };
  let rest = '';
  let at = 0;
  for (const { 0: words, index } of between.matchAll(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g)) {
    rest += between.slice(at, index);
    at = index + words.length;
    comments.push({ start: start + index, end: start + at, isLine: words.startsWith('//') });
  }
  rest += between.slice(at);
  const [lineBreaks, ownLineBreaks] = [lineBreaksIn(between), lineBreaksIn(rest)];
  return { start, end, comments, isBroken: rest.trim() !== '', lineBreaks, ownLineBreaks };
}

/** Returns the number of line breaks in a text. */
export function lineBreaksIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}

/** Returns the offset at which the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text[at - 1] !== '\n' && text[at - 1] !== '\r') at--;
  return at;
}
