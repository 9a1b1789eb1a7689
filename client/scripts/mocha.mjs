/**
 * Runs test files with mocha and reads its machine-readable results. A skipped test counts as failed, and so does a
 * file in which no test ran. Runs on Node 20.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { checkout } from './processes.mjs';

/** @typedef {{ readonly fullTitle: string, readonly file?: string, readonly duration?: number, readonly err?: { readonly message?: string, readonly stack?: string } }} Test */

/** The parts of the JSON reporter's output that are read here. @typedef {{ readonly passes: readonly Test[], readonly failures: readonly Test[], readonly pending: readonly Test[] }} Results */

/** @typedef {{ readonly passed: number, readonly faults: readonly string[], readonly text: string }} Judged */

/**
 * @typedef {object} Options
 * @property {readonly string[]} args more arguments for mocha
 * @property {string} results the file for the results, relative to the checkout
 * @property {(command: string, args: readonly string[]) => Promise<{ readonly code: number }>} run
 */

/**
 * Runs the tests; a fault is one or several lines about a failed test or an invalid run. A file with a failing test is run
 * once more as a whole, in another process; failures of the first try are always reported, whatever the second's result.
 * @param {readonly string[]} files
 * @param {Options} options
 * @returns {Promise<Judged & { readonly firstTries: readonly string[] }>}
 */
export async function runMocha(files, options) {
  const first = await runOnce(files, options);
  const failed = filesOf(first.results?.failures ?? [], files);
  if (first.results === undefined || failed.length === 0)
    return { ...judge(files, first.code, first.results), firstTries: [] };
  const second = await runOnce(failed, { ...options, results: options.results.replace(/(?=\.json$)/, '-again') });
  return secondTry(files, failed, first.results, second);
}

/**
 * Judges files that were tried twice by the second try, and all others by the first.
 * @param {readonly string[]} files
 * @param {readonly string[]} failed the files that were tried twice
 * @param {Results} first
 * @param {{ readonly code: number, readonly results: Results | undefined }} second
 */
function secondTry(files, failed, first, { code, results }) {
  /** @param {Test} test */
  const wasGood = (test) => !failed.includes(place(test));
  const firstTries = first.failures.filter((test) => !wasGood(test)).map(told);
  // A run that ended before writing results ran no tests.
  const { passes, failures, pending } = results ?? { passes: [], failures: [], pending: [] };
  const merged = {
    passes: [...first.passes.filter(wasGood), ...passes],
    failures: [...first.failures.filter(wasGood), ...failures],
    pending: [...first.pending.filter(wasGood), ...pending],
  };
  return { ...judge(files, code, merged), firstTries };
}

/**
 * @param {readonly string[]} files
 * @param {Options} options
 */
async function runOnce(files, { args, results, run }) {
  const file = join(checkout, results);
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  const reporter = ['--reporter', 'json', '--reporter-option', `output=${file}`];
  const { code } = await run('mocha', [...args, ...reporter, ...files]);
  return { code, results: readResults(file) };
}

/**
 * Returns the files that contain the tests.
 * @param {readonly Test[]} tests
 * @param {readonly string[]} files
 */
function filesOf(tests, files) {
  const places = new Set(tests.map(place));
  return files.filter((file) => places.has(file));
}

/**
 * @param {readonly string[]} files the files to run, relative to the checkout
 * @param {number} code the exit code of mocha
 * @param {Results | undefined} results
 * @returns {Judged}
 */
export function judge(files, code, results) {
  if (results === undefined)
    return { passed: 0, faults: ['mocha ended before it could say what came of the tests'], text: '' };
  const { passes, failures, pending } = results;
  const ran = new Set([...passes, ...failures].map((test) => place(test)));
  const faults = [
    ...failures.map(told),
    ...pending.map((test) => `${place(test)}: ${test.fullTitle}\n  was skipped; a skipped test counts as failed`),
    ...files.filter((each) => !ran.has(each)).map((each) => `${each}\n  ran no test`),
  ];
  if (faults.length === 0 && code !== 0) faults.push(`mocha ended with code ${String(code)}, though no test failed`);
  if (passes.length === 0 && faults.length === 0) faults.push('no test was run');
  return { passed: passes.length, faults, text: timesOf([...passes, ...failures]) };
}

/**
 * @param {string} file
 * @returns {Results | undefined}
 */
function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Not written, or incomplete: the run was aborted.
    return undefined;
  }
}

/** @param {Test} test */
function place({ file }) {
  return file === undefined ? '' : relative(checkout, file).replaceAll('\\', '/');
}

/** @param {Test} test */
function told(test) {
  const { message = '', stack = '' } = test.err ?? {};
  // The stack begins with the message, but not for every kind of error.
  const text = stack.includes(message) ? stack : `${message}\n${stack}`;
  return `${place(test)}: ${test.fullTitle}\n${text.replace(/^(?=.)/gm, '  ')}`;
}

/**
 * Returns the files, slowest first, with their numbers of tests and seconds.
 * @param {readonly Test[]} tests
 */
function timesOf(tests) {
  /** @type {Map<string, { count: number, time: number }>} */
  const files = new Map();
  for (const test of tests) {
    const { count, time } = files.get(place(test)) ?? { count: 0, time: 0 };
    files.set(place(test), { count: count + 1, time: time + (test.duration ?? 0) });
  }
  const rows = [...files].sort(([, one], [, other]) => other.time - one.time);
  return rows.map(([file, { count, time }]) => `${seconds(time)} ${String(count).padStart(5)}  ${file}\n`).join('');
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`.padStart(9);
}
