/** The command line applies the project file of each model, and reports errors in it. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';

const orphan = 'space disk { resource lost }\npd driver { manages disk }\n';
const severities = (severity: string): string => JSON.stringify({ severities: { 'resource/orphan': severity } });

describe('a project file on the command line', () => {
  it('changes severities for its folder and those below', () =>
    inFolder({ 'a.aft': orphan, '.aftermath.json': severities('error') }, async (folder) => {
      mkdirSync(join(folder, 'inner', 'deep'), { recursive: true });
      writeFileSync(join(folder, 'inner', 'b.aft'), orphan);
      writeFileSync(join(folder, 'inner', 'deep', 'c.aft'), orphan);
      writeFileSync(join(folder, 'inner', 'deep', '.aftermath.json'), severities('off'));
      const { code, output } = await aftermath(['check', 'a.aft', 'inner/b.aft', 'inner/deep/c.aft'], { folder });
      assert.equal(code, 1);
      assert.deepEqual(
        output.split('\n').map((line) => line.split(' ').slice(0, 3).join(' ')),
        ['a.aft:1:23: error resource/orphan', 'inner/b.aft:1:23: error resource/orphan', '3 files: 2', ''],
      );
      // What can be answered of a model does not change.
      assert.equal((await aftermath(['crash', 'a.aft', 'driver'], { folder })).code, 0);
    }));

  it('has its faults reported, and the rest of it applies', () =>
    inFolder(
      { 'a.aft': orphan, '.aftermath.json': '{"severity": 1,\n "severities": {"resource/orphan": "hint"}}' },
      async (folder) => {
        const { code, output } = await aftermath(['check', 'a.aft'], { folder });
        assert.equal(code, 1);
        assert.match(output, /^a\.aft:1:23: hint resource\/orphan /m);
        assert.match(output, /^\.aftermath\.json:1:2: error project\/setting There is no setting "severity"\. /m);
        assert.match(output, /^2 files: 1 error, 1 hint$/m);
      },
    ));

  const files = {
    'a.aft': orphan,
    'models/b.aft': orphan,
    'models/gen/c.aft': orphan,
    'models/gen/.aftermath.json': '{}',
    'models/deep/gen.aft': orphan,
    'node_modules/d.aft': orphan,
    'old/e.aft': orphan,
  };
  const checked = async (folder: string, names: readonly string[]): Promise<readonly string[]> => {
    const { output, notes } = await aftermath(['check', '--json', ...names], { folder });
    if (output === '') return [notes];
    const { files } = JSON.parse(output) as { readonly files: readonly { readonly file: string }[] };
    return files.map(({ file }) => file);
  };

  it('chooses the models of a folder', () =>
    inFolder(files, async (folder) => {
      const all = ['a.aft', 'models/b.aft', 'models/deep/gen.aft', 'models/gen/c.aft', 'old/e.aft'];
      assert.deepEqual(await checked(folder, ['.']), all);
      const project = (settings: object): void => {
        writeFileSync(join(folder, '.aftermath.json'), JSON.stringify(settings));
      };
      project({ exclude: ['**/gen', 'old/*.aft'] });
      assert.deepEqual(await checked(folder, ['.']), ['a.aft', 'models/b.aft', 'models/deep/gen.aft']);
      assert.deepEqual(await checked(folder, ['models', 'old/e.aft']), [
        ...['models/b.aft', 'models/deep/gen.aft', 'old/e.aft'],
      ]);
      assert.deepEqual(await checked(folder, ['old']), [
        'aftermath: "old" is a folder without models, or all in it are excluded.\n',
      ]);
      project({ include: ['models/**'], exclude: ['models/deep'] });
      assert.deepEqual(await checked(folder, ['.']), ['models/b.aft', 'models/gen/c.aft']);
    }));

  it('excludes with the settings of VS Code, wherever the folder is below them', () =>
    inFolder(files, async (folder) => {
      mkdirSync(join(folder, '.vscode'));
      const settings =
        '{ // ours\n"files.exclude": {"models/gen": true, "a.aft": false}, "search.exclude": {"**/old": true,},}';
      writeFileSync(join(folder, '.vscode', 'settings.json'), settings);
      assert.deepEqual(await checked(folder, ['.']), ['a.aft', 'models/b.aft', 'models/deep/gen.aft']);
      assert.deepEqual(await checked(folder, ['models']), ['models/b.aft', 'models/deep/gen.aft']);
      writeFileSync(join(folder, '.vscode', 'settings.json'), '['.repeat(100_000));
      assert.equal((await checked(folder, ['.'])).length, 5);
    }));

  it('chooses for test, verify and format, too', () =>
    inFolder(
      {
        ...files,
        'models/b.aft': 'pd p\nscenario "x" { crash p }\ncheck "y" { always true }\n',
        '.aftermath.json': '{"include": ["models/b.aft"]}',
      },
      async (folder) => {
        for (const args of [['test'], ['verify'], ['format', '--check']]) {
          const { code, output, notes } = await aftermath([...args, '.'], { folder });
          assert.deepEqual(
            [code === 2, notes.includes('folder')],
            [false, false],
            `${args.join(' ')} ${notes} ${output}`,
          );
        }
        assert.equal(
          (await aftermath(['crash', '.', 'p'], { folder })).notes,
          'aftermath: "." is a folder; name a file in it.\n',
        );
      },
    ));
});
