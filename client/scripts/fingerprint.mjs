/**
 * Detects by content whether files have changed since a step last ran, so that the step can be skipped. Independent of
 * the steps.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkout } from './processes.mjs';

const ignored = new Set(['node_modules', 'dist', '.cache']);

/**
 * Returns a hash of the names and contents of files, and of all files in folders, relative to the checkout.
 * @param {readonly string[]} paths
 */
export async function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    for await (const file of filesIn(path)) hash.update(`${file}\0`).update(await readFile(join(checkout, file)));
  return hash.digest('hex');
}

/**
 * Runs a step unless its output exists and was made from the same input; returns whether it ran.
 * @param {{ readonly name: string, readonly inputs: readonly string[], readonly output: string }} step
 * @param {() => Promise<void>} work
 */
export async function unlessUnchanged({ name, inputs, output }, work) {
  const mark = join(checkout, '.cache', 'steps', name);
  const now = await fingerprint(inputs);
  if ((await isThere(join(checkout, output))) && (await readFile(mark, 'utf8').catch(() => '')) === now) return false;
  await work();
  await mkdir(dirname(mark), { recursive: true });
  await writeFile(mark, now);
  return true;
}

/**
 * Returns whether a file or folder exists.
 * @param {string} path
 */
export function isThere(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * @param {string} path
 * @returns {AsyncGenerator<string>}
 */
async function* filesIn(path) {
  const found = await stat(join(checkout, path)).catch(() => undefined);
  if (found === undefined) return;
  if (found.isFile()) {
    yield path;
    return;
  }
  const names = (await readdir(join(checkout, path))).sort();
  for (const name of names) if (!ignored.has(name)) yield* filesIn(`${path}/${name}`);
}
