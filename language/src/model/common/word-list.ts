/**
 * Numbers and lists of words in sentences.
 */
import { itemAt } from './lookup.ts';
import { t } from './translation.ts';

const nouns = {
  action: (n) => (n === '1' ? t`1 action` : t`${n} actions`),
  check: (n) => (n === '1' ? t`1 check` : t`${n} checks`),
  combination: (n) => (n === '1' ? t`1 combination` : t`${n} combinations`),
  copy: (n) => (n === '1' ? t`1 copy` : t`${n} copies`),
  cycle: (n) => (n === '1' ? t`1 cycle` : t`${n} cycles`),
  entity: (n) => (n === '1' ? t`1 entity` : t`${n} entities`),
  error: (n) => (n === '1' ? t`1 error` : t`${n} errors`),
  expectation: (n) => (n === '1' ? t`1 expectation` : t`${n} expectations`),
  fault: (n) => (n === '1' ? t`1 fault` : t`${n} faults`),
  file: (n) => (n === '1' ? t`1 file` : t`${n} files`),
  hint: (n) => (n === '1' ? t`1 hint` : t`${n} hints`),
  layer: (n) => (n === '1' ? t`1 layer` : t`${n} layers`),
  line: (n) => (n === '1' ? t`1 line` : t`${n} lines`),
  'more pair': (n) => (n === '1' ? t`1 more pair` : t`${n} more pairs`),
  order: (n) => (n === '1' ? t`1 order` : t`${n} orders`),
  problem: (n) => (n === '1' ? t`1 problem` : t`${n} problems`),
  relation: (n) => (n === '1' ? t`1 relation` : t`${n} relations`),
  row: (n) => (n === '1' ? t`1 row` : t`${n} rows`),
  run: (n) => (n === '1' ? t`1 run` : t`${n} runs`),
  scenario: (n) => (n === '1' ? t`1 scenario` : t`${n} scenarios`),
  state: (n) => (n === '1' ? t`1 state` : t`${n} states`),
  step: (n) => (n === '1' ? t`1 step` : t`${n} steps`),
  transition: (n) => (n === '1' ? t`1 transition` : t`${n} transitions`),
  unit: (n) => (n === '1' ? t`1 unit` : t`${n} units`),
  warning: (n) => (n === '1' ? t`1 warning` : t`${n} warnings`),
} satisfies Readonly<Record<string, (count: string) => string>>;

/** What can be counted. */
export type Noun = keyof typeof nouns;

/** Writes a number with what is counted: `1 step`, `2 steps`. */
export const counted = (count: number, noun: Noun): string => nouns[noun](String(count));

/** Joins words as a sentence does: `a`, `a and b`, `a, b and c`. */
export function wordList(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  const [first, last] = [words.slice(0, -1).join(', '), itemAt(words, words.length - 1)];
  return conjunction === 'and' ? t`${first} and ${last}` : t`${first} or ${last}`;
}

/** Puts `a` or `an` before a word. */
export const withArticle = (word: string): string => (/^[aeiou]/.test(word) ? t`an ${word}` : t`a ${word}`);
