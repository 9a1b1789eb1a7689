/** `aftermath import -o x.aft` again: what is generated is refreshed, what a person wrote is never touched. */
import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const project = `services:
  web:
    image: web
    depends_on: [db]
  db:
    image: postgres
`;
const args = ['import', 'compose', 'compose.yaml', '-o', 'shop.aft'];

describe('aftermath import, again', () => {
  it('refreshes the generated file without --force, and leaves the other one as it is', async () => {
    await inFolder({ 'compose.yaml': project }, async (folder) => {
      assert.equal((await aftermath(args, { folder })).code, 0);
      assert.deepEqual((await readdir(folder)).sort(), ['compose.yaml', 'shop.aft', 'shop.import.aft']);
      const mine = `${await readFile(join(folder, 'shop.aft'), 'utf8')}web needs db\n`;
      await writeFile(join(folder, 'shop.aft'), mine);
      await writeFile(join(folder, 'compose.yaml'), `${project}  cache:\n    image: redis\n`);
      for (const out of ['shop.aft', 'shop.import.aft']) {
        const { code, notes } = await aftermath([...args.slice(0, -1), out, '--force'], { folder });
        assert.deepEqual([code, notes], [0, 'shop.import.aft: 5 entities and 15 relations, no findings\n']);
        assert.equal(await readFile(join(folder, 'shop.aft'), 'utf8'), mine);
        assert.match(await readFile(join(folder, 'shop.import.aft'), 'utf8'), /^pd cache /m);
      }
      const { output } = await aftermath(['crash', 'shop.aft', 'db', '--json'], { folder });
      assert.match(output, /"web\\" needs \\"db/);
    });
  });

  it('names what is gone, and what in the other file refers to it, with 1', async () => {
    await inFolder({ 'compose.yaml': project }, async (folder) => {
      await aftermath(args, { folder });
      await writeFile(join(folder, 'shop.aft'), 'import "shop.import.aft"\nweb needs db\n');
      await writeFile(join(folder, 'compose.yaml'), project.replaceAll('db', 'store'));
      const { code, notes } = await aftermath(args, { folder });
      assert.equal(code, 1);
      const [, gone, finding, last] = notes.split('\n');
      assert.equal(gone, 'No longer there since the last import: db');
      assert.match(finding ?? '', /^shop\.aft:2:11: error name\/unknown There is no pd.+ "db" here\./);
      assert.equal(last, 'shop.aft: left as it is, 1 error');
      const json = parsed((await aftermath([...args, '--json'], { folder })).output);
      assert.deepEqual([json.out, json.own, json.ownState, json.gone], ['shop.import.aft', 'shop.aft', 'kept', []]);
      assert.deepEqual(json.counts, { errors: 1, warnings: 0, information: 0, hints: 0 });
    });
  });

  it('gives what is still there the same name, whatever is added before it', async () => {
    await inFolder({ 'compose.yaml': project }, async (folder) => {
      await aftermath(args, { folder });
      const names = async (): Promise<string[]> =>
        [...(await readFile(join(folder, 'shop.import.aft'), 'utf8')).matchAll(/^(?:root )?(?:pd|object) (\S+)/gm)].map(
          ([, name = '']) => name,
        );
      const before = await names();
      const more = ['project', 'project_2', 'networks', 'a'].map((name) => `  ${name}:\n    image: x\n`).join('');
      await writeFile(join(folder, 'compose.yaml'), project.replace('services:\n', `services:\n${more}`));
      await aftermath(args, { folder });
      const after = await names();
      assert.ok(before.length === 4 && after.length === 8);
      assert.deepEqual(
        before.filter((name) => !after.includes(name)),
        [],
      );
    });
  });

  it('keeps the names of entities with ids, as others of their name come and go', async () => {
    const head = 'NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA\n';
    const row = (id: string, name = 'app'): string => `PD,PD_${id},${name},,,,\n`;
    const dump = ['import', 'osmosis', 'dump.csv', '-o', 'd.aft'];
    await inFolder({ 'dump.csv': head + row('5') }, async (folder) => {
      const named = async (rows: string): Promise<string[]> => {
        await writeFile(join(folder, 'dump.csv'), head + rows);
        const drift = await aftermath(['drift', 'd.aft', 'dump.csv'], { folder });
        const { code, notes } = await aftermath(dump, { folder });
        assert.equal(code, 0, notes);
        assert.equal((await aftermath(['drift', 'd.aft', 'dump.csv'], { folder })).code, 0);
        const text = await readFile(join(folder, 'd.import.aft'), 'utf8');
        assert.equal(drift.output.includes('Missing in'), notes.includes('No longer there'), drift.output + notes);
        return [...text.matchAll(/^pd (\S+) \{.*\n {2}id: "PD_(\d)"|^pd (\S+) \{ id: "PD_(\d)"/gm)]
          .map(([, name, id, short, other]) => `${name ?? short ?? ''} ${id ?? other ?? ''}`)
          .sort();
      };
      await aftermath(dump, { folder });
      assert.deepEqual(await named(row('5')), ['app 5']);
      assert.deepEqual(await named(row('4') + row('5')), ['app 5', 'app_4 4']);
      assert.deepEqual(await named(row('4') + row('6')), ['app_4 4', 'app_6 6']);
      assert.deepEqual(await named(row('6')), ['app_6 6']);
      assert.deepEqual(await named(row('6') + row('7', 'app_6')), ['app_6 6', 'app_6_2 7']);
    });
  });

  it('refuses to replace a file that no import made, and says if the other one does not import it', async () => {
    const files = { 'compose.yaml': project, 'shop.import.aft': 'pd mine\n', 'shop.aft': 'pd kept\n' };
    await inFolder(files, async (folder) => {
      const refused = await aftermath(args, { folder });
      assert.deepEqual([refused.code, refused.output], [2, '']);
      assert.match(refused.notes, /"shop\.import\.aft" is already there/);
      assert.equal(await readFile(join(folder, 'shop.import.aft'), 'utf8'), 'pd mine\n');
      const { code, notes } = await aftermath([...args, '--force'], { folder });
      assert.equal(code, 0);
      assert.match(notes, /\nshop\.aft: left as it is, and does not import the generated file\n$/);
      assert.equal(await readFile(join(folder, 'shop.aft'), 'utf8'), 'pd kept\n');
    });
  });
});
