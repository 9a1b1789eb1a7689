/** Names that every object of JavaScript has are names like others: in each place of a model, command and format. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands } from '../../../server/src/cli/command-table.ts';
import { runs, tried } from '../../properties.ts';
import { aftermath, inFolder } from './command-line.ts';

const root = join(import.meta.dirname, '../../..');

const names = Object.getOwnPropertyNames(Object.prototype).sort();

/** Every kind of name, each by its number; numbers that differ by less than there are names stay different. */
const model = `
event ⟨0⟩(⟨1⟩: int)
machine ⟨1⟩ for pd {
  param ⟨2⟩: duration = 1s
  var ⟨3⟩: 0..3 = 0
  var ⟨9⟩: {⟨10⟩, ⟨11⟩} = ⟨10⟩
  let ⟨4⟩ = ⟨3⟩ == 1
  event ⟨5⟩
  initial state ⟨6⟩ { on ⟨0⟩(⟨8⟩) when ⟨8⟩ > 0 do { ⟨3⟩ := 1  ⟨9⟩ := ⟨11⟩ } -> ⟨7⟩ }
  state ⟨7⟩ { after ⟨2⟩ -> ⟨6⟩  on ⟨5⟩ when not ⟨4⟩ -> ⟨6⟩ }
}
policy ⟨2⟩ { pdDepth: 1 }
channel ⟨3⟩ { delay: 1s }
space ⟨4⟩ : ⟨5⟩ { resource ⟨6⟩  resource ⟨7⟩ }
pd ⟨6⟩ { manages ⟨4⟩  holds ⟨4⟩.⟨6⟩ }
pd ⟨7⟩ runs ⟨1⟩ { requests ⟨6⟩ as ⟨5⟩  holds ⟨4⟩.⟨7⟩  ⟨2⟩: 2s }
root object ⟨8⟩ {
  ⟨9⟩: "⟨10⟩"
  refers ⟨10⟩
  destroyed after ⟨10⟩ notify ⟨11⟩
  action ⟨11⟩(⟨0⟩) { log "gone" }
}
node ⟨9⟩ { pd ⟨1⟩ { refers ⟨8⟩ } }
object ⟨10⟩ { object ⟨10⟩ }
pd ⟨11⟩[2] { object ⟨11⟩ }
scenario "⟨0⟩" {
  send ⟨0⟩(1) to ⟨7⟩
  set ⟨3⟩.loss = 0
  run 1s
  expect ⟨7⟩.⟨3⟩ == 1 and ⟨7⟩ in ⟨7⟩ and ⟨7⟩.⟨9⟩ == ⟨11⟩
  expect ⟨8⟩.⟨9⟩ == "⟨10⟩"
  crash ⟨6⟩ under ⟨2⟩
  for ⟨1⟩ in pds { expect ⟨1⟩ alive or not (⟨1⟩ alive) }
}
check "⟨1⟩" { may send ⟨5⟩ to ⟨7⟩  never ⟨7⟩.⟨3⟩ > 3 }
`;

const nameAt = (rotation: number, place: number): string => names[(place + rotation) % names.length] ?? '';

/** Returns the model with other names in its places. */
const rotated = (rotation: number): string =>
  model.replace(/⟨(\d+)⟩/gu, (_, place: string) => nameAt(rotation, Number(place)));

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

/** What a command says of a fault of its own, or of an object that is no object of ours. */
const fault = /fault of Aftermath|native code|\[object|\bundefined\b|\bNaN\b/u;

describe('names that every object has', () => {
  it('are names like others in a model, for every command and format', async () => {
    for (let rotation = 0; rotation < runs(1, names.length); rotation++) {
      const name = (place: number): string => nameAt(rotation, place);
      const file = `${name(5)}.aft`;
      await inFolder({ [file]: rotated(rotation), 'main.aft': `import "${name(5)}"\n` }, async (folder) => {
        for (const args of [...commandLines(name, file), ['check', 'main.aft']]) {
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
