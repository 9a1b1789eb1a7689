/**
 * How many random cases a property tries, and from which seed: `npm test` tries few, always the same ones; `npm run
 * fuzz` tries many, others each time, with the same code. Mocha loads this before every test file.
 */
import { appendFileSync } from 'node:fs';
import fc from 'fast-check';

/** In `npm run fuzz`, the seed, and the file that is told what was tried. */
const { AFTERMATH_FUZZ_SEED: fuzzSeed, AFTERMATH_FUZZ_TOLD: told } = process.env;

/** Where all chance in tests begins: that of fast-check, and of each loop that draws by itself. */
export const seed = fuzzSeed === undefined ? 1 : Number(fuzzSeed);

/** Returns how many cases to try: few in `npm test`, many in `npm run fuzz`; ten times as many if nothing else is said. */
export function runs(few: number, many = 10 * few): number {
  return fuzzSeed === undefined ? few : many;
}

let test = '';

/** Adds to the table at the end of `npm run fuzz` how often the running test has tried something. */
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
