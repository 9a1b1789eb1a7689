/**
 * Lists of words in sentences.
 */
import { itemAt } from './lookup.ts';

/** Joins words as a sentence does: `a`, `a and b`, `a, b and c`. */
export function wordList(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${itemAt(words, words.length - 1)}`;
}
