/**
 * Chance from a seed: the same seed gives the same answers in the same order on every machine.
 */
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Draw } from './draw.ts';

/** The generator takes 32 bits; with larger numbers, several would be one seed. */
export const greatestSeed = 2 ** 32 - 1;

/** Returns true if a value is a seed: a whole number from 0. */
export const isSeed = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= greatestSeed;

/** The generator begins with numbers that hardly depend on the seed; this many are skipped. */
const warmUp = 64;

/**
 * Returns a source of chance; two with the same seed give the same answers. Of `count` answers, the upper part of 32
 * random bits selects one: no answer is likelier than another by more than `count` in 2^32.
 */
export function seeded(seed: number): Draw {
  const generator = xoroshiro128plus(seed);
  for (let passed = 0; passed < warmUp; passed++) generator.next();
  return { pick: (count) => (count <= 1 ? 0 : Math.floor(((generator.next() >>> 0) / 2 ** 32) * count)) };
}
