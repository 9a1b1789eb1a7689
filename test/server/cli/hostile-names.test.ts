/**
 * The names of properties that every JavaScript object has are ordinary names: in each place of a model, command and
 * format.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands } from '../../../server/src/cli/command-table.ts';
import { runs, tried } from '../../properties.ts';
import { fault, nameAt, names, rotated } from '../hostile-model.ts';
import { aftermath, inFolder } from './command-line.ts';

const root = join(import.meta.dirname, '../../..');

/** Imports the model, and collects; no export to Promela has that. */
const collecting = (name: (place: number) => string): string =>
  `import "${name(5)}"\ncollector ${name(5)} { period: 1s }\nscenario "${name(1)}" { set ${name(5)}.period = 2s }\n`;

const ofMain = [
  ['check', 'main.aft'],
  ['test', 'main.aft'],
  ['format', '--check', 'main.aft'],
  ...['json', 'dot', 'mermaid', 'svg'].map((format) => ['export', format, 'main.aft']),
];

/** Command lines over the model, with the exit codes that they may have. */
function commandLines(name: (place: number) => string, file: string): readonly (readonly string[])[] {
  const formats = ['json', 'dot', 'mermaid', 'osmosis', 'svg'];
  const ofRun = ['svg', 'mermaid', 'json'];
  return [
    ['check', file],
    ['check', file, '--json'],
    ['check', file, '--sarif'],
    ['crash', file, name(6), '--policy', name(2)],
    ['crash', file, name(9), '--json'],
    ['plan', file, '--crash', name(6), '--diff', file],
    ['plan', file, '--destroy', name(4), '--policy', name(2), '--json'],
    ['plan', file, '--remove', name(8)],
    ['plan', file, '--delete', name(8), '--svg'],
    ['plan', file, '--collect', 'after'],
    ['plan', file, '--since', file],
    ['why', file, name(7), '--crash', name(6)],
    ['matrix', file],
    ['matrix', file, '--json'],
    ['metrics', file, name(6), name(7)],
    ['points', file, '--policy', name(2)],
    ['test', file],
    ['test', file, '--junit', 'results.xml'],
    ['simulate', file, '--scenario', name(0), '--save', 'run.json'],
    ['replay', 'run.json', file],
    ['simulate', file, '--random', '--steps', '50', '--json'],
    ['simulate', file, '--random', '--steps', '50', '--runs', '3'],
    ['simulate', file, '--scenario', name(0), '--until', `${name(7)}.${name(3)} == 1`],
    ['verify', file],
    ['verify', file, '--json'],
    ['format', file],
    ...formats.map((format) => ['export', format, file]),
    ...ofRun.flatMap((format) => [
      ['export', format, file, '--machine', name(1)],
      ['export', format, file, '--scenario', name(0)],
      ['export', format, file, '--trace', 'run.json'],
    ]),
    ['export', 'promela', file, '--check', name(1)],
    ['export', 'osmosis', file, '-o', 'dump.csv', '--force'],
    ['export', 'png', file, '-o', `${name(3)}.png`, '--force'],
    ['import', 'osmosis', 'dump.csv', '-o', `${name(0)}.aft`, '--force'],
    ['check', `${name(0)}.aft`],
  ];
}

const kubernetes = (name: (place: number) => string): string =>
  JSON.stringify([
    { kind: 'Namespace', apiVersion: 'v1', metadata: { name: name(0) } },
    ...[1, 2, 3].map((place) => ({
      apiVersion: `${name(place)}/v1`,
      kind: name(place),
      metadata: {
        ...{ name: name(place + 1), namespace: name(0), uid: name(place), finalizers: [name(place + 2)] },
        labels: JSON.parse(`{"${name(place)}": "${name(place)}"}`) as unknown,
        ownerReferences: [{ apiVersion: 'v1', kind: name(place - 1), name: name(place), uid: name(place - 1) }],
      },
    })),
  ]);

