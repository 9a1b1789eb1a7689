/**
 * Findings kept between runs: a run with them prints what a run without them does, whatever was changed, damaged or put
 * there by others.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { cacheFolder } from '../../../server/src/cli/kept-findings.ts';
import { createFindingCache, type FindingCache } from '../../../server/src/questions/files/finding-cache.ts';
import { runs } from '../../properties.ts';
import { within } from '../../within.ts';
import { aftermath, inFolder, type Outcome } from './command-line.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const orphan = 'space disk { resource lost }\npd driver { manages disk }\n';

/** A cache that counts what it could answer. */
function counting(folder: string, program = 'program') {
  const counts = { found: 0, written: 0 };
  const kept = createFindingCache(folder, program);
  const cache: FindingCache = {
    read: async (key, isValue) => {
      const value = await kept.read(key, isValue);
      if (value !== undefined) counts.found += 1;
      return value;
    },
    write: (key, value) => {
      counts.written += 1;
      return kept.write(key, value);
    },
  };
  return { counts, cache };
}

async function sameAsWithout(folder: string, names: readonly string[], cache: FindingCache): Promise<Outcome> {
  const plain = await aftermath(['check', '--json', ...names], { folder });
  assert.deepEqual(await aftermath(['check', '--json', ...names], { folder, cache }), plain);
  return plain;
}

