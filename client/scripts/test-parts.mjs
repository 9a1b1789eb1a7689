/**
 * The parts of `npm test`: what each runs, what must have gone well before, and how much room it takes. The room of a
 * machine is one more than its cores, for some parts wait for a disk, a network or a page. Runs on Node 20.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkout } from './processes.mjs';

/**
 * @typedef {object} Part
 * @property {readonly string[]} [needs] what must have gone well before, and is done if only this part is asked for
 * @property {readonly string[]} [after] what goes before if it is done at all
 * @property {number} [room] 1 by default
 * @property {readonly (readonly string[])[]} [commands] run one after the other, until one fails
 * @property {readonly string[]} [tests] folders with tests, and files, relative to `test/`
 * @property {readonly string[]} [args] for mocha
 * @property {boolean} [hasSecondTry] whether a file that fails is tried once more
 */

const cores = availableParallelism();
export const room = cores + 1;

const workers = ['--parallel', '--jobs', String(cores)];

/** What could begin first of several does so in this order. @type {Readonly<Record<string, Part>>} */
export const parts = {
  machine: { commands: [['node', 'client/scripts/machine.mjs']] },
  install: { commands: [['node', 'client/scripts/dependencies.mjs']] },
  // It writes the files again that all others read.
  generated: { needs: ['install'], commands: [['node', 'client/scripts/check-generated.mjs']] },
  build: { needs: ['install'], after: ['generated'], commands: [['node', 'client/scripts/build.mjs']] },
  tools: { needs: ['machine', 'install'], commands: [['node', 'client/scripts/tools.mjs', '--all']] },
  package: {
    needs: ['build'],
    commands: [['node', 'client/scripts/package.mjs', '--built']],
    tests: ['package.test.ts', 'package-library.test.ts'],
  },
  // Two windows at a time in the room of one: a walk waits more than it works. What stands between a walk and what it
  // tests (a browser, a server, a window) may fail by itself, so that a walk has a second try; no other test has.
  'end-to-end': {
    needs: ['tools', 'package'],
    tests: ['e2e'],
    args: ['--parallel', '--jobs', '2', '--require', './test/e2e/failure.ts'],
    hasSecondTry: true,
  },
  types: {
    needs: ['install'],
    after: ['generated', 'tools'],
    commands: [
      ['node', 'client/scripts/tools.mjs'],
      ['tsc', '-b'],
    ],
  },
  lint: { needs: ['install'], after: ['generated', 'tools'], commands: [['node', 'client/scripts/lint.mjs']] },
  unit: {
    needs: ['machine', 'build'],
    room: cores,
    tests: ['language', 'server', 'syntaxes', 'bench', 'architecture.test.ts', 'lint.test.ts', 'bundles.test.ts'],
    args: workers,
  },
  pages: { needs: ['tools', 'build'], room: cores, tests: ['client'], args: workers },
};

/**
 * Returns the files with tests at the places, relative to the checkout.
 * @param {readonly string[]} places
 */
export function testFiles(places) {
  return places.flatMap((place) => {
    if (place.endsWith('.test.ts')) return [`test/${place}`];
    const names = readdirSync(join(checkout, 'test', place), { recursive: true, encoding: 'utf8' });
    const files = names.map((name) => `test/${place}/${name.replaceAll('\\', '/')}`);
    return files.filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/')).sort();
  });
}

/**
 * Returns the parts that were asked for with all that they need, or all parts, in their order.
 * @param {readonly string[]} asked
 */
export function wantedParts(asked) {
  const wanted = new Set(asked.length === 0 ? Object.keys(parts) : asked);
  // What is added meanwhile is visited too.
  for (const name of wanted) for (const need of parts[name]?.needs ?? []) wanted.add(need);
  return Object.keys(parts).filter((name) => wanted.has(name));
}