describe('names that every object has', () => {
  it('are names like others in a model, for every command and format', async () => {
    for (let rotation = 0; rotation < runs(1, names.length); rotation++) {
      const name = (place: number): string => nameAt(rotation, place);
      const file = `${name(5)}.aft`;
      await inFolder({ [file]: rotated(rotation), 'main.aft': collecting(name) }, async (folder) => {
        for (const args of [...commandLines(name, file), ...ofMain]) {
          const { code, output, notes } = await aftermath(args, { folder });
          assert.doesNotMatch(`${output}${notes}`, fault, args.join(' '));
          assert.ok(code === 0, `${args.join(' ')}: ${String(code)}\n${output}${notes}`);
          tried('command lines', 1);
        }
      });
    }
  });

  it('are names like others in what is imported from Kubernetes', async () => {
    for (let rotation = 0; rotation < runs(2, names.length); rotation++) {
      const text = kubernetes((place) => nameAt(rotation, place));
      await inFolder({ 'objects.json': text, 'objects.yaml': text }, async (folder) => {
        for (const file of ['objects.json', 'objects.yaml']) {
          const { code, output, notes } = await aftermath(['import', 'kubernetes', file], { folder });
          assert.doesNotMatch(`${output}${notes}`, fault);
          assert.equal(code, 0, notes);
          await writeFile(join(folder, 'made.aft'), output);
          const checked = await aftermath(['check', 'made.aft'], { folder });
          assert.doesNotMatch(checked.output, / error /u);
        }
      });
    }
  });

  it('are no commands, options, formats, policies, scenarios, findings or settings', async () => {
    const good = { 'a.aft': 'pd a\nscenario "s" { crash a }\ncheck "c" { never a crashed }\n' };
    for (const name of ['__proto__', 'constructor', ...names].slice(0, runs(2, names.length + 2))) {
      const settings = `{"severities": {"${name}": "error"}, "${name}": 1}`;
      await inFolder({ ...good, 'b.aft': 'pd b\n' }, async (folder) => {
        const lines = [
          ...[[name], ['help', name], [`--${name}`], ['import', name, 'a.aft'], ['export', name, 'a.aft']],
          ...commands.map((command) => [command.name, 'a.aft', `--${name}`]),
          ...[
            ['crash', 'a.aft', name],
            ['crash', 'a.aft', 'a', '--policy', name],
            ['points', 'a.aft', '--policy', name],
          ],
          ...[
            ['plan', 'a.aft', '--destroy', name],
            ['plan', 'a.aft', '--delete', 'a', '--deletion', name],
          ],
          ...[
            ['simulate', 'a.aft', '--scenario', name],
            ['export', 'svg', 'a.aft', '--machine', name],
          ],
          ...[
            ['matrix', 'a.aft', '--sort', name],
            ['simulate', 'a.aft', '--random', '--fault', `${name}:1`],
          ],
          ...[
            ['simulate', 'a.aft', '--random', '--check', name],
            ['why', 'a.aft', name, '--crash', 'a'],
          ],
        ];
        for (const args of lines) {
          const { code, output, notes } = await aftermath(args, { folder });
          assert.deepEqual([code, output], [2, ''], `${args.join(' ')}\n${notes}`);
          assert.doesNotMatch(notes, fault, args.join(' '));
          assert.ok(notes.includes(name), `${args.join(' ')}\n${notes}`);
        }
        await mkdir(join(folder, 'sub'));
        await writeFile(join(folder, 'sub/.aftermath.json'), settings);
        await writeFile(join(folder, 'sub/c.aft'), 'pd c\n');
        const { code, output } = await aftermath(['check', 'sub/c.aft'], { folder });
        assert.equal(code, 1);
        assert.equal(output.match(/error project\/setting/gu)?.length, 2, output);
        assert.equal(await readFile(join(folder, 'a.aft'), 'utf8'), good['a.aft']);
      });
    }
  });

  it('are in no table of words', () => {
    const sources = ['language/src', 'server/src', 'client/src', 'client/webview'].flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !file.includes('generated')),
    );
    assert.ok(sources.length > 500);
    const table = /const \w+: (?:Readonly<|Partial<)*Record<string, .*> = \{(?!\s*\}|\s*\.\.\.)/gu;
    for (const file of sources) {
      const found = readFileSync(join(root, file), 'utf8').match(table);
      assert.equal(found, null, `${file}: make this table with tableOf, else it has rows such as "constructor"`);
    }
  });
});
