/**
 * The number of random cases of a property, and their seed: `npm test` tries few, always the same; `npm run fuzz` tries
 * many, different each time, with the same code. Mocha loads this before every test file.
 */
import { appendFileSync } from 'node:fs';
import fc from 'fast-check';

/** In `npm run fuzz`, the seed, and the file for the numbers of cases tried. */
const { AFTERMATH_FUZZ_SEED: fuzzSeed, AFTERMATH_FUZZ_TOLD: told } = process.env;

// Programs that tests start keep nothing in the user's own folder for caches.
process.env.AFTERMATH_CACHE ??= 'off';

/** The seed of all randomness in tests: that of fast-check, and of each loop with its own generator. */
export const seed = fuzzSeed === undefined ? 1 : Number(fuzzSeed);

/** Returns the number of cases to try: few in `npm test`, many in `npm run fuzz`, by default ten times as many. */
export function runs(few: number, many = 10 * few): number {
  return fuzzSeed === undefined ? few : many;
}

let test = '';

/** Adds a row to the table at the end of `npm run fuzz`: how often the running test has tried something. */
export function tried(what: string, count: number): void {
  if (told !== undefined) appendFileSync(told, `${JSON.stringify({ test, what, count })}\n`);
}

/** The hooks, under the name by which mocha finds them. */
export const mochaHooks: Mocha.RootHookObject = {
  beforeEach(this: Mocha.Context): void {
    test = this.currentTest?.fullTitle() ?? '';
  },
};

fc.configureGlobal({ seed, numRuns: runs(100), includeErrorInReport: true });
fc.installGlobalPlugin(() => ({
  onAllRunsComplete: ({ numRuns }) => {
    tried('cases', numRuns);
  },
}));
