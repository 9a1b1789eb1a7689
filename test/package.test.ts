/**
 * The contents of the packed extension: everything it needs, nothing else, and within size limits. Reads the directory
 * of the packed file itself.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packedFile } from '../client/scripts/package.mjs';
import { checkout } from '../client/scripts/processes.mjs';

const megabyte = 1024 * 1024;

/** Every file must fit one pattern, and every pattern at least one file. */
const expected = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/package\.json$/,
  /^extension\/package\.nls\.json$/,
  /^extension\/client\/snippets\/aftermath\.json$/,
  /^extension\/client\/walkthrough\/\w+\.md$/,
  /^extension\/readme\.md$/i,
  /^extension\/changelog\.md$/i,
  /^extension\/LICENSE\.txt$/,
  /^extension\/dist\/THIRD-PARTY-NOTICES\.txt$/,
  /^extension\/dist\/aftermath\.cjs$/,
  /^extension\/dist\/command-line\.cjs$/,
  /^extension\/dist\/client\.cjs$/,
  /^extension\/dist\/browser\/client\.cjs$/,
  /^extension\/dist\/browser\/server\.js$/,
  /^extension\/dist\/elk-layout\.cjs$/,
  /^extension\/dist\/l10n\/bundle\.l10n\.json$/,
  /^extension\/dist\/server\.cjs$/,
  /^extension\/dist\/language-server\.cjs$/,
  /^extension\/dist\/search-worker\.cjs$/,
  /^extension\/dist\/import-worker\.cjs$/,
  /^extension\/dist\/webview\/book\.js$/,
  /^extension\/dist\/webview\/book\.css$/,
  /^extension\/dist\/webview\/theme\.css$/,
  /^extension\/dist\/webview\/graph\.js$/,
  /^extension\/dist\/webview\/graph\.css$/,
  /^extension\/dist\/webview\/layout-worker\.js$/,
  /^extension\/dist\/webview\/elk-worker\.cjs$/,
  /^extension\/dist\/webview\/machine\.js$/,
  /^extension\/dist\/webview\/machine\.css$/,
  /^extension\/dist\/webview\/report\.js$/,
  /^extension\/dist\/webview\/report\.css$/,
  /^extension\/dist\/webview\/trace\.js$/,
  /^extension\/dist\/webview\/trace\.css$/,
  /^extension\/client\/media\/icon\.png$/,
  /^extension\/client\/media\/file-light\.svg$/,
  /^extension\/client\/media\/file-dark\.svg$/,
  /^extension\/client\/media\/[\w-]+\.svg$/,
  /^extension\/syntaxes\/aftermath\.tmLanguage\.json$/,
  /^extension\/syntaxes\/language-configuration\.json$/,
  /^extension\/language\/examples\/[\w-]+\.aft$/,
  /^extension\/language\/std\/[\w-]+\.aft$/,
  /^extension\/language\/docs\/[\w/-]+\.md$/,
  /^extension\/language\/docs\/command-line\.schema\.json$/,
  /^extension\/language\/docs\/project-file\.schema\.json$/,
  /^extension\/language\/docs\/log-mapping\.schema\.json$/,
];

describe('the packed extension', () => {
  let names: readonly string[] = [];
  let size = 0;

  before(async () => {
    const file = readFileSync(join(checkout, await packedFile()));
    size = file.length;
    names = namesInZip(file);
  });

  it('has every file that it needs', () => {
    const missing = expected.filter((pattern) => !names.some((name) => pattern.test(name))).map(String);
    assert.deepEqual(missing, []);
  });

  it('has nothing else', () => {
    const surplus = names.filter((name) => !expected.some((pattern) => pattern.test(name)));
    assert.deepEqual(surplus, []);
  });

  it('has all examples', () => {
    const examples = readdirSync(join(checkout, 'language/examples')).map(
      (name) => `extension/language/examples/${name}`,
    );
    assert.deepEqual(
      names.filter((name) => name.startsWith('extension/language/examples/')),
      examples.sort(),
    );
  });

  it('names what others have made of it, with licences', () => {
    const notices = readFileSync(join(checkout, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    const named = new Set([...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\n\nLicence: \S+/gmu)].map(([, name]) => name));
    const missing = importedPackages().filter((name) => !named.has(name));
    assert.deepEqual(missing, []);
    assert.match(notices, /^elkjs [^]*Eclipse Public License - v 2\.0[^]*^jsonc-parser /mu);
    assert.ok(!named.has('typescript') && !named.has('esbuild'), 'tools are no part of it');
  });

  it('is smaller than 4 MB', () => {
    assert.ok(size > 0 && size < 4 * megabyte, `${String(size)} bytes`);
  });
});

/** Returns the packages that our sources import for more than types. */
function importedPackages(): readonly string[] {
  const sources = ['language/src', 'server/src', 'client/src', 'client/webview', 'client/book'].flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/u.test(name))
      .map((name) => readFileSync(join(checkout, folder, name), 'utf8')),
  );
  const imports = /^import (?!type )(?:[^;]*? from )?'((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[\w./-]*)?';/gmu;
  const names = sources.flatMap((source) => [...source.matchAll(imports)].flatMap(([, name]) => name ?? []));
  return [...new Set(names)].filter((name) => name !== 'node' && name !== 'vscode').sort();
}

/** Returns the names in a zip's central directory, sorted. Layout: APPNOTE.TXT 4.3.12 and 4.3.16. */
function namesInZip(zip: Buffer): readonly string[] {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  assert.ok(end >= 0, 'not a zip');
  const count = zip.readUInt16LE(end + 10);
  const names: string[] = [];
  for (let at = zip.readUInt32LE(end + 16); names.length < count;) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    assert.ok(nameLength !== undefined && extraLength !== undefined && commentLength !== undefined);
    names.push(zip.toString('utf8', at + 46, at + 46 + nameLength));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return names.sort();
}
