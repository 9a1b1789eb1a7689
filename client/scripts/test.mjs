/**
 * `npm test`: installs what is missing, then builds, checks and tests everything, in parallel as far as the machine has
 * room, and ends with one line of counts. A failed part prevents only parts that depend on it, which then count as
 * failed. With names of parts as arguments, runs only these and their dependencies. Runs on Node 20 before anything is
 * installed.
 */
import { canInstall, installCommand, missingPrograms } from './machine.mjs';
import { runMocha } from './mocha.mjs';
import { endWithChildren, run } from './processes.mjs';
import { watchProcessor } from './processor.mjs';
import { runAll } from './schedule.mjs';
import { parts, room, testFiles, wantedParts } from './test-parts.mjs';

/**
 * The outcome of a part.
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {readonly string[]} faults
 * @property {readonly string[]} firstTries failures that were tried again
 * @property {string} output
 * @property {number} begun milliseconds after the start of this process
 * @property {number} wall seconds
 */

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.\n`);
  process.exit(2);
}
const names = wantedParts(asked);
const missing = names.includes('machine') ? missingPrograms() : [];
if (missing.length > 0 && !canInstall()) {
  process.stdout.write(
    `The tests need programs that are missing here. Install them with this command, then try again:\n`,
  );
  process.stdout.write(`  ${installCommand(missing)}\n\n0 passed, ${String(missing.length)} failed\n`);
  process.exit(1);
}

endWithChildren();
const processor = watchProcessor();
/** @type {Map<string, Outcome>} */
const outcomes = new Map();
await runAll(names.map(stepOf), {
  room,
  isGood: ({ faults }) => faults.length === 0,
  leftOut: (broken) => leftOut(broken),
  onEnd: (name, outcome) => {
    outcomes.set(name, outcome);
    process.stdout.write(`\n── ${name}, ${outcome.wall.toFixed(0)} s\n${outcome.output}${listed(outcome.faults)}`);
  },
});
process.exitCode = summary();

/** @param {string} name */
function stepOf(name) {
  const { needs = [], after = [], room: taken = 1 } = parts[name] ?? {};
  return { name, needs, after, room: taken, work: () => work(name) };
}

/**
 * Runs a part; collects its output.
 * @param {string} name
 * @returns {Promise<Outcome>}
 */
async function work(name) {
  const { commands = [], tests = [], args = [] } = parts[name] ?? {};
  process.stdout.write(`… ${name}\n`);
  const begun = performance.now();
  let [passed, output] = [0, ''];
  /** @type {readonly string[]} */
  let faults = [];
  /** @type {readonly string[]} */
  let firstTries = [];
  /** @param {number} pid */
  const onStart = (pid) => {
    processor.add(pid, name);
  };
  /** @param {string} command @param {readonly string[]} all */
  const runKept = async (command, all) => {
    const result = await run(command, all, { output: 'capture', onStart });
    output += result.output;
    return result;
  };
  for (const [command = '', ...all] of commands) {
    const { code } = await runKept(command, all);
    if (code === 0) continue;
    faults = [`"${[command, ...all].join(' ')}" ended with code ${String(code)}\n${lastLines(output)}`];
    break;
  }
  if (tests.length > 0 && faults.length === 0) {
    const files = testFiles(tests);
    const judged = await runMocha(files, { args, results: `.cache/tests/${name}.json`, run: runKept });
    output += judged.text;
    ({ passed, faults, firstTries } = judged);
  }
  return { passed, output, faults, firstTries, begun, wall: (performance.now() - begun) / 1000 };
}

/**
 * @param {readonly string[]} broken
 * @returns {Outcome}
 */
function leftOut(broken) {
  const faults = [`did not run, for it needs what failed: ${broken.join(', ')}`];
  return { passed: 0, output: '', faults, firstTries: [], begun: performance.now(), wall: 0 };
}

/** Writes the times, the failures, the second tries, and last the line of counts; returns the exit code. */
function summary() {
  const all = names.flatMap((name) => outcomes.get(name) ?? []);
  const rows = names.map((name) => {
    const { begun = 0, wall = 0, passed = 0 } = outcomes.get(name) ?? {};
    const numbers = [begun / 1000, wall, processor.secondsOf(name)].map((number) => number.toFixed(0).padStart(10));
    return `${name.padEnd(12)}${numbers.join('')}${String(passed).padStart(10)}\n`;
  });
  const head = `${''.padEnd(12)}${['begun (s)', 'wall', 'processor', 'passed'].map((word) => word.padStart(10)).join('')}\n`;
  process.stdout.write(`\n${head}${rows.join('')}\n`);
  for (const name of names) {
    const faults = outcomes.get(name)?.faults ?? [];
    if (faults.length > 0) process.stdout.write(`── ${name} failed\n${listed(faults)}\n`);
  }
  for (const name of names) {
    const { faults = [], firstTries = [] } = outcomes.get(name) ?? {};
    const after = faults.length === 0 ? 'PASSED ONLY AT THE SECOND TRY' : 'failed, with a second try';
    if (firstTries.length > 0) process.stdout.write(`── ${name} ${after}. At the first:\n${listed(firstTries)}\n`);
  }
  const [passed, failed] = [sum(all.map((one) => one.passed)), sum(all.map(({ faults }) => faults.length))];
  process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** @param {readonly string[]} faults */
function listed(faults) {
  return faults.map((fault, index) => `${String(index + 1)}) ${fault}\n`).join('\n');
}

/** @param {string} text */
function lastLines(text) {
  return text.trimEnd().split('\n').slice(-40).join('\n');
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
