/**
 * The option `--seed`, the source of all random choices of a run.
 */
import { greatestSeed } from '../../../../language/src/simulation/kernel/seed.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context, Option } from './command.ts';

const usualSeed = 1;

/** The option `--seed`. */
export const seedOption: Option = {
  value: 'N',
  summary: `the seed of all random choices (default ${String(usualSeed)})`,
};

/** Returns the given seed, or the default. */
export function readSeed({ values }: Pick<Context, 'values'>): Answer<number> {
  const text = values.get('seed');
  if (text === undefined) return { value: usualSeed };
  if (/^\d+$/.test(text) && Number(text) <= greatestSeed) return { value: Number(text) };
  return {
    refusal: `The option "--seed" takes a whole number from 0 to ${String(greatestSeed)}; "${text}" is not one.`,
  };
}
