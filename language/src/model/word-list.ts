/**
 * Numbers and lists of words in sentences.
 */
import { itemAt } from './lookup.ts';
import { t } from './translation.ts';

/** Writes a number with what is counted: `1 step`, `2 steps`. */
export const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Joins words as a sentence does: `a`, `a and b`, `a, b and c`. */
export function wordList(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  const [first, last] = [words.slice(0, -1).join(', '), itemAt(words, words.length - 1)];
  return conjunction === 'and' ? t`${first} and ${last}` : t`${first} or ${last}`;
}

/** Puts `a` or `an` before a word. */
export const withArticle = (word: string): string => (/^[aeiou]/.test(word) ? t`an ${word}` : t`a ${word}`);