describe('findings kept between runs', () => {
  it('are those of a run without them, after any changes', async () => {
    const names = ['a', 'b', 'c', 'd/e', 'd/f'];
    const piece = fc.constantFrom(
      ...['pd p1\n', 'pd p2 { holds q }\n', 'space s { resource r }\n', 'pd p1 { holds s.* }\n', 'import "nowhere"\n'],
      ...['import "a"\n', 'import "b"\n', 'import "./c.aft"\n', 'import "d/e"\n', 'import "../b"\n', 'pd {\n'],
    );
    const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    const project = fc.constantFrom('', '{"severities": {"resource/orphan": "error"}}', '{"severities": 1}');
    const step = fc.oneof(
      fc.record({ name: fc.constantFrom(...names.map((name) => `${name}.aft`)), text }),
      fc.record({ name: fc.constantFrom('.aftermath.json', 'd/.aftermath.json'), text: project }),
      fc.record({ name: fc.constantFrom('c.aft', 'd/f.aft'), text: fc.constant(undefined) }),
    );
    const checks = fc.subarray(
      names.map((name) => `${name}.aft`),
      { minLength: 1 },
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 5, maxLength: 5 }),
        fc.array(fc.tuple(step, checks), { maxLength: 5 }),
        async (texts, steps) => {
          await inFolder(
            Object.fromEntries(names.map((name, index) => [`${name}.aft`, texts[index] ?? ''])),
            async (folder) => {
              const { cache, counts } = counting(join(folder, '.cache'));
              for (const [{ name, text: content }, checked] of [
                [{ name: 'x.txt', text: '' }, names.map((each) => `${each}.aft`)] as const,
                ...steps,
              ]) {
                if (content === undefined) await rm(join(folder, name), { force: true });
                else await writeFile(join(folder, name), content);
                await sameAsWithout(folder, checked, cache);
              }
              found += counts.found;
            },
          );
        },
      ),
      { numRuns: runs(6, 1000) },
    );
    assert.ok(found > 5, String(found));
  });

  it('are found again, unless the program or the switch says otherwise', () =>
    inFolder({ 'a.aft': orphan, 'b.aft': 'import "a"\n' }, async (folder) => {
      const check = async (program: string, args: readonly string[] = []) => {
        const { cache, counts } = counting(join(folder, '.cache'), program);
        await aftermath(['check', 'a.aft', 'b.aft', ...args], { folder, cache });
        return [counts.found, counts.written];
      };
      assert.deepEqual(await check('one', ['--no-cache']), [0, 0]);
      assert.deepEqual(await check('one'), [0, 2]);
      assert.deepEqual(await check('one'), [2, 0]);
      assert.deepEqual(await check('two'), [0, 2]);
      await writeFile(join(folder, 'a.aft'), `${orphan}\n`);
      // The entry of what imports it is found, and no longer current.
      assert.deepEqual(await check('one'), [1, 2]);
      await writeFile(join(folder, 'b.aft'), 'pd b\n');
      assert.deepEqual(await check('one'), [1, 1]);
    }));

  it('of a hundred files are read in less than half a second', () =>
    inFolder(
      Object.fromEntries(
        Array.from({ length: 100 }, (_, i) => [`m${String(i)}.aft`, orphan.replaceAll('disk', `disk${String(i)}`)]),
      ),
      async (folder) => {
        const { cache } = counting(join(folder, '.cache'));
        const first = await aftermath(['check', '.'], { folder, cache });
        await within(0.5, async () => {
          assert.deepEqual(
            await aftermath(['check', '.'], { folder, cache: counting(join(folder, '.cache')).cache }),
            first,
          );
        });
        assert.match(first.output, /^100 files: /m);
      },
    ));

  const damage: readonly (readonly [string, (path: string, text: string, name: string) => Promise<unknown>])[] = [
    ['is cut off', (path, text) => writeFile(path, text.slice(0, text.length / 2))],
    ['is empty', (path) => writeFile(path, '')],
    ['has another letter', (path, text) => writeFile(path, text.replace('orphan', 'orphaN'))],
    ['is binary', (path) => writeFile(path, Uint8Array.of(0, 255, 10, 1))],
    [
      'is a folder',
      async (path) => {
        await rm(path);
        await mkdir(path);
      },
    ],
    ['is not JSON, with the right digest', (path, _, name) => writeFile(path, `${digest(`${name}{`)}\n{`)],
    [
      'is other JSON, with the right digest',
      (path, _, name) => writeFile(path, `${digest(`${name}{"findings":[]}`)}\n{"findings":[]}`),
    ],
  ];
  for (const [what, spoil] of damage) {
    it(`count as missing if an entry ${what}`, () =>
      inFolder({ 'a.aft': orphan }, async (folder) => {
        const store = join(folder, '.cache');
        await sameAsWithout(folder, ['a.aft'], createFindingCache(store, 'p'));
        const [name = ''] = await readdir(store);
        await spoil(join(store, name), await readFile(join(store, name), 'utf8'), name);
        const { cache, counts } = counting(store, 'p');
        await sameAsWithout(folder, ['a.aft'], cache);
        assert.deepEqual(counts, { found: 0, written: 1 });
      }));
  }

  it('count as missing under the name of another entry, and in a folder of others', () =>
    inFolder({ 'a.aft': orphan, 'b.aft': 'pd b\n' }, async (folder) => {
      const store = join(folder, '.cache');
      await sameAsWithout(folder, ['a.aft', 'b.aft'], createFindingCache(store, 'p'));
      const [one = '', other = ''] = await readdir(store);
      await rename(join(store, one), join(store, other));
      const first = counting(store, 'p');
      await sameAsWithout(folder, ['a.aft', 'b.aft'], first.cache);
      assert.equal(first.counts.found, 0);
      const found = async (place: string): Promise<number> => {
        const { cache, counts } = counting(place, 'p');
        await sameAsWithout(folder, ['a.aft', 'b.aft'], cache);
        return counts.found;
      };
      assert.equal(await found(store), 2);
      await symlink(store, join(folder, '.link'));
      assert.equal(await found(join(folder, '.link')), 0);
      await chmod(store, 0o777);
      assert.equal(await found(store), 0);
      assert.equal(await found(join(folder, 'a.aft')), 0);
    }));

  it('are forgotten, the oldest first, when there are too many', () =>
    inFolder({}, async (folder) => {
      for (let i = 0; i <= 50; i++) {
        const file = join(folder, `${i.toString(16).padStart(8, '0')}.json`);
        await writeFile(file, '');
        if (i < 30) await utimes(file, 1, 1);
      }
      await chmod(folder, 0o700);
      await createFindingCache(folder, 'p', 50).write('key', 1);
      const left = await readdir(folder);
      assert.ok(left.length === 25, String(left.length));
      assert.ok(!left.includes('00000000.json') && left.some((name) => name.length === 69));
    }));

  it('are where the platform keeps such things, or where the user says', () => {
    assert.equal(cacheFolder({}, 'linux', '/home/u'), '/home/u/.cache/aftermath');
    assert.equal(cacheFolder({ XDG_CACHE_HOME: '/x' }, 'linux', '/home/u'), '/x/aftermath');
    assert.equal(cacheFolder({ XDG_CACHE_HOME: 'x' }, 'linux', '/home/u'), '/home/u/.cache/aftermath');
    assert.equal(cacheFolder({}, 'darwin', '/Users/u'), '/Users/u/Library/Caches/aftermath');
    assert.match(cacheFolder({ LOCALAPPDATA: 'C:/L' }, 'win32', 'C:/u') ?? '', /^C:\/L[\\/]aftermath[\\/]Cache$/u);
    assert.equal(cacheFolder({ AFTERMATH_CACHE: 'off' }, 'linux', '/home/u'), undefined);
    assert.equal(cacheFolder({ AFTERMATH_CACHE: '/here' }, 'linux', '/home/u'), '/here');
  });
});
