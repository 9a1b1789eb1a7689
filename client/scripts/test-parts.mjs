/**
 * The parts of `npm test`: their commands or tests, their dependencies, and the room they take. The room of a machine
 * is one more than its cores, because some parts wait for a disk, a network or a page. Runs on Node 20.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkout } from './processes.mjs';

/**
 * @typedef {object} Part
 * @property {readonly string[]} [needs] parts that must succeed before; they run even if only this part is requested
 * @property {readonly string[]} [after] parts that run before, if they run at all
 * @property {number} [room] default: 1
 * @property {readonly (readonly string[])[]} [commands] run in order until one fails
 * @property {readonly string[]} [tests] folders of tests, and files, relative to `test/`
 * @property {readonly string[]} [args] for mocha
 */

const cores = availableParallelism();
/** The room of this machine. */
export const room = cores + 1;

/** Installing replaces the packages that are there, among them the Node that would install the tools meanwhile. */
const replaces = existsSync(join(checkout, 'node_modules'));

const workers = ['--parallel', '--jobs', String(cores)];

/** The parts; of several that are ready, the first begins. @type {Readonly<Record<string, Part>>} */
export const parts = {
  machine: { commands: [['node', 'client/scripts/machine.mjs']] },
  install: { commands: [['node', 'client/scripts/dependencies.mjs']] },
  // It writes the generated files, which all other parts read.
  generated: { needs: ['install'], commands: [['node', 'client/scripts/check-generated.mjs']] },
  build: { needs: ['install'], after: ['generated'], commands: [['node', 'client/scripts/build.mjs']] },
  tools: {
    needs: ['machine'],
    after: replaces ? ['install'] : [],
    commands: [['node', 'client/scripts/tools.mjs', '--all']],
  },
  // They need no build, so they begin beside it; because they mostly wait for thousands of files, they take no room.
  types: {
    needs: ['install'],
    after: ['generated', 'tools'],
    room: 0,
    commands: [
      ['node', 'client/scripts/tools.mjs'],
      ['tsc', '-b'],
    ],
  },
  lint: { needs: ['install'], after: ['generated', 'tools'], room: 0, commands: [['node', 'client/scripts/lint.mjs']] },
  package: {
    needs: ['build'],
    commands: [['node', 'client/scripts/package.mjs', '--built']],
    tests: ['package.test.ts'],
  },
  // Two windows at a time in the room of one, because a walk waits more than it works.
  'end-to-end': {
    needs: ['tools', 'package'],
    tests: ['e2e'],
    args: ['--parallel', '--jobs', '2', '--require', './test/e2e/failure.ts'],
  },
  library: { needs: ['package'], tests: ['package-library.test.ts'] },
  // It waits for a minute in which nothing may happen, so it takes no room.
  idle: { needs: ['build'], room: 0, tests: ['idle.test.ts'] },
  // A Slurm of three nodes, which has to notice that one is gone: it waits far more than it works.
  slurm: { needs: ['machine', 'build'], room: 0, tests: ['slurm.test.ts'] },
  // The longest, so it begins before the others that have room beside the walks.
  unit: {
    needs: ['machine', 'build'],
    room: cores,
    tests: ['language', 'server', 'syntaxes', 'bench', 'architecture', 'lint.test.ts', 'bundles.test.ts'],
    args: workers,
  },
  // After what leaves too little room for the one above, which otherwise begins last, and ends alone with a core to spare.
  pages: { needs: ['tools', 'build'], after: ['types', 'lint', 'library'], tests: ['client'], args: workers },
};

/**
 * Returns the test files at the places, relative to the checkout, the longest first: they take most time, so that no worker
 * begins one when the others are about to end.
 * @param {readonly string[]} places
 */
export function testFiles(places) {
  const found = places.flatMap((place) => {
    if (place.endsWith('.test.ts')) return [`test/${place}`];
    const names = readdirSync(join(checkout, 'test', place), { recursive: true, encoding: 'utf8' });
    const files = names.map((name) => `test/${place}/${name.replaceAll('\\', '/')}`);
    return files.filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/')).sort();
  });
  const sizes = new Map(found.map((file) => [file, statSync(join(checkout, file)).size]));
  return found.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
}

/**
 * Returns the requested parts with their dependencies, or all parts, in order.
 * @param {readonly string[]} asked
 */
export function wantedParts(asked) {
  const wanted = new Set(asked.length === 0 ? Object.keys(parts) : asked);
  // Parts added meanwhile are visited too.
  for (const name of wanted) for (const need of parts[name]?.needs ?? []) wanted.add(need);
  return Object.keys(parts).filter((name) => wanted.has(name));
}
