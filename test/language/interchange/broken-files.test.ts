/**
 * Files of each format that can be imported, broken in 200 ways each, and files that are no such thing: a model or clear
 * sentences, and no waiting. One table for all importers: a format without a row fails.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { importFormats } from '../../../language/src/interchange/import-formats.ts';
import { printImported } from '../../../language/src/interchange/print-imported.ts';
import { assertWithin } from '../../within.ts';
import { shop as composeShop } from './compose/projects.ts';
import { fixture } from './fixture.ts';
import { errorsIn, loadPrinted } from './load-printed.ts';
import { mutatedTexts } from './mutated.ts';
import { pump } from './scxml/charts.ts';
import { shopUnits } from './systemd/shop-units.ts';
import { shop as terraformShop } from './terraform/projects.ts';

const show = ['a', 'b', 'c'].map((name, index) => `Id=${name}.service\nNames=${name}.service\nRequires=${'abc'[index + 1] ?? 'a'}.service\nAfter=${'abc'[index + 1] ?? 'a'}.service basic.target\nLoadState=loaded\nActiveState=active\nDescription=The ${name}\n`).join('\n'); // oxfmt-ignore
const dump = readFileSync(new URL('systemd/fixtures/web.txt', import.meta.url), 'utf8').slice(0, 4000);
const units = shopUnits.map(({ text }) => text).join('');
const cluster = (file: string): string => fixture(`../../../fixtures/kubernetes/${file}`);
const resource = (address: string, on: readonly string[]): object => ({ address, mode: 'managed', type: 'x', name: address.slice(2), depends_on: on, values: {} }); // oxfmt-ignore
const state = JSON.stringify(
  {
    format_version: '1.0',
    terraform_version: '1.9.0',
    values: { root_module: { resources: [resource('x.a', []), resource('x.b', ['x.a']), resource('x.c', ['x.b'])] } },
  },
  undefined,
  1,
);
const system = `<?xml version="1.0"?>
<system>
  <memory_region name="ring" size="0x1000"/>
  <protection_domain name="driver" priority="200">
    <program_image path="driver.elf"/>
    <map mr="ring" vaddr="0x4000000" perms="rw" cached="false"/>
    <irq irq="33" id="1"/>
    <protection_domain name="child" id="2"><program_image path="child.elf"/></protection_domain>
  </protection_domain>
  <protection_domain name="client" priority="100">
    <program_image path="client.elf"/>
    <map mr="ring" vaddr="0x4000000" perms="r"/>
  </protection_domain>
  <channel><end pd="client" id="1" pp="true"/><end pd="driver" id="2"/></channel>
</system>
`;
const murano = JSON.stringify(
  {
    Objects: {
      '?': { id: 'env', type: 'io.murano.Environment', dependencies: { onDestruction: [] } },
      name: 'shop',
      applications: [
        { '?': { id: 'web', type: 'io.murano.apps.Web' }, database: 'db', port: 80 },
        { '?': { id: 'db', type: 'io.murano.apps.Db' }, instance: { '?': { id: 'vm', type: 'io.murano.Vm' } } },
      ],
    },
    Attributes: [],
  },
  undefined,
  1,
);

/** Good texts of a format by the names of their files. The second part is of another form of the same. */
const samples: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  osmosis: [['dump.csv', fixture('hex-ids.csv')]],
  terraform: [['main.tf', terraformShop['main.tf']], ['state.json', state]],
  murano: [['env.json', murano]],
  kubernetes: [['shop.yaml', cluster('shop.yaml')], ['releases.yaml', cluster('releases.yaml')]],
  compose: [['compose.yaml', composeShop]],
  systemd: [['units.txt', show], ['dump.txt', dump], ['a.service', units]],
  microkit: [['net.system', system]],
  scxml: [['pump.scxml', pump]],
}; // oxfmt-ignore

