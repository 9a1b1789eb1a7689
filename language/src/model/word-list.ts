/**
 * Numbers and lists of words in sentences.
 */
import { itemAt } from './lookup.ts';

/** Writes a number with what is counted: `1 step`, `2 steps`. */
export const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Joins words as a sentence does: `a`, `a and b`, `a, b and c`. */
export function wordList(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${itemAt(words, words.length - 1)}`;
}
