/**
 * Checks that a formatted text has kept its meaning: the same tree, the same errors, the same comments at the same
 * words. A formatter with a bug must change nothing.
 */
import type * as ast from '../generated/ast.ts';
import type { TokenizedText } from './line-breaks.ts';
import { lineBreaksIn, lineStart } from './gaps.ts';

/** A tree with its syntax errors. */
export interface Meaning {
  readonly tree: ast.Document;
  readonly faults: readonly string[];
  readonly source: TokenizedText;
}

/** Returns true if two texts have the same meaning; in steps. Cost: O(n). */
export function* isSameMeaning(one: Meaning, other: Meaning): Generator<undefined, boolean> {
  const { faults, tree, source } = one;
  if (faults.length !== other.faults.length || faults.some((fault, at) => fault !== other.faults[at])) return false;
  if (!hasSameTokens(source, other.source)) return false;
  yield;
  return (yield* isSameFile(tree, other.tree)) && hasSameComments(source, other.source);
}

/** The number of declarations compared in a step. */
const comparedInStep = 100;

function* isSameFile(one: ast.Document, other: ast.Document): Generator<undefined, boolean> {
  if (one.declarations.length !== other.declarations.length) return false;
  for (const [index, declaration] of one.declarations.entries()) {
    if (index % comparedInStep === 0) yield;
    if (!isSameTree(declaration, other.declarations[index])) return false;
  }
  return true;
}

function hasSameTokens(one: TokenizedText, other: TokenizedText): boolean {
  if (one.tokens.length !== other.tokens.length) return false;
  return one.tokens.every((token, index) => {
    const twin = other.tokens[index];
    if (twin?.name !== token.name) return false;
    return one.text.slice(token.start, token.end) === other.text.slice(twin.start, twin.end);
  });
}

/** Compares the contents of nodes, ignoring positions in the text. */
function isSameTree(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => isSameTree(each, other[at]));
  }
  if ('$refText' in one) return '$refText' in other && one.$refText === other.$refText;
  const names = namesIn(one);
  if (names.length !== namesIn(other).length) return false;
  return names.every((name) => isSameTree(Reflect.get(one, name), Reflect.get(other, name)));
}

const namesIn = (node: object): string[] =>
  Object.keys(node).filter((name) => name === '$type' || !name.startsWith('$'));

function hasSameComments(one: TokenizedText, other: TokenizedText): boolean {
  return one.gaps.every((gap, index) => {
    const twin = other.gaps[index];
    if (twin?.comments.length !== gap.comments.length) return false;
    const [words, words2] = [wordsOf(one, index), wordsOf(other, index)];
    return words.every((each, at) => each === words2[at]);
  });
}

/** Returns the comments of a gap line by line, with the words they are about. */
function wordsOf(source: TokenizedText, index: number): string[] {
  const { text, gaps } = source;
  const gap = gaps[index];
  if (gap === undefined) return [];
  if (gap.isBroken) return linesOf(text.slice(gap.start, gap.end).trim());
  return gap.comments.flatMap(({ start, end }) => {
    const words = text.slice(start, end);
    const about = words.startsWith('/**') ? [String(isAttached(source, index, end))] : [];
    return [...linesOf(words), ...about, ...(isDirective(words) ? [tokensAbout(source, index, start).join(' ')] : [])];
  });
}

const linesOf = (words: string): string[] => words.split(/\r\n|\r|\n/).map((line) => line.trim());

/** Returns true if no blank line separates a comment from what it documents; at the end of a text that is nothing. */
function isAttached({ text, tokens, gaps }: TokenizedText, index: number, end: number): boolean {
  return index < tokens.length && lineBreaksIn(text.slice(end, gaps[index]?.end)) <= 1;
}

/** Returns true if a comment is a directive about its own line or the next. */
export const isDirective = (comment: string): boolean => /^\/\/\s*aftermath-/.test(comment);

/**
 * Returns the first and last token on the line that a comment is about: its own line, or the next if it is alone on its
 * line.
 */
export function tokensAbout(
  { text, lines, tokens }: TokenizedText,
  index: number,
  start: number,
): readonly [number, number] {
  const isAlone = text.slice(lineStart(text, start), start).trim() === '';
  const about = isAlone ? index : index - 1;
  let [first, last] = [about, about];
  while (first > 0 && lines[first - 1] === lines[about]) first--;
  while (last + 1 < tokens.length && lines[last + 1] === lines[about]) last++;
  return [first, last];
}
