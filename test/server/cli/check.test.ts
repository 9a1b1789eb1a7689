/** `aftermath check`: findings as text and JSON, files that cannot be read, imports. */
import assert from 'node:assert/strict';
import { basename, dirname, join } from 'node:path';
import { aftermath, fixture, fixtures, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const managers =
  'error space/several-managers The space "store" has 2 managers: "first", "second". ' +
  'Keep one "manages", and let the other PDs hold or request the space.';

const errorLines = [
  `errors.aft:1:7: ${managers}`,
  '    errors.aft:2:20: "store" is managed by "first".',
  '    errors.aft:3:21: "store" is managed by "second".',
  'errors.aft:4:21: error name/unknown There is no space or pd "archive" here. Known here: store, first, second, third.',
];

describe('aftermath check', () => {
  it('ends with 0 and says so if there are no findings', async () => {
    assert.deepEqual(await aftermath(['check', 'wiki.aft']), { code: 0, output: '1 file: no findings\n', notes: '' });
  });

  it('ends with 0 if there are only warnings', async () => {
    const { code, output } = await aftermath(['check', 'warnings.aft']);
    assert.equal(code, 0);
    assert.match(output, /^warnings\.aft:1:7: warning space\/no-manager No PD manages the space "lonely"\. .+$/m);
    assert.match(output, /\n1 file: 2 warnings\n$/);
  });

  it('ends with 1 if there is an error, with a line for each finding and related locations below', async () => {
    const { code, output, notes } = await aftermath(['check', 'errors.aft', 'wiki.aft']);
    assert.deepEqual([code, notes], [1, '']);
    assert.deepEqual(output.split('\n'), [...errorLines, '2 files: 2 errors', '']);
  });

  it('ends with 2 if one file of several cannot be read, and reports the others', async () => {
    const { code, output, notes } = await aftermath(['check', 'wikki.aft', 'errors.aft', 'binary.aft']);
    assert.equal(code, 2);
    assert.deepEqual(output.split('\n'), [...errorLines, '1 file: 2 errors', '']);
    assert.deepEqual(notes.split('\n'), [
      'aftermath: There is no file "wikki.aft". Did you mean "wiki.aft"?',
      'aftermath: "binary.aft" is not UTF-8 text, so it is not a model.',
      '',
    ]);
  });

  it('prints nothing but the reason if no file can be read', async () => {
    const { code, output, notes } = await aftermath(['check', 'dump.csv/x']);
    assert.deepEqual([code, output, notes], [2, '', 'aftermath: There is no file "dump.csv/x".\n']);
  });

  it('reports a file once, however often and however it is named', async () => {
    const { output } = await aftermath(['check', './wiki.aft', 'wiki.aft', '../command-line/wiki.aft']);
    assert.equal(output, '1 file: no findings\n');
  });

  it('reports what an import has generated for a file along with it', async () => {
    await inFolder({ 'x.aft': 'import "x.import.aft"\n', 'x.import.aft': 'space lonely\n' }, async (folder) => {
      for (const [at, name] of [
        [folder, 'x.aft'],
        [dirname(folder), join(basename(folder), 'x.aft')],
      ] as const) {
        const { output } = await aftermath(['check', name], { folder: at });
        assert.match(output, /x\.import\.aft:1:7: warning space\/no-manager [^]*\n2 files: 1 warning\n$/u);
      }
    });
  });

  it('resolves imports from the folder of the importing file', async () => {
    const { code, output } = await aftermath(['check', 'command-line/imports-shared.aft'], {
      folder: dirname(fixtures),
    });
    assert.deepEqual([code, output], [0, '1 file: no findings\n']);
  });

  it('reports the errors of an imported file, at its path from the working directory', async () => {
    const { code, output } = await aftermath(['check', 'imports-errors.aft']);
    assert.equal(code, 1);
    assert.deepEqual(output.split('\n'), [...errorLines, '2 files: 2 errors', '']);
  });

  it('reports an error that only the importing and the imported file have together', async () => {
    const { code, output } = await aftermath(['check', 'second-manager.aft']);
    assert.equal(code, 1);
    assert.deepEqual(output.split('\n'), [
      `shared.aft:1:7: ${managers}`,
      '    shared.aft:2:20: "store" is managed by "first".',
      '    second-manager.aft:3:21: "store" is managed by "second".',
      '2 files: 1 error',
      '',
    ]);
  });

  it('omits what an imported file silences, also where only both files together have it', async () => {
    const ignored = '// aftermath-ignore space/several-managers: the second one is a spare';
    const files = {
      'shared.aft': `${ignored}\nspace store\npd first { manages store }\nspace other // no directive\npd third { manages other }\n`,
      'second.aft': 'import "shared"\n\npd second { manages store }\n',
      'both.aft': 'import "shared"\npd second { manages store, other }\n',
    };
    await inFolder(files, async (folder) => {
      const one = await aftermath(['check', 'second.aft'], { folder });
      assert.deepEqual([one.code, one.output], [0, '1 file: no findings\n']);
      const both = await aftermath(['check', 'both.aft'], { folder });
      assert.equal(both.code, 1);
      assert.match(both.output, /^shared\.aft:4:7: error space\/several-managers .+"other"/);
      assert.match(both.output, /\n2 files: 1 error\n$/);
      const crash = await aftermath(['crash', 'second.aft', 'first'], { folder });
      assert.equal(crash.code, 0);
    });
  });

  it('reports which order gives way in a teardown, with its cycle below', async () => {
    const text = 'root object app { owns net }\nroot object net { destroyed after app }\n';
    await inFolder({ 'conflict.aft': text }, async (folder) => {
      const { code, output } = await aftermath(['check', 'conflict.aft'], { folder });
      assert.equal(code, 0);
      assert.deepEqual(output.split('\n').slice(1), [
        '    conflict.aft:2:35: "net" is destroyed after "app".',
        '    conflict.aft:1:24: "app" owns "net".',
        '1 file: 1 warning',
        '',
      ]);
      assert.match(
        output,
        /^conflict\.aft:2:35: warning conflict\/ownership-order "net" is declared to be destroyed after "app", /,
      );
    });
  });

  it('reads standard input for a dash', async () => {
    const { code, output } = await aftermath(['check', '-'], { input: await fixture('errors.aft') });
    assert.equal(code, 1);
    assert.match(output, /^<stdin>:1:7: error space\/several-managers /);
  });

  it('reads models from files with any extension', async () => {
    await inFolder({ 'model.txt': await fixture('errors.aft'), MODEL: 'pd a\n' }, async (folder) => {
      const { code, output } = await aftermath(['check', 'model.txt', 'MODEL'], { folder });
      assert.equal(code, 1);
      assert.match(output, /^model\.txt:1:7: error space\/several-managers /);
      assert.match(output, /\n2 files: 2 errors\n$/);
    });
  });

  it('finds files with unusual characters in their names, and what they import', async () => {
    const files = {
      'a b#1%20ü?.aft': 'import "c d%41"\npd x { requests s }\n',
      'c d%41.aft': 'space s\npd y { manages s }\n',
    };
    await inFolder(files, async (folder) => {
      const { code, output } = await aftermath(['check', 'a b#1%20ü?.aft'], { folder });
      assert.deepEqual([code, output], [0, '1 file: no findings\n']);
    });
  });

  it('leaves control characters of the text out of its lines', async () => {
    const { output } = await aftermath(['check', '-'], { input: "pd a { requests '\u001B[31mred' }\n" });
    assert.match(output, /^<stdin>:1:17: error name\/unknown .+\n1 file: 1 error\n$/);
    assert.equal(output.includes('\u001B'), false);
  });

  it('colours severities only if the output is coloured', async () => {
    const coloured = await aftermath(['check', 'errors.aft'], { isColoured: true });
    assert.ok(coloured.output.includes('\u001B[31merror\u001B[0m'));
    const plain = await aftermath(['check', 'errors.aft']);
    assert.equal(coloured.output.replaceAll(/\u001B\[\d+m/g, ''), plain.output);
  });

  it('prints the findings, counts and unreadable files as JSON, with places from 1', async () => {
    const { code, output, notes } = await aftermath(['check', 'errors.aft', 'wiki.aft', 'none.aft', '--json']);
    assert.deepEqual([code, notes], [2, 'aftermath: There is no file "none.aft".\n']);
    const result = parsed(output);
    assert.deepEqual(result.counts, { errors: 2, warnings: 0, information: 0, hints: 0 });
    assert.deepEqual(result.unreadable, [{ file: 'none.aft', message: 'There is no file "none.aft".' }]);
    const place = (line: number, column: number, endColumn: number) => ({ line, column, endLine: line, endColumn });
    assert.deepEqual(result.files, [
      {
        file: 'errors.aft',
        findings: [
          {
            code: 'space/several-managers',
            severity: 'error',
            message: managers.slice('error space/several-managers '.length),
            ...place(1, 7, 12),
            related: [
              { message: '"store" is managed by "first".', file: 'errors.aft', ...place(2, 20, 25) },
              { message: '"store" is managed by "second".', file: 'errors.aft', ...place(3, 21, 26) },
            ],
          },
          {
            code: 'name/unknown',
            severity: 'error',
            message: 'There is no space or pd "archive" here. Known here: store, first, second, third.',
            ...place(4, 21, 28),
            related: [],
          },
        ],
      },
      { file: 'wiki.aft', findings: [] },
    ]);
  });
});
