/** `aftermath import`: the model, its destination, and refusals. */
import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importFormats } from '../../../language/src/interchange/import-formats.ts';
import { aftermath, fixture, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const model = `pd printer { //@ dump.csv:3: PD,PD_1,printer,,,,
  id: "PD_1"
  manages PAGE_SPACE_1 //@ dump.csv:8: ,,NONE,HOLD,PD_1,PAGE_SPACE_1,
  holds PAGE_SPACE_1.PAGE_1_1 //@ dump.csv:9: ,,NONE,HOLD,PD_1,PAGE_1_1,
}

pd editor { //@ dump.csv:4: PD,PD_2,editor,,,,
  id: "PD_2"
  requests printer as PAGE //@ dump.csv:11: ,,PAGE,REQUEST,PD_2,PD_1,
  holds PAGE_SPACE_1.PAGE_1_1 //@ dump.csv:10: ,,NONE,HOLD,PD_2,PAGE_1_1,
}

space PAGE_SPACE_1 : PAGE { //@ dump.csv:5: RESOURCE_SPACE,PAGE_SPACE_1,PAGE,,,,
  resource PAGE_1_1 : PAGE //@ dump.csv:6: RESOURCE,PAGE_1_1,PAGE,,,,
}
`;

const formats = importFormats.map(({ name }) => name).join(', ');

const remarks = (name: string) => [
  'dump.csv:1:1: warning import/other-lines 1 line is not part of the table and is skipped, the first in line 1: ' +
    '"boot: 3 servers up". Check whether a log line has replaced a row there.',
  `${name}: 4 entities and 4 relations, 1 warning`,
  '',
];

describe('aftermath import', () => {
  it('prints the model, and findings about the file on standard error', async () => {
    const { code, output, notes } = await aftermath(['import', 'osmosis', 'dump.csv']);
    assert.deepEqual([code, output], [0, model]);
    assert.deepEqual(notes.split('\n'), remarks('dump.csv'));
  });

  it('writes the model to OUT, which then checks and crashes', async () => {
    await inFolder({ 'dump.csv': await fixture('dump.csv') }, async (folder) => {
      const { code, output, notes } = await aftermath(['import', 'osmosis', 'dump.csv', '-o', 'made.aft'], { folder });
      assert.deepEqual([code, output], [0, '']);
      assert.deepEqual(notes.split('\n'), remarks('made.aft'));
      assert.equal(await readFile(join(folder, 'made.aft'), 'utf8'), model);
      assert.equal((await aftermath(['check', 'made.aft'], { folder })).code, 0);
      const crash = await aftermath(['crash', 'made.aft', 'printer', '--pd-depth', '1', '--json'], { folder });
      const destroyed = parsed(crash.output).destroyed as readonly { readonly name: string }[];
      assert.deepEqual(
        destroyed.map(({ name }) => name),
        ['printer', 'PAGE_SPACE_1', 'PAGE_SPACE_1.PAGE_1_1', 'editor'],
      );
    });
  });

  it('finds the format by the content, and says why', async () => {
    const { code, output, notes } = await aftermath(['import', 'auto', 'dump.csv']);
    assert.deepEqual([code, output], [0, model]);
    const because = '"dump.csv" has the header of a model state (NODE_TYPE, NODE_ID, …)';
    assert.deepEqual(notes.split('\n'), [`Read as osmosis because ${because}.`, ...remarks('dump.csv')]);
    const json = parsed((await aftermath(['import', 'auto', 'dump.csv', '--json'])).output);
    assert.deepEqual([json.format, json.because], ['osmosis', because]);
  });

  it('names the lines of the dump in reasons, as seen from the model', async () => {
    await inFolder({ 'dump.csv': await fixture('dump.csv') }, async (folder) => {
      await mkdir(join(folder, 'models'));
      await aftermath(['import', 'osmosis', 'dump.csv', '-o', 'models/made.aft'], { folder });
      const { output } = await aftermath(['crash', 'models/made.aft', 'printer', '--pd-depth', '1'], { folder });
      assert.match(output, /"editor" requests "printer" as PAGE \(\.\.\/dump\.csv:11: ,,PAGE,REQUEST,PD_2,PD_1,\)/);
    });
  });

  it('refuses content in no format, several files for one, and a folder for a file', async () => {
    await inFolder({ 'note.txt': 'hello', 'dump.csv': await fixture('dump.csv') }, async (folder) => {
      const cases: readonly (readonly [readonly string[], RegExp])[] = [
        [['auto', 'note.txt'], /^aftermath: The content of "note\.txt" is in none of the formats osmosis, .+\n$/],
        [['osmosis', 'dump.csv', 'dump.csv'], /^aftermath: The format "osmosis" takes one file; .+\n$/],
        [['osmosis', '.'], /^aftermath: "\." is a folder; name a file in it\.\n$/],
      ];
      for (const [args, sentence] of cases) {
        const { code, output, notes } = await aftermath(['import', ...args], { folder });
        assert.deepEqual([code, output], [2, '']);
        assert.match(notes, sentence);
      }
    });
  });

  it('reads standard input and writes standard output for dashes', async () => {
    const { code, output } = await aftermath(['import', 'osmosis', '-', '-o', '-'], {
      input: await fixture('dump.csv'),
    });
    assert.deepEqual([code, output], [0, model.replaceAll('dump.csv:', '<stdin>:')]);
  });

  it('prints the model and its findings as JSON', async () => {
    const { code, output, notes } = await aftermath(['import', 'osmosis', 'dump.csv', '--json']);
    assert.deepEqual([code, notes], [0, '']);
    const { files, ...rest } = parsed(output);
    assert.deepEqual(rest, {
      version: 1,
      command: 'import',
      format: 'osmosis',
      file: 'dump.csv',
      text: model,
      entities: 4,
      relations: 4,
      counts: { errors: 0, warnings: 1, information: 0, hints: 0 },
    });
    const [file] = files as readonly { file: string; findings: readonly { code: string; line: number }[] }[];
    assert.equal(file?.file, 'dump.csv');
    assert.deepEqual(
      file.findings.map(({ code: finding, line }) => [finding, line]),
      [['import/other-lines', 1]],
    );
  });

  it('names OUT in JSON instead of repeating the model', async () => {
    await inFolder({ 'dump.csv': await fixture('dump.csv') }, async (folder) => {
      const { output } = await aftermath(['import', 'osmosis', 'dump.csv', '-o', 'made.aft', '--json'], { folder });
      const { out, text } = parsed(output);
      assert.deepEqual([out, text], ['made.aft', undefined]);
    });
  });

  it('names the error and its line in a file that is not a dump, ends with 1, and writes nothing', async () => {
    const files = { 'cut-off.csv': await fixture('cut-off.csv'), 'old.aft': 'pd kept\n' };
    await inFolder(files, async (folder) => {
      for (const out of ['new.aft', 'old.aft']) {
        const args = ['import', 'osmosis', 'cut-off.csv', '-o', out, '--force'];
        const { code, output, notes } = await aftermath(args, { folder });
        assert.deepEqual([code, output], [1, '']);
        assert.match(notes, /^cut-off\.csv:3:1: error import\/cut-off .+ line 3.+\nNo result: 1 error\n$/);
      }
      assert.deepEqual((await readdir(folder)).sort(), ['cut-off.csv', 'old.aft']);
      assert.equal(await readFile(join(folder, 'old.aft'), 'utf8'), 'pd kept\n');
    });
  });

  it('prints the same as JSON for a file that is not a dump', async () => {
    const { code, output, notes } = await aftermath(['import', 'osmosis', 'binary.aft', '--json']);
    assert.deepEqual([code, notes], [1, '']);
    const { command, counts } = parsed(output);
    assert.deepEqual([command, counts], ['import', { errors: 1, warnings: 0, information: 0, hints: 0 }]);
  });

  it('replaces an existing file only with --force', async () => {
    await inFolder({ 'dump.csv': await fixture('dump.csv'), 'old.aft': 'pd kept\n' }, async (folder) => {
      const args = ['import', 'osmosis', 'dump.csv', '--out', 'old.aft'];
      const refused = await aftermath(args, { folder });
      assert.deepEqual(refused, {
        code: 2,
        output: '',
        notes: 'aftermath: "old.aft" is already there; choose another name, or overwrite it with --force.\n',
      });
      assert.equal(await readFile(join(folder, 'old.aft'), 'utf8'), 'pd kept\n');
      assert.equal((await aftermath([...args, '--force'], { folder })).code, 0);
      assert.equal(await readFile(join(folder, 'old.aft'), 'utf8'), model);
      assert.deepEqual((await readdir(folder)).sort(), ['dump.csv', 'old.aft']);
    });
  });

  it('never replaces the file that it reads, under any name', async () => {
    const dump = await fixture('dump.csv');
    await inFolder({ 'dump.csv': dump }, async (folder) => {
      await symlink(join(folder, 'dump.csv'), join(folder, 'link.csv'));
      for (const out of ['dump.csv', './dump.csv', 'link.csv']) {
        const { code, notes } = await aftermath(['import', 'osmosis', 'dump.csv', '-o', out, '--force'], { folder });
        assert.equal(code, 2);
        assert.equal(notes, `aftermath: "${out}" is the file that is read; choose another name for the result.\n`);
      }
      assert.equal(await readFile(join(folder, 'dump.csv'), 'utf8'), dump);
    });
  });

  it('replaces what a link leads to, not the link', async () => {
    await inFolder({ 'dump.csv': await fixture('dump.csv'), 'old.aft': '' }, async (folder) => {
      await symlink(join(folder, 'old.aft'), join(folder, 'link.aft'));
      await aftermath(['import', 'osmosis', 'dump.csv', '-o', 'link.aft', '--force'], { folder });
      assert.equal(await readFile(join(folder, 'old.aft'), 'utf8'), model);
    });
  });

  it('says in one line why it cannot write', async () => {
    await inFolder({ 'dump.csv': await fixture('dump.csv') }, async (folder) => {
      await mkdir(join(folder, 'inner'));
      await writeFile(join(folder, 'plain'), '');
      const cases: readonly (readonly [string, string])[] = [
        ['inner', '"inner" is a folder; name a file in it.'],
        ['none/made.aft', `There is no folder "${join(folder, 'none')}" to write "none/made.aft" into.`],
        ['plain/made.aft', `There is no folder "${join(folder, 'plain')}" to write "plain/made.aft" into.`],
      ];
      for (const [out, sentence] of cases) {
        const { code, output, notes } = await aftermath(['import', 'osmosis', 'dump.csv', '-o', out], { folder });
        assert.deepEqual([code, output, notes], [2, '', `aftermath: ${sentence}\n`]);
      }
    });
  });

  const refusals: readonly (readonly [readonly string[], string])[] = [
    [
      ['osmossis', 'dump.csv'],
      `There is no format "osmossis" to import. Did you mean "osmosis"? The formats are ${formats}, auto.`,
    ],
    [['osmosis', 'dumb.csv'], 'There is no file "dumb.csv". Did you mean "dump.csv"?'],
    [['osmosis'], 'Arguments are missing; write "aftermath import FORMAT FILE… [-o OUT [--force]]".'],
  ];
  for (const [args, sentence] of refusals) {
    it(`refuses "${args.join(' ')}" with 2 and one line`, async () => {
      assert.deepEqual(await aftermath(['import', ...args]), {
        code: 2,
        output: '',
        notes: `aftermath: ${sentence}\n`,
      });
    });
  }
});
