/** The cleanup example of the CellulOS wiki through the command line, as its documentation has it. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const disk = ['disk1', 'disk1.block1'];
const files = ['fileSpace', 'fileSpace.file1', 'fileSpace.file2'];
const tables = ['database', 'database.table1'];
const bs1 = 'blockServer1';

/** PD depth, space depth, what is destroyed besides the crashed server and its disk, and who is notified what. */
const rows: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['0', '0', [], []],
  ['0', '1', files, ['fs lost fileSpace']],
  ['0', '2', [...files, ...tables], ['fs lost fileSpace', 'db lost database']],
  ['0', 'unlimited', [...files, ...tables], ['fs lost fileSpace', 'db lost database']],
  ['1', '0', ['fs', ...files], ['blockServer2 freed disk2.block2 fs']],
  ['1', '1', ['fs', ...files], ['blockServer2 freed disk2.block2 fs']],
  ['1', '2', ['fs', ...files, ...tables], ['blockServer2 freed disk2.block2 fs', 'db lost database']],
  ['2', '0', ['fs', 'db', ...files, ...tables], ['blockServer2 freed disk2.block2 fs']],
  ['2', '1', ['fs', 'db', ...files, ...tables], ['blockServer2 freed disk2.block2 fs']],
  ['2', 'unlimited', ['fs', 'db', ...files, ...tables], ['blockServer2 freed disk2.block2 fs']],
  ['3', '0', ['fs', 'db', 'app', ...files, ...tables], ['blockServer2 freed disk2.block2 fs']],
  ['unlimited', 'unlimited', ['fs', 'db', 'app', ...files, ...tables], ['blockServer2 freed disk2.block2 fs']],
];

/** The predefined policies by the depths that they stand for. */
const policies = [
  ['space-direct', '0', '0'],
  ['space-recursive', '0', 'unlimited'],
  ['pd-direct', '1', '0'],
  ['pd-recursive', 'unlimited', '0'],
] as const;

interface Named {
  readonly name: string;
  readonly event?: string;
  readonly subject?: string;
  readonly by?: string;
}

async function crash(...options: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { code, output, notes } = await aftermath(['crash', 'wiki.aft', bs1, ...options, '--json']);
  assert.deepEqual([code, notes], [0, '']);
  return parsed(output);
}

const named = (list: unknown): readonly Named[] => list as readonly Named[];
const names = (list: unknown): readonly string[] => named(list).map(({ name }) => name);

describe('aftermath crash on the CellulOS wiki example', () => {
  for (const [pdDepth, spaceDepth, gone, told] of rows) {
    it(`gives the documented result at PD depth ${pdDepth} and space depth ${spaceDepth}`, async () => {
      const result = await crash('--pd-depth', pdDepth, '--space-depth', spaceDepth);
      assert.deepEqual([...names(result.destroyed)].sort(), [bs1, ...disk, ...gone].sort());
      assert.deepEqual(
        named(result.notified).map((each) => [each.name, each.event, each.subject, each.by].filter(Boolean).join(' ')),
        told,
      );
    });
  }

  for (const [policy, pdDepth, spaceDepth] of policies) {
    it(`gives for the policy ${policy} what its depths give`, async () => {
      const byName = await crash('--policy', policy);
      const byDepths = await crash('--pd-depth', pdDepth, '--space-depth', spaceDepth);
      assert.deepEqual(byName, { ...byDepths, policy: byName.policy });
      const depth = (text: string) => (text === 'unlimited' ? text : Number(text));
      assert.deepEqual(byName.policy, { name: policy, pdDepth: depth(pdDepth), spaceDepth: depth(spaceDepth) });
    });
  }

  it('says beside it what the code does: for each predefined policy, or the one that is chosen', async () => {
    const { code, output } = await aftermath(['crash', 'wiki.aft', bs1, '--as-implemented']);
    assert.equal(code, 0);
    const said = output.split('\n').filter((line) => /^\w|^ {2}code/.test(line)).slice(2); // oxfmt-ignore
    assert.deepEqual(said, [
      'space-direct (PD depth 0, space depth 0)',
      '  code:  the same',
      'space-recursive (PD depth 0, space depth unlimited)',
      '  code:  the same',
      'pd-direct (PD depth 1, space depth 0)',
      '  code:  also db, app, database',
      'pd-recursive (PD depth unlimited, space depth 0)',
      '  code:  the same',
    ]);
    const one = await crash('--as-implemented', '--pd-depth', '2', '--space-depth', '2');
    assert.deepEqual(one.asImplemented, [
      {
        policy: { name: 'default', pdDepth: 2, spaceDepth: 2 },
        documented: ['fs', 'db', 'disk1', 'fileSpace', 'database'],
        implemented: ['fs', 'db', 'disk1', 'fileSpace', 'database'],
        onlyDocumented: [],
        onlyImplemented: [],
      },
    ]);
    assert.deepEqual(names(one.destroyed).slice(0, 1), [bs1]);
  });

  it('leaves a degraded file server under the smallest policy', async () => {
    const result = await crash();
    assert.deepEqual(names(result.degraded), ['fs']);
    assert.deepEqual([result.broken, names(result.dangling)], [[], ['fileSpace', 'fileSpace.file1']]);
  });
});
