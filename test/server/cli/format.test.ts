/** `aftermath format`: files in place, `--check`, standard input, and what cannot be formatted. */
import assert from 'node:assert/strict';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const files = {
  'good.aft': 'pd a { needs b }\npd b\n',
  'loose.aft': '\uFEFFpd   a{needs b}\r\npd b',
  'broken.aft': 'pd   a\npd   { needs\n  pd   b',
};

describe('aftermath format', () => {
  it('lays files out in place and names those that have changed', async () => {
    await inFolder(files, async (folder) => {
      await chmod(join(folder, 'loose.aft'), 0o640);
      const outcome = await aftermath(['format', 'good.aft', './loose.aft', 'loose.aft'], { folder });
      assert.deepEqual(outcome, { code: 0, output: './loose.aft: formatted\n', notes: '' });
      assert.equal(await readFile(join(folder, 'loose.aft'), 'utf8'), '\uFEFFpd a { needs b }\r\npd b\r\n');
      assert.equal((await stat(join(folder, 'loose.aft'))).mode & 0o777, 0o640);
      assert.deepEqual((await readdir(folder)).sort(), Object.keys(files).sort());
      assert.deepEqual(await aftermath(['format', 'loose.aft'], { folder }), { code: 0, output: '', notes: '' });
    });
  });

  it('changes nothing with --check, and ends with 1 if it would', async () => {
    await inFolder(files, async (folder) => {
      assert.deepEqual(await aftermath(['format', '--check', 'good.aft', 'loose.aft'], { folder }), {
        code: 1,
        output: 'loose.aft: not formatted\n',
        notes: '',
      });
      assert.equal(await readFile(join(folder, 'loose.aft'), 'utf8'), files['loose.aft']);
      assert.equal((await aftermath(['format', '--check', 'good.aft'], { folder })).code, 0);
    });
  });

  it('formats what follows the grammar, and says which line does not', async () => {
    await inFolder(files, async (folder) => {
      const { code, notes } = await aftermath(['format', 'broken.aft'], { folder });
      assert.equal(code, 1);
      assert.equal(notes, 'broken.aft:2: does not follow the grammar here; this part is unchanged\n');
      const text = await readFile(join(folder, 'broken.aft'), 'utf8');
      assert.ok(text.startsWith('pd a\n'), text);
      assert.ok(text.includes('pd   { needs'), text);
    });
  });

  it('formats standard input to standard output', async () => {
    const input = 'pd   a';
    assert.deepEqual(await aftermath(['format', '-'], { input }), { code: 0, output: 'pd a\n', notes: '' });
    assert.deepEqual(await aftermath(['format', '-', '--check'], { input }), {
      code: 1,
      output: '<stdin>: not formatted\n',
      notes: '',
    });
    assert.equal((await aftermath(['format', '-', 'good.aft'], { input })).code, 2);
    assert.equal((await aftermath(['format', '-', '--json'], { input })).code, 2);
  });

  it('reports what it did as JSON, also of files that cannot be read', async () => {
    await inFolder(files, async (folder) => {
      const { code, output } = await aftermath(
        ['format', 'nothing.aft', 'good.aft', 'loose.aft', 'broken.aft', '--json', '--check'],
        { folder },
      );
      assert.equal(code, 2);
      const { files: states, unreadable } = parsed(output);
      assert.deepEqual(states, [
        { file: 'good.aft', state: 'unchanged' },
        { file: 'loose.aft', state: 'unformatted' },
        { file: 'broken.aft', state: 'unformatted', brokenLine: 2 },
      ]);
      assert.deepEqual(unreadable, [{ file: 'nothing.aft', message: 'There is no file "nothing.aft".' }]);
    });
  });
});
