/** The export names each way in which an end or a beginning could be refused, delayed or spread; it writes none of them. */
import assert from 'node:assert/strict';
import { exportPromela } from '../../../../language/src/simulation/promela/export-promela.ts';
import { programOf } from '../random-systems.ts';

/** Returns what the export of a check with that declaration of `q` and that member does not cover; nothing if all. */
async function uncoveredIn(declaration: string, member: string): Promise<readonly string[]> {
  const exported = await exportOf(declaration, member);
  return 'uncovered' in exported ? [...new Set(exported.uncovered.map(({ what }) => what))] : [];
}

async function exportOf(declaration: string, member: string): Promise<ReturnType<typeof exportPromela>> {
  const program = await programOf(
    [
      'event Go\nmachine M for pd { initial state A { on Go } }\npd p runs M',
      declaration,
      `check "it" { ${member}  never q crashed and q alive }`,
    ].join('\n'),
  );
  const [check] = program.model.checks;
  assert.ok(check);
  return exportPromela(program, check);
}

const [destroy, restart, evict] = ['may destroy q up to 1', 'may restart q up to 1', 'may evict q up to 1'];
const crash = 'fault crash of q up to 1';
const relation = (verb: string): string => `the creation or end of an entity with a relation "${verb}"`;

const cases: readonly (readonly [declaration: string, member: string, uncovered: readonly string[]])[] = [
  ['protected pd q', destroy, ['an orderly end of what is protected']],
  ['pd q { protection: named }', destroy, ['an orderly end of what is protected']],
  ['pd q', evict, ['the action "evict"']],
  ['pd q { needs p as start }', restart, ['a need "as start" of an entity that starts']],
  ['pd q { needs 1 of p as start }', crash, ['a need "as start" of an entity that starts']],
  ['pd q { protects p }', destroy, [relation('protects')]],
  ['pd q\np protects q', destroy, [relation('protects')]],
  ['pd q { stops with p }', destroy, [relation('stops with')]],
  ['pd q { waits for p }', destroy, [relation('waits for')]],
  ['pd q { dies with p }', crash, [relation('dies with')]],
  ['node n { pd q }', 'fault pause of n', ['a pause of a node']],
  ['doomed pd q', 'may send Go to p up to 1', ['what is doomed at the start']],
  ['object q { finalizers: [z] }', 'delete q  may send Go to p up to 1', ['a deletion that is under way']],
  ['object q', 'delete q  may send Go to p up to 1', []],
  // A crash asks nobody, and neither does what nothing ends.
  ['protected pd q', crash, []],
  ['pd q { needs p, p as soft }', crash, []],
  ['pd q { protects p }', 'may send Go to p up to 1', []],
];

describe('an end that may be refused', () => {
  for (const [declaration, member, uncovered] of cases)
    it(`is ${uncovered.length === 0 ? 'exported where nothing asks' : 'named'}: ${declaration}, ${member}`, async () => {
      assert.deepEqual(await uncoveredIn(declaration, member), uncovered);
    });
});

describe('what is hosted', () => {
  it('comes to life with a living host, and never with an absent one', async () => {
    for (const [prefix, comes] of [
      ['absent ', false],
      ['', true],
    ] as const) {
      const exported = await exportOf(`${prefix}pd host { absent pd q }`, 'may create host.q up to 1');
      assert.ok('value' in exported);
      assert.equal(/\nlife2 = \d/.test(exported.value.text), comes, exported.value.text);
    }
  });
});

describe('a message that still waits with its sender after the plain steps', () => {
  it('is named as what it is', async () => {
    const sender = 'machine D for pd { initial state A { on Go do { send Go to p after 5s } } }\npd q runs D';
    assert.deepEqual(await uncoveredIn(sender, 'send Go to q'), ['a delayed message']);
  });
});
