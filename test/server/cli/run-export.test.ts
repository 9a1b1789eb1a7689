/** `aftermath export` of a run: a scenario or a trace, over time. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';

const model = `event Go
machine Worker for pd {
  var done: 0..9 = 0
  initial state Free { on Go -> Busy }
  state Busy { after 1s do { done := done + 1 } -> Free }
}
pd ann runs Worker
scenario "one task" { send Go to ann run 2s expect ann.done == 1 }
scenario "many" { run 1s }
`;
const clock = `machine Clock for pd { initial state A { after 1s -> A } }
pd clock runs Clock
scenario "long" { run 5000s }
`;

const inModel = (work: (folder: string) => Promise<void>): Promise<void> =>
  inFolder({ 'a.aft': model, 'clock.aft': clock }, work);

describe('aftermath export of a run', () => {
  it('draws lanes, messages and numbers as SVG', () =>
    inModel(async (folder) => {
      const { code, output, notes } = await aftermath(['export', 'svg', 'a.aft', '--scenario', 'one task'], { folder });
      assert.deepEqual([code, notes], [0, '']);
      for (const part of [
        'data-lane="ann"',
        'data-bar="Busy"',
        'data-arrow="Go"',
        'data-chart="ann.done"',
        '<title>a.aft: one task',
      ])
        assert.ok(output.includes(part), part);
    }));

  it('writes a sequence diagram of Mermaid, and JSON', () =>
    inModel(async (folder) => {
      const mermaid = await aftermath(['export', 'mermaid', 'a.aft', '--scenario', 'one task'], { folder });
      assert.match(mermaid.output, /^sequenceDiagram\n {2}participant outside[^]*Note over p0: Busy/);
      const { output } = await aftermath(
        ['export', 'json', 'a.aft', '--scenario', 'one task', '--from', '2', '--to', '4'],
        { folder },
      );
      const { format, ticks, lanes } = JSON.parse(output) as {
        readonly format: string;
        readonly ticks: readonly { readonly step: number }[];
        readonly lanes: readonly { readonly name: string }[];
      };
      assert.equal(format, 'aftermath-sequence');
      assert.deepEqual(
        ticks.map(({ step }) => step),
        [2, 3, 4],
      );
      assert.deepEqual(
        lanes.map(({ name }) => name),
        ['ann'],
      );
    }));

  it('draws what a trace records, and no more', () =>
    inModel(async (folder) => {
      const saved = await aftermath(
        ['simulate', 'a.aft', '--scenario', 'one task', '--steps', '3', '--save', 't.json'],
        { folder },
      );
      assert.equal(
        (JSON.parse(await readFile(join(folder, 't.json'), 'utf8')) as { steps: number }).steps,
        3,
        saved.notes,
      );
      const { output, code, notes } = await aftermath(['export', 'json', 'a.aft', '--trace', 't.json'], { folder });
      assert.equal(code, 0, notes);
      assert.equal((JSON.parse(output) as { end: { step: number } }).end.step, 3);
      const over = ['export', 'json', 'a.aft', '--trace', 't.json', '-o', 't.json', '--force'];
      assert.match((await aftermath(over, { folder })).notes, /"t\.json" is the file that is read/);
    }));

  it('says what it does not draw', () =>
    inModel(async (folder) => {
      const { notes, output } = await aftermath(['export', 'json', 'clock.aft', '--scenario', 'long'], { folder });
      assert.match(notes, /The run continues after step 999/);
      assert.equal((JSON.parse(output) as { ticks: unknown[] }).ticks.length, 1000);
    }));

  it('refuses what is not a run, no step and no format of a run', () =>
    inModel(async (folder) => {
      const refused = async (...words: readonly string[]): Promise<string> => {
        const { code, notes } = await aftermath(['export', ...words], { folder });
        assert.equal(code, 2, notes);
        return notes;
      };
      assert.match(
        await refused('dot', 'a.aft', '--scenario', 'one task'),
        /svg, png, mermaid, json; "dot" is for models/,
      );
      assert.match(await refused('svg', 'a.aft', '--scenario', 'none'), /no scenario "none"/);
      assert.match(await refused('svg', 'a.aft', '--from', '3'), /Choose a run/);
      assert.match(await refused('svg', 'a.aft', '--scenario', 'many', '--from', '99'), /no step 99/);
      const backwards = ['--scenario', 'many', '--from', '5', '--to', '2'];
      assert.match(await refused('svg', 'a.aft', ...backwards), /--from 5 comes after --to 2; exchange them\./);
      assert.match(await refused('svg', 'a.aft', '--scenario', 'many', '--trace', 't.json'), /either/);
      assert.match(await refused('svg', 'a.aft', '--trace', 'a.aft'), /not a trace/);
    }));
});
