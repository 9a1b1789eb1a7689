/**
 * Builds the extension and packs it into dist/aftermath-<version>.vsix; prints the file name. Its contents are those of
 * "files" in package.json, as for npm but without the library, and are checked by test/package.test.ts.
 */
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { unlessUnchanged } from './fingerprint.mjs';
import { checkout, run } from './processes.mjs';

/** The library, which the extension does not use; a fifth of the package. */
const libraryFiles = ['dist/api.js', 'dist/types'];

/** All inputs of the packed extension. */
const inputs = [
  ...['client', 'server', 'language', 'syntaxes'],
  ...['package.json', 'package.nls.json', 'package-lock.json', 'tsconfig.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
];

/** Returns the file of the packed extension, relative to the checkout. */
export async function packedFile() {
  const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  return `dist/aftermath-${version}.vsix`;
}

/**
 * Builds, unless that is done already, and packs; throws if either fails, after the failing program's message.
 * @param {{ readonly isBuilt?: boolean }} [options]
 */
async function packExtension({ isBuilt = false } = {}) {
  const file = await packedFile();
  await mkdir(join(checkout, 'dist'), { recursive: true });
  const built = isBuilt ? { code: 0 } : await run('node', ['client/scripts/build.mjs']);
  if (built.code !== 0) throw new Error('The build failed.');
  // Imported here, because its dependencies may only just have been installed.
  const { writeApiTypes } = await import('./api-types.mjs');
  await writeApiTypes();
  // Its sign-in to Azure, more than a quarter of all files that the project would install, is replaced by nothing
  // ("overrides" in package.json): packing does not sign in, and publishing with a token does not need it.
  const packed = await run(
    'vsce',
    [
      // Pictures and links of the README lead to the repository.
      ...['package', '--no-dependencies', '--out', join(checkout, file)],
    ],
    { cwd: await stage(), output: 'capture' },
  );
  if (packed.code !== 0) throw new Error(`The extension could not be packed.\n${packed.output}`);
  return file;
}

/**
 * Copies what is packed into a folder of its own, which it returns: in the checkout, vsce compares every file of every
 * dependency with every pattern.
 */
async function stage() {
  const folder = join(checkout, '.cache', 'package');
  await rm(folder, { recursive: true, force: true });
  /** @type {{ readonly files: readonly string[] }} */
  const manifest = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  const files = manifest.files.filter((pattern) => !libraryFiles.includes(pattern));
  for (const pattern of files)
    for (const path of await matching(pattern)) await cp(join(checkout, path), join(folder, path), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, files }, undefined, 2));
  return folder;
}

/**
 * Returns the paths that a pattern of "files" stands for; a star may stand in its last part.
 * @param {string} pattern
 */
async function matching(pattern) {
  const [start = '', end] = basename(pattern).split('*');
  if (end === undefined) return [pattern];
  const names = await readdir(join(checkout, dirname(pattern)));
  return names
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => join(dirname(pattern), name));
}

/**
 * Builds and packs, unless that was done with the same sources; returns the file.
 * @param {() => void} onWork called before the work
 */
export async function packWhatChanged(onWork) {
  const file = await packedFile();
  await unlessUnchanged({ name: 'package', inputs, output: file }, async () => {
    onWork();
    await packExtension();
  });
  return file;
}

if (process.argv[1]?.endsWith('package.mjs') === true) {
  const file = await packExtension({ isBuilt: process.argv.includes('--built') });
  process.stdout.write(`${file}\n`);
}
