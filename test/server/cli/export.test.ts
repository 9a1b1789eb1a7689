/** `aftermath export`: every format, the destination of the result, and refusals. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pictureFormats } from '../../../language/src/drawing/graph/picture-formats.ts';
import { exportFormats } from '../../../language/src/interchange/export-formats.ts';
import { aftermath, fixture, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const beginnings: Readonly<Record<string, RegExp>> = {
  json: /^\{\n {2}"format": "aftermath-model",\n {2}"version": 1,/,
  dot: /^digraph /,
  // Its title is the name of the file, without its folders.
  svg: /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"[^]*?<title>[^</\\]+<\/title>/,
  mermaid: /^flowchart /,
  openpsa: /^<\?xml version="1.0" encoding="UTF-8"\?>\n<opsa-mef>\n/,
  osmosis: /^NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA\nRESOURCE_SPACE,block_SPACE_1,block,/,
};

describe('aftermath export', () => {
  for (const { name } of [...exportFormats, ...pictureFormats]) {
    it(`prints a model as ${name}, the same bytes each time`, async () => {
      const first = await aftermath(['export', name, 'wiki.aft']);
      assert.equal(first.code, 0);
      assert.match(first.output, beginnings[name] ?? /^$/);
      assert.deepEqual(await aftermath(['export', name, 'wiki.aft']), first);
    });

    it(`writes ${name} to OUT as it prints it`, async () => {
      await inFolder({ 'wiki.aft': await fixture('wiki.aft') }, async (folder) => {
        const { code, output } = await aftermath(['export', name, 'wiki.aft', '-o', 'made'], { folder });
        assert.deepEqual([code, output], [0, '']);
        const printed = await aftermath(['export', name, 'wiki.aft']);
        assert.equal(await readFile(join(folder, 'made'), 'utf8'), printed.output);
        assert.equal((await aftermath(['export', name, 'wiki.aft', '-o', 'made'], { folder })).code, 2);
        assert.equal((await aftermath(['export', name, 'wiki.aft', '-o', 'made', '--force'], { folder })).code, 0);
      });
    });
  }

  it('exports the explored states of a check, and says how many are too many', async () => {
    const text = (most: number) =>
      `machine M for pd { var n: 0..9999 = 0 initial state A { after 1s when n < ${most.toString()} do { n := n + 1 } -> B } ` +
      'state B { after 1s -> A } }\npd p runs M\ncheck "c" { fault crash up to 1 never p.n == 2 watch: [deadlock] }\ncheck "d" {}\n';
    await inFolder({ 'm.aft': text(3), 'n.aft': text(250) }, async (folder) => {
      const states = (format: string, check: string, ...more: readonly string[]) =>
        aftermath(['export', format, 'm.aft', '--check', check, ...more], { folder });
      const picture = (await states('svg', 'c')).output;
      assert.match(picture, /data-name="p A"[^]*data-name="p crashed"/);
      assert.match(picture, /✗</);
      assert.match(picture, /breaks the check\n&quot;p.n == 2&quot; can become true/);
      const { chart } = JSON.parse((await states('json', 'c', '--group', '-')).output) as {
        chart: { states: unknown[] };
      };
      assert.equal(chart.states.filter((state) => JSON.stringify(state).includes('"mark":"broken"')).length, 2);
      assert.match(
        (await states('dot', 'c')).notes,
        /states of a check cannot be exported as "dot". The formats are svg, png, mermaid, json\./,
      );
      assert.match((await states('svg', 'e')).notes, /no check "e"/);
      assert.match((await states('svg', 'c', '--group', 'q')).notes, /No entity "q" runs a machine\. Did you mean "p"/);
      const large = await aftermath(['export', 'svg', 'n.aft', '--check', 'd'], { folder });
      assert.deepEqual([large.code, large.output], [2, '']);
      assert.match(large.notes, /The check has 502 states, and at most 500 can be shown\. Reduce them/);
    });
  });

  it('finds a machine, and what runs one, without the quotes of their names', async () => {
    const text =
      "machine 'M x' for pd { initial state A { after 1s -> B } state B }\nnode n { pd 'p q' runs 'M x' }\ncheck \"c\" { }";
    await inFolder({ 'm.aft': text }, async (folder) => {
      const told = async (...more: readonly string[]) =>
        (await aftermath(['export', ...more], { folder })).output.split('\n').slice(0, 3).join();
      assert.match(await told('mermaid', 'm.aft', '--machine', 'M x'), /"'M x'"/);
      assert.match(await told('scxml', 'm.aft', '--machine', 'M x'), /name="M_x"/);
      assert.match(await told('mermaid', 'm.aft', '--check', 'c', '--group', 'p q'), /"n\.'p q' A"/);
    });
  });

  it('exports one machine as a picture, a state diagram and data, and says what it cannot', async () => {
    const text = 'machine M for pd { initial state A { on E -> B } final state B }\nevent E\npd p runs M\n';
    await inFolder({ 'm.aft': text }, async (folder) => {
      const machine = async (format: string, name = 'M') =>
        aftermath(['export', format, 'm.aft', '--machine', name], { folder });
      assert.match((await machine('svg')).output, /^<svg [^]*data-name="A"/);
      assert.match((await machine('mermaid')).output, /^stateDiagram-v2\n[^]*s0 --> s1 : on E/);
      assert.match((await machine('json')).output, /^\{\n {2}"format": "aftermath-statechart",\n {2}"version": 1,/);
      assert.match(
        (await machine('dot')).notes,
        /A machine cannot be exported as "dot". The formats are svg, png, mermaid, json, scxml\./,
      );
      assert.match((await machine('svg', 'N')).notes, /no machine "N"/);
      const chart = await machine('scxml');
      assert.match(chart.output, /<transition event="E" target="B"\/>/);
      assert.match(chart.notes, /^m\.aft: Which entities may run "M" is omitted/);
      assert.equal((await aftermath(['export', 'scxml', 'm.aft'], { folder })).output, chart.output);
      assert.match((await machine('scxml', 'N')).notes, /no machine "N"/);
    });
  });

  it('writes a check for SPIN, and names what of it is not covered', async () => {
    const lamp = [
      'event Press',
      'machine Lamp for pd {',
      '  initial state Off { on Press do { sum := sum + 1 } -> On }',
      '  state On { on Press when sum < 3 -> Off }',
      '  var sum: number = 0',
      '}',
      "pd 'a */ lamp' runs Lamp",
      'check "one" {',
      '  may send Press to lamp',
      '  clock: exact',
      '}',
    ].join('\n');
    const pds =
      'pd \'a */ b\'\npd other\ncheck "two" { eventually not other alive  fault crash up to 1 }\ncheck "three" {}';
    await inFolder({ 'lamp.aft': lamp.replace('to lamp', "to 'a */ lamp'"), 'pds.aft': pds }, async (folder) => {
      const { code, notes, output } = await aftermath(['export', 'promela', 'lamp.aft'], { folder });
      assert.deepEqual([code, output], [1, '']);
      assert.match(notes, /^lamp\.aft:5:\d+: error check\/not-exported .* not cover this: a value of type number\./m);
      assert.match(notes, /^lamp\.aft:8:\d+: error check\/not-exported .* not cover this: an exact clock\./m);

      const promela = (...rest: readonly string[]) => aftermath(['export', 'promela', 'pds.aft', ...rest], { folder });
      const two = await promela('--check', 'two');
      assert.deepEqual([two.code, two.notes, two.output.includes('a */ b')], [0, '', false]);
      const { properties, statesBefore } = parsed((await promela('--check', 'two', '--json')).output);
      assert.deepEqual([properties, statesBefore], [[{ name: 'lasting0', kind: 'eventually' }], 0]);
      assert.deepEqual(await promela('--check', 'two', '-o', 'two.pml'), { code: 0, notes: '', output: '' });
      assert.equal(await readFile(join(folder, 'two.pml'), 'utf8'), two.output);
      assert.match((await promela()).notes, /has several checks.*"two", "three"/);
      const variant = await promela('--check', 'two', '--variant', '2');
      assert.match(variant.notes, /"--variant" takes a whole number from 1 to 1; "2" is not one/);
      assert.match((await promela('--check', 'tow')).notes, /There is no check "tow" in pds.aft.* "two"/);
      assert.match(
        (await aftermath(['export', 'dot', 'pds.aft', '--check', 'two'], { folder })).notes,
        /states of a check cannot be exported as "dot"/,
      );
    });
  });

  it('gives a dump that imports as the same rows again', async () => {
    const dump = await aftermath(['export', 'osmosis', 'wiki.aft']);
    const model = await aftermath(['import', 'osmosis', '-'], { input: dump.output });
    const again = await aftermath(['export', 'osmosis', '-'], { input: model.output });
    assert.deepEqual(again.output.split('\n').sort(), dump.output.split('\n').sort());
  });

  it('names what the format cannot express, on standard error and in JSON', async () => {
    const text = await aftermath(['export', 'osmosis', 'names.aft']);
    assert.match(text.notes, /^(?:names\.aft: .+\.\n)+$/);
    const { output, notes } = await aftermath(['export', 'osmosis', 'names.aft', '--json']);
    const { leftOut, text: exported, file, format } = parsed(output);
    assert.deepEqual([notes, exported, file, format], ['', text.output, 'names.aft', 'osmosis']);
    assert.equal((leftOut as readonly string[]).map((sentence) => `names.aft: ${sentence}\n`).join(''), text.notes);
  });

  it('reports the errors of a model with 1 and writes nothing', async () => {
    await inFolder({ 'errors.aft': await fixture('errors.aft') }, async (folder) => {
      const { code, output, notes } = await aftermath(['export', 'dot', 'errors.aft', '-o', 'made.dot'], { folder });
      assert.deepEqual([code, output], [1, '']);
      assert.match(notes, /^errors\.aft:1:7: error space\/several-managers /);
      assert.deepEqual(await readdir(folder), ['errors.aft']);
    });
    const { code, output } = await aftermath(['export', 'dot', 'errors.aft', '--json']);
    assert.deepEqual([code, parsed(output).command], [1, 'export']);
  });

  it('refuses an unknown format with the known ones', async () => {
    const { code, notes } = await aftermath(['export', 'dott', 'wiki.aft']);
    assert.equal(code, 2);
    assert.equal(
      notes,
      'aftermath: There is no format "dott" to export to. Did you mean "dot"? The formats are json, dot, mermaid, osmosis, openpsa, svg, scxml, png, promela.\n',
    );
  });

  it('draws for a dark ground, whatever is drawn, titled without the folders of the file', async () => {
    const text =
      'pd a\npd b runs M { needs a }\nmachine M { initial state S { on freed -> T } state T {} }\nview "v" { include a }\nscenario "x" { crash a }\n';
    await inFolder({ 'a.aft': text }, async (folder) => {
      for (const more of [[], ['--view', 'v'], ['--machine', 'M'], ['--scenario', 'x']]) {
        const drawn = async (theme: string) => {
          const file = `../${basename(folder)}/a.aft`;
          const { output, notes } = await aftermath(['export', 'svg', file, '--theme', theme, ...more], { folder });
          assert.match(output, /^<svg[^]*?<title>[^</\\]*a\.aft[^</\\]*<\/title>/u, notes);
          return output;
        };
        const [light, dark, auto] = [await drawn('light'), await drawn('dark'), await drawn('auto')];
        assert.equal(light, (await aftermath(['export', 'svg', 'a.aft', ...more], { folder })).output);
        assert.ok(light.includes('#ffffff') && !dark.includes('#ffffff'), more.join(' '));
        assert.ok(auto.includes('prefers-color-scheme:dark'));
      }
    });
  });

  it('has a theme only where there are colours', async () => {
    const refused = async (...args: string[]) => (await aftermath(['export', ...args, '-o', 'made'])).notes;
    assert.match(await refused('dot', 'wiki.aft', '--theme', 'dark'), /Only svg and png have a theme, not dot\./);
    assert.match(await refused('png', 'wiki.aft', '--theme', 'auto'), /A PNG has the colours of one theme/);
    assert.match(
      await refused('svg', 'wiki.aft', '--theme', 'drak'),
      /There is no theme "drak"\. The themes are light, dark, auto\./,
    );
  });
});