const aliases = ['a: &a [x,x,x,x,x,x,x,x,x]', ...Array.from('bcdefghij', (name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'.charAt(index)}`).join(',')}]`)].join('\n'); // oxfmt-ignore
const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from('bcdefghij', (name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'.charAt(index)};`.repeat(10)}">`).join('')}]>`; // oxfmt-ignore

/** Texts that no format has a model for. */
const foreign: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['blanks', ' \n\n'],
  ['a letter', 'Dear colleague,\nplease find the system attached.\n'],
  ['bytes', '\u0000\u0001\uFFFD\u007F'.repeat(500)],
  ['brackets without an end', '['.repeat(10_000)],
  ['objects in objects', '{"a":'.repeat(10_000)],
  ['elements in elements', '<a>'.repeat(10_000)],
  ['aliases that multiply', `${aliases}\n`],
  ['XML entities that multiply', `${entities}<system>&j;</system>`],
  ['XML entities in a chart', `${entities}<scxml>&j;</scxml>`],
  ['another format', '{"openapi": "3.1.0", "info": {"title": "x", "version": "9"}, "paths": {}}'],
];

const run = (format: string, name: string, text: string) => {
  const found = importFormats.find((each) => each.name === format);
  assert.ok(found);
  return found.run([{ name, uri: `test:/${name}`, text }]);
};

const assertClear = (findings: ReturnType<typeof run>['findings'], about: string): void => {
  for (const { message } of findings) assert.match(message, /^[^]{10,1000}\.$/, about);
};

describe('files that are broken', () => {
  it('are tried for every format that can be imported', () => {
    assert.deepEqual(Object.keys(samples), importFormats.map(({ name }) => name)); // oxfmt-ignore
  });

  for (const [format, texts] of Object.entries(samples))
    for (const [name, text] of texts)
      it(`give a model that can be loaded, or clear sentences: 200 of ${format}, as ${name}`, async () => {
        assert.ok(run(format, name, text).value !== undefined);
        let [models, refused] = [0, 0];
        for (const broken of mutatedTexts(text)) {
          const { value, findings } = run(format, name, broken);
          assertClear(findings, broken);
          const isRefused = findings.some(({ severity }) => severity === 'error');
          assert.ok(value !== undefined || isRefused, broken);
          if (value === undefined) refused += 1;
          else if (models++ % 20 === 0) assert.deepEqual(errorsIn(await loadPrinted(printImported(value))), [], broken);
        }
        assert.ok(models > 3 && models + refused === 200, `${String(models)} models, ${String(refused)} refused`);
      });

  it('may say everything twice: the first of each name counts, or the file is refused', async () => {
    for (const [format, texts] of Object.entries(samples))
      for (const [name, text] of texts) {
        const { value, findings } = run(format, name, `${text}\n${text}`);
        assertClear(findings, format);
        assert.ok(value !== undefined || findings.some(({ severity }) => severity === 'error'), format);
        if (value !== undefined) assert.deepEqual(errorsIn(await loadPrinted(printImported(value))), [], format);
      }
  });

  it('are refused in one clear sentence if they are something else', () => {
    for (const [format, [sample]] of Object.entries(samples))
      for (const name of sample === undefined ? [] : [sample[0]])
        for (const [what, text] of foreign) {
          const before = process.cpuUsage();
          const { value, findings } = run(format, name, text);
          const about = `${what} as ${name}: ${findings.map(({ message }) => message).join(' ')}`;
          assert.equal(value, undefined, about);
          assert.deepEqual(findings.map(({ severity }) => severity), ['error'], about); // oxfmt-ignore
          assertClear(findings, about);
          assertWithin(2, before, about);
        }
  });

  it('are refused in one sentence, and at once, if there is far too much of them', () => {
    const far = 'x: y\n'.repeat(21_000_000);
    for (const { name } of importFormats) {
      const before = process.cpuUsage();
      const { value, findings } = run(name, 'file', far);
      assert.deepEqual([value, findings.length], [undefined, 1], name);
      assert.match(findings[0]?.message ?? '', /^[^]{10,400}\.$/);
      assertWithin(3, before, name);
    }
  });
});
