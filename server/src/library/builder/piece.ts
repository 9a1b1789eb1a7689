/**
 * Pieces of text of the language, which only the builder makes: a piece is always whole, and knows why it cannot be
 * said if it cannot.
 */
import { writeName } from '../../../../language/src/model/language-names.ts';
import { printExpression } from '../../../../language/src/model/machines/print-expression.ts';

declare const made: unique symbol;

/** Text that the builder made. */
export interface Piece {
  readonly [made]: true;
  readonly text: string;
  /** Why it cannot be written; then nothing is. */
  readonly problem?: string;
}

const piece = (text: string, problem?: string): Piece =>
  ({ text, ...(problem !== undefined && { problem }) }) as unknown as Piece;

/** Joins pieces by the words between them; the first problem is the problem of the whole. */
export function say(words: readonly string[], ...parts: readonly Piece[]): Piece {
  const text = words.map((word, index) => word + (parts[index]?.text ?? '')).join('');
  return piece(text, parts.find(({ problem }) => problem !== undefined)?.problem);
}

/** Joins pieces by a separator. */
export const joined = (parts: readonly Piece[], separator: string): Piece =>
  piece(parts.map(({ text }) => text).join(separator), parts.find(({ problem }) => problem !== undefined)?.problem);

/** A word of the language, as it is. */
export const word = (text: string): Piece => piece(text);

/** Nothing. */
export const emptyPiece: Piece = piece('');

/** Something that cannot be said. */
export const unsaid = (problem: string): Piece => piece('', problem);

/** Returns a name, in quotes if it needs them. */
export function name(text: string): Piece {
  if (typeof text !== 'string' || text === '') return unsaid('A name is a text of at least one character.');
  if (/['\r\n]/.test(text) || isUnwritable(text))
    return unsaid(`No name has a quote, a line break or half a character in it: ${JSON.stringify(text)}.`);
  return piece(writeName(text));
}

/** Returns true for a text that no text file holds: with the null character, or half of a pair of code units. */
const isUnwritable = (text: string): boolean => /\0|\p{Surrogate}/u.test(text);

/** Returns a text in double quotes. */
export function quoted(text: string): Piece {
  if (typeof text !== 'string') return unsaid('A text is expected.');
  if (text.includes('\r') || isUnwritable(text))
    return unsaid(`No text has a carriage return or half a character in it: ${JSON.stringify(text)}.`);
  return piece(printExpression({ kind: 'text', parts: [text] }, String));
}

/** Returns a number with all its digits: at most 15, because the language keeps numbers exact. */
export function exactNumber(value: number): Piece {
  const decimal = typeof value === 'number' && Number.isFinite(value) ? value.toFixed(12).replace(/\.?0+$/, '') : '';
  if (decimal === '' || Number(decimal) !== value || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return unsaid(`A number has at most 15 digits, 12 of them after the point; ${String(value)} has more.`);
  return piece(decimal === '-0' ? '0' : decimal);
}

/** Returns a whole number from `least` on. */
export const wholeNumber = (value: number, least = 0): Piece =>
  Number.isSafeInteger(value) && value >= least
    ? piece(String(value))
    : unsaid(`A whole number from ${String(least)} is expected, not ${String(value)}.`);

/** Returns statements below each other, indented, in braces. */
export function body(members: readonly Piece[]): Piece {
  if (members.length === 0) return piece('{ }');
  const inner = joined(members, '\n');
  return piece(`{\n${inner.text.replace(/^(?=.)/gm, '  ')}\n}`, inner.problem);
}
