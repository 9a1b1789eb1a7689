/**
 * Chance from a seed: the same seed gives the same answers in the same order on every machine.
 */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Draw } from './run.ts';

/** Returns a source of chance; two of one seed give the same answers. */
export function seeded(seed: number): Draw {
  const generator = xoroshiro128plus(seed);
  return { pick: (count) => (count <= 1 ? 0 : uniformInt(generator, 0, count - 1)) };
}
