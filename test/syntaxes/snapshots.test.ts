/**
 * The colours of every example, and of one file with every construct and the tricky cases.
 */
import { readFile, readdir } from 'node:fs/promises';
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { firstDifference, matchSnapshot, renderLines } from './snapshot.ts';
import { loadGrammar, tokenizeText } from './tokenize.ts';

const snapshots = new URL('snapshots/', import.meta.url);
const folders = [new URL('../../language/examples/', import.meta.url), new URL('fixtures/', import.meta.url)];

async function sources(): Promise<{ name: string; file: URL }[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.aft'));
      return names.map((name) => ({ name, file: new URL(name, folder) }));
    }),
  );
  return lists.flat();
}

describe('the colours of a whole file', () => {
  it('are those of its snapshot', async () => {
    const grammar = await loadGrammar();
    const files = await sources();
    assert.ok(files.length >= 8, `Only ${String(files.length)} files were found.`);
    for (const { name, file } of files) {
      const lines = tokenizeText(grammar, await readFile(file, 'utf8'));
      await matchSnapshot(new URL(`${name}.snap`, snapshots), renderLines(lines));
    }
  });

  it('that differ are shown with their source line', () => {
    assert.equal(
      firstDifference('>a\n  a x\n>b\n  b y\n', '>a\n  a x\n>b\n  b z\n'),
      'Source line 2:\n  >b\n-   b y\n+   b z',
    );
    assert.equal(firstDifference('>a\n', '>a\n'), undefined);
    assert.notEqual(firstDifference('>a\n', '>a\n>b\n'), undefined);
  });

  it('have a snapshot for no file that is gone', async () => {
    const known = (await sources()).map(({ name }) => `${name}.snap`).sort();
    assert.deepEqual((await readdir(snapshots)).sort(), known);
  });
});
