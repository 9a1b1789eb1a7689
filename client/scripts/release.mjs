/**
 * `npm run release -- --key FILE [--tested]`: makes what is published of a version, and stops before it is published:
 * the packed extension, the npm package, and their checksums, signed with an SSH key. Refuses what is not ready. The
 * tests run first, unless `--tested` says that they have.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { packWhatChanged } from './package.mjs';
import { checkout, endWithChildren, npm, run } from './processes.mjs';

/** The state of a checkout. @typedef {{ readonly status: string, readonly origin: string, readonly changelog: string, readonly version: string, readonly repository: string }} State */

/**
 * Returns why a version cannot be released yet, a sentence each.
 * @param {State} state
 * @returns {readonly string[]}
 */
export function obstacles({ status, origin, changelog, version, repository }) {
  const obstacles = [];
  if (status !== '') obstacles.push('There are uncommitted changes. Commit them first.');
  if (origin !== '' && plainAddress(origin) !== plainAddress(repository))
    obstacles.push(`"repository" in package.json is ${repository}, but "origin" is ${origin}.`);
  const headings = changelog.split('\n').filter((line) => line.startsWith('## '));
  if (!headings.some((line) => line === `## ${version}` || line.startsWith(`## ${version} `)))
    obstacles.push(`CHANGELOG.md has no heading "## ${version}". Move what is unreleased below it.`);
  if (headings.includes('## Unreleased')) obstacles.push('CHANGELOG.md still has a heading "## Unreleased".');
  return obstacles;
}

/**
 * Writes the checksums of files into a file beside them, and its signature beside that; returns both files.
 * @param {string} folder
 * @param {readonly string[]} names
 * @param {string} key the file of a private SSH key
 */
export async function sign(folder, names, key) {
  const lines = [];
  for (const name of names) {
    const digest = createHash('sha256').update(await readFile(join(folder, name)));
    lines.push(`${digest.digest('hex')}  ${name}\n`);
  }
  const sums = join(folder, 'SHA256SUMS');
  await writeFile(sums, lines.join(''));
  await rm(`${sums}.sig`, { force: true });
  const { code, output } = await run('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', 'file', sums], {
    output: 'capture',
  });
  if (code !== 0) throw new Error(`The checksums could not be signed.\n${output}`);
  return [sums, `${sums}.sig`];
}

/** Returns an address without what differs between the ways to write it. @param {string} address */
function plainAddress(address) {
  return address
    .trim()
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
    .replace(/\.git$/, '');
}

if (process.argv[1]?.endsWith('release.mjs') === true) await release();

async function release() {
  const { values } = parseArgs({ options: { key: { type: 'string' }, tested: { type: 'boolean' } } });
  if (values.key === undefined) throw new Error('Name the SSH key that signs the checksums: --key FILE.');
  endWithChildren();
  /** @type {{ readonly name: string, readonly version: string, readonly repository: { readonly url: string } }} */
  const { name, version, repository } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  const found = obstacles({
    status: await said('git', ['status', '--porcelain']),
    origin: await said('git', ['remote', 'get-url', 'origin']),
    changelog: await readFile(join(checkout, 'CHANGELOG.md'), 'utf8'),
    version,
    repository: repository.url,
  });
  if (found.length > 0) {
    process.stderr.write(`${found.join('\n')}\n`);
    process.exit(1);
  }
  if (values.tested !== true) await must('The tests failed.', run('node', ['client/scripts/test.mjs']));
  const folder = join(checkout, 'dist', 'release');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await must('The build failed.', run('node', ['client/scripts/build.mjs']));
  const packed = await packWhatChanged(() => undefined);
  const extension = basename(packed);
  await copyFile(join(checkout, packed), join(folder, extension));
  await must('The npm package could not be made.', npm(['pack', '--pack-destination', folder]));
  const library = `${name}-${version}.tgz`;
  await sign(folder, [extension, library], values.key);
  process.stdout.write(
    [
      `Version ${version} is in dist/release. Nothing is published. What is left to do:`,
      `  git tag v${version} && git push origin v${version}`,
      `  vsce publish --packagePath dist/release/${extension}`,
      `  ovsx publish dist/release/${extension}`,
      `  npm publish dist/release/${library}`,
      '',
    ].join('\n'),
  );
}

/** Returns what a command says, and nothing if it fails. @param {string} command @param {readonly string[]} args */
async function said(command, args) {
  const { code, output } = await run(command, args, { output: 'capture' });
  return code === 0 ? output.trim() : '';
}

/** @param {string} message @param {Promise<{ readonly code: number }>} running */
async function must(message, running) {
  if ((await running).code !== 0) throw new Error(message);
}
