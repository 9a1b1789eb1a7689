/**
 * Installs the packages in a folder's lock file, unless they are installed already. Runs on Node 20 before anything is
 * installed.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout, npm, run } from './processes.mjs';

/** @typedef {{ readonly packages?: Readonly<Record<string, { readonly version?: string, readonly optional?: boolean }>> }} Lock */

/**
 * Returns whether every package of a folder's lock file is installed in its version. Ignores optional packages, which
 * depend on the machine.
 * @param {string} folder
 */
export async function isInstalled(folder) {
  const wanted = await readLock(join(folder, 'package-lock.json'));
  const found = await readLock(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted.packages ?? {}).every(
    ([path, { version, optional }]) => path === '' || optional === true || found.packages?.[path]?.version === version,
  );
}

/**
 * Installs the missing packages of the project; returns whether there were any. Throws if that fails, or if the
 * project's own Node is then not on the path.
 */
export async function installProject() {
  const isMissing = !(await isInstalled(checkout));
  if (isMissing) {
    const { code } = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    if (code !== 0) throw new Error('"npm ci" failed; its message is above.');
  }
  const { output } = await run('node', ['--version'], { output: 'capture' });
  if (Number.parseInt(output.slice(1), 10) >= 22) return isMissing;
  throw new Error(
    `The package "node" did not put its Node in place (found ${output.trim()}). Run "npm rebuild node", and allow its install script if npm asks.`,
  );
}

/**
 * @param {string} file
 * @returns {Promise<Lock>}
 */
async function readLock(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // Without a lock file nothing is installed.
    return {};
  }
}

if (process.argv[1]?.endsWith('dependencies.mjs') === true) await installProject();
