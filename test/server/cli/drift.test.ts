/** `aftermath drift`: what differs, which answers change by it, exit codes, refusals. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const before = `services:
  api:
    image: api
  db:
    image: postgres
`;
const after = `services:
  api:
    image: api
    network_mode: service:db
  db:
    image: postgres
`;
const files = { 'compose.yaml': before, 'now.yaml': after };
const importing = ['import', 'compose', 'compose.yaml', '-o', 'shop.aft'];

describe('aftermath drift', () => {
  it('accepts its own source without a message, exits with 0, and writes nothing', async () => {
    await inFolder(files, async (folder) => {
      await aftermath(importing, { folder });
      const names = await readdir(folder);
      const { code, output, notes } = await aftermath(['drift', 'shop.aft', 'compose.yaml'], { folder });
      assert.deepEqual([code, output, notes], [0, 'shop.aft agrees with the system\n', '']);
      const json = parsed((await aftermath(['drift', 'shop.aft', 'compose.yaml', '--json'], { folder })).output);
      assert.deepEqual([json.model, json.format, json.drifts, json.changes], ['shop.aft', 'compose', [], []]);
      assert.deepEqual(await readdir(folder), names);
    });
  });

  it('says what differs with both places, and which answers change, with 1', async () => {
    await inFolder(files, async (folder) => {
      await aftermath(importing, { folder });
      const { code, output } = await aftermath(['drift', 'shop.aft', 'now.yaml'], { folder });
      assert.equal(code, 1);
      assert.match(output, /^How the system differs from shop\.aft\n\nMissing in the system\n/);
      assert.match(
        output,
        /\n {2}"api" needs "db" is new in the system\.\n {6}shop\.import\.aft:6:4: "api" in the model\n {6}now now\.yaml:4: network_mode: service:db\n/,
      );
      assert.match(
        output,
        /\nWorse\n {2}destruction of db now destroys api\n[^]*\n {2}crash of db now breaks api\n {6}next shop\.import\.aft:\d+:\d+: "db" crashed\n/,
      );
      assert.match(output, /\n\d+ missing, \d+ new, 0 changed, \d+ answers? changes?\n$/u);
      const json = parsed((await aftermath(['drift', 'shop.aft', 'now.yaml', '--json'], { folder })).output);
      const drifts = json.drifts as readonly { readonly text: string; readonly now?: { readonly line: number } }[];
      assert.ok(drifts.some(({ text, now }) => text.startsWith('"api" needs "db"') && now?.line === 4));
      const changes = json.changes as readonly { readonly text: string }[];
      assert.ok(changes.some(({ text }) => text === 'crash of db now breaks api'));
    });
  });

  it('counts answers of what was written by hand, which itself is no drift', async () => {
    await inFolder(files, async (folder) => {
      await aftermath(importing, { folder });
      const own =
        'import "shop.import.aft"\npd watch { needs api }\nscenario "api stays" { crash db expect not (api broken) }\n';
      await writeFile(join(folder, 'shop.aft'), own);
      assert.equal((await aftermath(['drift', 'shop.aft', 'compose.yaml'], { folder })).code, 0);
      const { output } = await aftermath(['drift', 'shop.aft', 'now.yaml'], { folder });
      assert.match(output, /scenario "api stays" fails now/);
      assert.match(output, /crash of db now breaks api and watch/);
      const quick = await aftermath(['drift', 'shop.aft', 'now.yaml', '--quick'], { folder });
      assert.doesNotMatch(quick.output, /scenario/);
    });
  });

  it('compares a model without origins as a whole, in the format that is named or found', async () => {
    const hand = 'root object project : project\npd api : service\n';
    await inFolder({ ...files, 'hand.aft': hand }, async (folder) => {
      const { code, output, notes } = await aftermath(['drift', 'hand.aft', 'compose.yaml'], { folder });
      assert.equal(code, 1);
      assert.match(output, /The pd "db" is new in the system\./);
      assert.match(notes, /^Read as compose because /);
      const named = await aftermath(['drift', 'hand.aft', 'compose.yaml', '--format', 'compose'], { folder });
      assert.deepEqual([named.output, named.notes], [output, '']);
    });
  });

  it('compares the machines of state charts, none of which is your own or of a library', async () => {
    const chart = (name: string, more: string): string =>
      `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="${name}" initial="off">
  <state id="off"><transition event="press" target="lit"/></state>
  <state id="lit"><transition event="press" target="off"/>${more}</state>
</scxml>
`;
    const charts = {
      'lamp.scxml': chart('Lamp', ''),
      'bulb.scxml': chart('Bulb', ''),
      'other.scxml': chart('Lamp', '<transition event="smash" target="off"/>'),
    };
    await inFolder(charts, async (folder) => {
      await aftermath(['import', 'scxml', 'lamp.scxml', '-o', 'home.aft'], { folder });
      const own = `import "home.import.aft"
import "std/lease"
machine Mine { initial state Here }
pd lamp runs Lamp
scenario "it lights" { send press to lamp  expect lamp in lit }
`;
      await writeFile(join(folder, 'home.aft'), own);
      const same = await aftermath(['drift', 'home.aft', 'lamp.scxml'], { folder });
      assert.deepEqual([same.code, same.output, same.notes], [0, 'home.aft agrees with the system\n', '']);
      const changed = await aftermath(['drift', 'home.aft', 'other.scxml'], { folder });
      assert.match(
        changed.output,
        /^ {2}The machine "Lamp" has changed in the system\.\n {6}home\.import\.aft:6:9: /mu,
      );
      assert.match(changed.output, /\n0 missing, 0 new, 1 changed, /u);
      await writeFile(join(folder, 'home.aft'), 'import "home.import.aft"\n');
      const { output } = await aftermath(['drift', 'home.aft', 'bulb.scxml'], { folder });
      assert.match(output, /Missing in the system\n {2}The machine "Lamp" is missing in the system\./u);
      assert.match(output, /New in the system\n {2}The machine "Bulb" is new in the system\./u);
      assert.match(output, /\n1 missing, 1 new, 0 changed, /u);
    });
    const unit = (restart: string): string => `[Service]\nExecStart=/bin/a\n${restart}`;
    const units = { 'old/a.service': unit(''), 'new/a.service': unit('Restart=always\n') };
    await inFolder(units, async (folder) => {
      await aftermath(['import', 'systemd', 'old', '-o', 'host.aft'], { folder });
      const { output } = await aftermath(['drift', 'host.aft', 'new'], { folder });
      assert.match(output, /The pd "systemd" is new in the system/u);
      assert.doesNotMatch(output, /machine/u);
    });
  });

  it('reports errors of either side with 1, and refuses wrong use with 2', async () => {
    await inFolder({ ...files, 'bad.yaml': 'services: [', 'bad.aft': 'pd', 'note.txt': 'x' }, async (folder) => {
      await aftermath(importing, { folder });
      const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
        [['shop.aft', 'bad.yaml'], 1, /^bad\.yaml:1:\d+: error import\/.+\nNo result: 1 error\n$/],
        [['bad.aft', 'compose.yaml'], 1, /^bad\.aft:.+\nNo result: 1 error\n$/],
        [['shop.aft', 'none.yaml'], 2, /^aftermath: There is no file "none\.yaml"/],
        [['none.aft', 'now.yaml'], 2, /^aftermath: There is no file "none\.aft"/],
        [['shop.aft', 'now.yaml', '--format', 'compos'], 2, /^aftermath: There is no format "compos".+"compose"/],
        [['shop.aft', 'note.txt', '--format', 'auto'], 2, /^aftermath: The content of "note\.txt" is in none of /],
        [['shop.aft'], 2, /^aftermath: Arguments are missing/],
      ];
      for (const [args, wanted, sentence] of cases) {
        const { code, output, notes } = await aftermath(['drift', ...args], { folder });
        assert.deepEqual([code, output], [wanted, ''], notes);
        assert.match(notes, sentence);
      }
      const json = parsed((await aftermath(['drift', 'shop.aft', 'bad.yaml', '--json'], { folder })).output);
      assert.deepEqual([json.command, json.drifts], ['drift', undefined]);
    });
  });

  it('asks which of several imported files is meant', async () => {
    await inFolder({ ...files, 'both.aft': 'import "shop.aft"\nimport "two.aft"\n' }, async (folder) => {
      await aftermath(importing, { folder });
      await writeFile(join(folder, 'two.yaml'), 'services: { other: { image: x, network_mode: none } }\n');
      await writeFile(join(folder, 'two.aft'), 'pd other //@ two.yaml:1: other\n');
      const { code, notes } = await aftermath(['drift', 'both.aft', 'now.yaml'], { folder });
      assert.equal(code, 2);
      assert.match(
        notes,
        /^aftermath: "both\.aft" has several imported files, "shop\.import\.aft" and "two\.aft"\. Name/,
      );
    });
  });
});
