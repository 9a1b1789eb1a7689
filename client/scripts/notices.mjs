/**
 * The notices of the third-party packages bundled in dist/, each with its licence text. The bundler tells which
 * packages those are, so that the list is exact.
 */
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checkout } from './processes.mjs';

/**
 * A package in a bundle.
 * @typedef {{ name: string, version: string, licence: string, texts: readonly string[] }} Bundled
 */

const introduction = `Aftermath contains software of others. Each is named here with its version, the licence that it declares, and
the texts of its licence as they came with it. The source of each is at https://www.npmjs.com/package/NAME/v/VERSION.
`;

/**
 * Returns the notices of all packages in the bundles; throws if one has no licence.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
export async function noticesOf(metafiles) {
  const outputs = metafiles.flatMap(({ outputs }) => Object.values(outputs));
  const files = outputs.flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => inputs[file]?.bytesInOutput !== 0),
  );
  const found = await Promise.all([...new Set(files.flatMap(folderOf))].map(bundledFrom));
  // The same version may be installed in two folders.
  const packages = new Map(found.map((each) => [`${each.name} ${each.version}`, each]));
  const parts = [...packages.values()]
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'))
    .map(({ name, version, licence, texts }) => [`${name} ${version}`, `Licence: ${licence}`, ...texts].join('\n\n'));
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `${[introduction.trimEnd(), ...parts].join(line)}\n`;
}

/**
 * Returns the folder of the package that contains a file; none for our own files.
 * @param {string} file
 */
function folderOf(file) {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
  return found === undefined ? [] : [found];
}

/**
 * @param {string} folder
 * @returns {Promise<Bundled>}
 */
async function bundledFrom(folder) {
  const at = join(checkout, folder);
  const { name, version, license } = JSON.parse(await readFile(join(at, 'package.json'), 'utf8'));
  const files = (await readdir(at)).filter((file) => /^(licen[cs]e|copying|notice|thirdparty)/i.test(basename(file)));
  const texts = await Promise.all(files.sort().map((file) => readFile(join(at, file), 'utf8')));
  if (typeof license !== 'string') throw new Error(`The package "${name}" is bundled and declares no licence.`);
  return { name, version, licence: license, texts: texts.map((text) => text.trim()) };
}
