/**
 * The architecture rules: who may import whom, no cycles, short files, no barrels. The same checker first runs on a bad
 * tree, because a gate counts only after it has been seen to fail.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkArchitecture, zoneOf } from './check.ts';
import { readSources } from './sources.ts';
import { means, zones } from './zones.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['language', 'server', 'client', 'test'];

/** Folders that a later part of the work fills. */
const mayBeEmpty = new Set(['library/.']);

describe('the architecture', () => {
  const sources = readSources(root, folders);

  it('is kept by every source file', () => {
    const violations = checkArchitecture(sources).map(({ rule, path, detail }) => `${rule}: ${path} ${detail}`);
    assert.deepEqual(violations, []);
  });

  it('is checked in every folder of the table', () => {
    const seen = new Set(sources.map(({ path }) => zoneOf(path)?.name));
    const unseen = zones.map(({ name }) => name).filter((name) => !seen.has(name) && !mayBeEmpty.has(name));
    assert.deepEqual(unseen, []);
  });
});

describe('the table of the architecture', () => {
  it('lets no two halls see each other, not even indirectly', () => {
    const halls = zones.map(({ name }) => name);
    const seen = new Map(
      zones.map((zone) => [
        zone.name,
        halls.filter((other) => other !== zone.name && zone.zones.some((named) => means(named, other))),
      ]),
    );
    const order: string[] = [];
    for (let free = nextFree(seen, order); free !== undefined; free = nextFree(seen, order)) order.push(free);
    assert.deepEqual(
      halls.filter((hall) => !order.includes(hall)),
      [],
    );
  });
});

/** Finds a hall that is not in the order yet while all that it sees are. */
const nextFree = (seen: ReadonlyMap<string, readonly string[]>, order: readonly string[]): string | undefined =>
  [...seen].find(([hall, others]) => !order.includes(hall) && others.every((other) => order.includes(other)))?.[0];

describe('the picture of the house', () => {
  const page = readFileSync(join(root, '.github', 'CONTRIBUTING.md'), 'utf8');
  const houseOf = (hall: string): string => hall.split('/')[0] ?? hall;
  const houses = [...new Set(zones.map(({ name }) => houseOf(name)))];

  it('says what each house sees', () => {
    for (const house of houses) {
      const halls = zones.filter(({ name }) => houseOf(name) === house);
      const pages = halls.some(({ files }) => files.some((file) => file.startsWith('client/webview/'))) ? ['page'] : [];
      const seen = new Set([...halls.flatMap((hall) => hall.zones.map(houseOf)), ...pages]);
      const [, , , cell = ''] =
        page
          .split('\n')
          .find((line) => line.startsWith(`| ${house} `))
          ?.split('|') ?? [];
      const said = cell.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
      assert.deepEqual(said.toSorted(), [...seen].filter((name) => name !== house).sort(), house);
    }
  });

  it('has each hall on a floor above all that it sees', () => {
    for (const house of houses) {
      const halls = zones.filter(({ name }) => houseOf(name) === house);
      if (halls.length === 1) continue;
      const [, list = ''] = new RegExp(`^- \\*\\*${house}\\*\\*: ([^]*?)(?=\\n- |\\n\\n)`, 'mu').exec(page) ?? [];
      const names = list.replaceAll('`', '').split(/\s+·\s+/u);
      const floors = names.map((floor) => floor.split(/,\s+/u).map((name) => `${house}/${name}`));
      assert.deepEqual(floors.flat().toSorted(), halls.map(({ name }) => name).sort(), house);
      for (const hall of halls) {
        const floor = floors.findIndex((each) => each.includes(hall.name));
        const seen = halls.filter(({ name }) => name !== hall.name && hall.zones.some((named) => means(named, name)));
        const below = floors.slice(0, floor).flat();
        assert.deepEqual(
          seen.map(({ name }) => name).filter((name) => !below.includes(name)),
          [],
          hall.name,
        );
      }
    }
  });
});

describe('the check of the architecture', () => {
  const bad = readSources(join(root, 'test', 'fixtures', 'architecture', 'bad'), folders);
  const found = checkArchitecture(bad).map(({ rule, path }) => `${rule} ${path}`);

  it('reports each broken rule of a bad tree, and nothing else', () => {
    assert.deepEqual([...found].sort(), [
      'barrel language/src/analysis/facts/barrel.ts',
      'barrel language/src/model/passes-on.ts',
      'cycle language/src/graph/one.ts',
      'default server/src/default.ts',
      'extension language/src/analysis/facts/extension.ts',
      'home client/webview/layout/layout-two.ts',
      'home language/src/dsl/protocol.ts',
      'home language/src/dsl/protocol.ts',
      'home language/src/model/host.ts',
      'import client/webview/page/reaches-server.ts',
      'import language/src/analysis/facts/upwards.ts',
      'import language/src/model/sideways.ts',
      'import language/src/view/graph.ts',
      'import server/src/reaches-test.ts',
      'length language/src/graph/long.ts',
      'package language/src/dsl/protocol.ts',
      'package language/src/dsl/protocol.ts',
      'package language/src/model/host.ts',
      'package language/src/model/node.ts',
      'zone language/src/astray.ts',
    ]);
  });

  it('recognizes an import however it is written', () => {
    const lazy = bad.find(({ path }) => path === 'language/src/model/node.ts');
    assert.deepEqual(
      lazy?.imports.map(({ text }) => text),
      ['node:fs'],
    );
  });
});
