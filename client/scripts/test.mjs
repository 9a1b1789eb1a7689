/**
 * `npm test`: installs what is missing, then builds, checks and tests everything, and ends with one line
 * that counts. A part that fails does not keep the others from running, but a failed build does: all else
 * needs it. With names of parts as arguments, only these run.
 */
import { installProject } from './dependencies.mjs';
import { packExtension } from './package.mjs';
import { endWithChildren, npm, run } from './processes.mjs';
import { installTools } from './tools.mjs';

/** `faults` is what mocha says of the tests that failed. @typedef {{ readonly passed: number, readonly failed: number, readonly faults?: string }} Count */

/** In this order: the later parts need what `build` and `package` leave in dist/. @type {Readonly<Record<string, () => Promise<Count>>>} */
const parts = {
  install: async () => {
    await installProject();
    const missing = await installTools();
    if (missing.length > 0)
      throw new Error(`To compile what the tests need of VS Code, install ${missing.join(', ')}.`);
    return { passed: 0, failed: 0 };
  },
  build: () => step(run('node', ['client/scripts/build.mjs'])),
  generated: () => step(run('node', ['client/scripts/check-generated.mjs'])),
  types: () => step(run('tsc', ['-b'])),
  lint: () => step(run('node', ['client/scripts/lint.mjs'])),
  unit: () => mocha(npm(['run', '--silent', 'test:unit'], { output: 'both' })),
  package: async () => {
    await packExtension();
    return mocha(run('mocha', ['test/package.test.ts', 'test/package-library.test.ts'], { output: 'both' }));
  },
  // Two windows at a time: a walk waits more than it works.
  'end-to-end': () =>
    mocha(
      run('mocha', ['--parallel', '--jobs', '2', '--require', './test/e2e/failure.ts', 'test/e2e/*.test.ts'], {
        output: 'both',
      }),
    ),
};

/** What a part needs when it is asked for alone. @type {Readonly<Record<string, readonly string[]>>} */
const needs = { unit: ['build'], package: ['build'], 'end-to-end': ['install', 'package'] };

endWithChildren();
const names = wanted(process.argv.slice(2));
let passed = 0;
/** @type {string[]} */
const broken = [];
/** @type {string[]} */
const faults = [];
let failed = 0;
for (const [name, part] of Object.entries(parts)) {
  if (!names.has(name)) continue;
  process.stdout.write(`\n── ${name}\n`);
  /** @type {Count} */
  const count = await part().catch((/** @type {unknown} */ error) => {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1 };
  });
  passed += count.passed;
  failed += count.failed;
  if (count.failed === 0) continue;
  broken.push(name);
  if (count.faults !== undefined) faults.push(count.faults);
  if (name === 'install' || name === 'build') break;
}
// Whoever reads only the end of a long log finds there what failed.
for (const each of faults) process.stdout.write(`\n${each}\n`);
process.stdout.write(broken.length === 0 ? '\n' : `\nFailed: ${broken.join(', ')}.\n`);
process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Returns the parts that were asked for with what they need, or all.
 * @param {readonly string[]} asked
 */
function wanted(asked) {
  const unknown = asked.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    process.stderr.write(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.\n`);
    process.exit(2);
  }
  return new Set(asked.length === 0 ? Object.keys(parts) : asked.flatMap((name) => [name, ...(needs[name] ?? [])]));
}

/**
 * A part without tests of its own counts only when it fails.
 * @param {Promise<import('./processes.mjs').RunResult>} result
 * @returns {Promise<Count>}
 */
async function step(result) {
  return { passed: 0, failed: (await result).code === 0 ? 0 : 1 };
}

/**
 * Reads mocha's own summary. A run that failed without a failing test, or saw no test, counts as one failure.
 * @param {Promise<import('./processes.mjs').RunResult>} result
 * @returns {Promise<Count>}
 */
async function mocha(result) {
  const { code, output } = await result;
  const [good, bad, skipped] = ['passing', 'failing', 'pending'].map((word) => lastNumber(output, word));
  const count = { passed: good ?? 0, failed: (bad ?? 0) + (skipped ?? 0) };
  if (skipped !== undefined)
    process.stdout.write(`${String(skipped)} tests were skipped; a skipped test counts as failed.\n`);
  const faults = /^ {2}\d+ failing\b.*/ms.exec(output)?.[0].trimEnd();
  if (faults !== undefined) return { ...count, faults };
  return count.failed === 0 && (code !== 0 || count.passed === 0) ? { ...count, failed: 1 } : count;
}

/**
 * @param {string} output
 * @param {string} word
 */
function lastNumber(output, word) {
  const found = [...output.matchAll(new RegExp(`^ {2}(\\d+) ${word}\\b`, 'gm'))].at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}
