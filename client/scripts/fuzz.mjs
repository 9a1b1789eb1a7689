/**
 * `npm run fuzz [-- --seed SEED] [FILE…]`: runs every randomized test, or those of the named files, with far more cases
 * than `npm test` and a new seed each time; ends with a table of the numbers of cases, also when it is ended early.
 * test/properties.ts says how a test takes part.
 */
import { globSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { beforeEnd, checkout, endWithChildren, isEnding, run } from './processes.mjs';

/** A line written by a test: the number of cases it has tried. @typedef {{ readonly test: string, readonly what: string, readonly count: number }} Tried */

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
const seed = values.seed ?? String(Date.now() % 2 ** 31);
const files = positionals.length > 0 ? positionals : filesWithChance();
const told = join(checkout, '.cache', `fuzz-${process.pid}.jsonl`);
mkdirSync(join(checkout, '.cache'), { recursive: true });
writeFileSync(told, '');

endWithChildren();
beforeEnd(() => {
  summarize('ended early; what is done found nothing, unless it stands above');
  return Promise.resolve();
});
process.stdout.write(`Seed ${seed}; "npm run fuzz -- --seed ${seed}" repeats this run.\n`);
const built = await run('node', ['client/scripts/build.mjs']);
if (built.code !== 0) process.exit(built.code);
const env = { AFTERMATH_FUZZ_SEED: seed, AFTERMATH_FUZZ_TOLD: told };
// A long test tries many cases; only the user ends it.
const { code } = await run('mocha', [...parallel(), '--timeout', '0', ...files], { env });
if (!isEnding()) {
  summarize(code === 0 ? 'nothing was found' : 'something was found; it stands above');
  process.exitCode = code;
}

/** @param {string} result */
function summarize(result) {
  process.stdout.write(`\n${table(readFileSync(told, 'utf8'))}\nSeed ${seed}: ${result}.\n`);
  rmSync(told);
}

/** @returns {readonly string[]} */
function parallel() {
  return files.length === 1 ? [] : ['--parallel', '--jobs', String(availableParallelism())];
}

function filesWithChance() {
  return globSync('test/{language,server,client,syntaxes}/**/*.test.ts', { cwd: checkout })
    .filter((file) => /fast-check|properties\.ts'/.test(readFileSync(join(checkout, file), 'utf8')))
    .sort();
}

/** @param {string} text */
function table(text) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    /** @type {Tried} */
    const { test, what, count } = JSON.parse(line);
    const key = `${what.padEnd(20)}  ${test}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const rows = [...counts].map(([key, count]) => `${String(count).padStart(10)} ${key}`);
  return [`${'tried'.padStart(10)} ${'what'.padEnd(20)}  test`, ...rows.sort(byTest)].join('\n');
}

/**
 * @param {string} one
 * @param {string} other
 */
function byTest(one, other) {
  return one.slice(33).localeCompare(other.slice(33)) || one.localeCompare(other);
}
