/** What several at once, nodes within nodes, a start and a recovery mean. */
import assert from 'node:assert/strict';
import { crashRows } from '../../../language/src/analysis/crash/crash-matrix.ts';
import { recoveryFrom } from '../../../language/src/analysis/plan/recovery.ts';
import { startPlan } from '../../../language/src/analysis/plan/start-plan.ts';
import { entityName } from '../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { modelOfText } from '../dsl/load-text.ts';
import { eachComesTrue } from './said.ts';

/** Returns the layers of a start, what never starts, the soft needs that give way, and the cycles. */
async function startOf(text: string) {
  const model = await modelOfText(text);
  const name = (id: number): string => entityName(model, id);
  const { layers, stuck, yielded, cycles } = startPlan(model);
  return {
    layers: layers.map((layer) => layer.map(({ entity }) => name(entity)).join(' ')),
    stuck: stuck.map(({ entity }) => name(entity)),
    yielded: yielded.map(({ subject }) => name(subject)),
    cycles: cycles.map(({ entities, because }) => [entities.map(name).join(' '), because.map((each) => each.text)]),
    waits: layers
      .flat()
      .flatMap(({ entity, waits }) => waits.flatMap(({ because }) => because.map((each) => `${name(entity)}: ${each.text}`))), // oxfmt-ignore
  };
}

describe('a crash of several', () => {
  eachComesTrue([
    [
      'is one event, all of them at distance 0',
      `space s  space t { maps s }  pd a { manages s }  pd b { manages t  requests s }  pd c { requests t }
      scenario "both" { crash a, b under pd-direct  expect a, b crashed  expect order [a, b], [s, t], [c] }
      scenario "one" { crash a under pd-direct  expect only a crashed  expect only a, b, s, t destroyed }`,
    ],
    [
      'takes all copies, and is another thing than two steps',
      `pd w[3]  pd q { needs 1 of w[*] }
      scenario "one event" { crash w[*]  expect order [w[0], w[1], w[2]]  expect q broken }
      scenario "two" { crash w[0]  crash w[1]  expect order [w[1]] }`,
    ],
    [
      'is one use of a fault, whose restarts are separate',
      `pd a  pd b
      check "one without the other comes back" fails { fault crash of a, b together  never a destroyed and b alive }
      check "one use at a time" { fault crash of a, b together  never a crashed and b destroyed and not b crashed }
      check "both come back" { fault crash of a, b together up to 2  a crashed leads to a alive  b crashed leads to b alive }`,
    ],
    [
      'is as one event like "destroy" of several',
      `pd a  pd b { destroyed after a }  scenario "s" { destroy b, a  expect order [a], [b] }`,
    ],
  ]);
});

describe('nodes within nodes', () => {
  eachComesTrue([
    [
      'crash with the zone around them, with all that is in them',
      `node zone { node left { pd a  object o }  node right { pd b } }  pd c { needs zone.left }
      scenario "zone" { crash zone  expect only zone, zone.left, zone.right, zone.left.a, zone.right.b crashed
        expect zone.left.o destroyed  expect c broken }
      scenario "host" { crash zone.right  expect only zone.right, zone.right.b destroyed }`,
    ],
  ]);

  it('are in the matrix of crashes like PDs, which counts what is broken', async () => {
    const model = await modelOfText(
      'node zone { node host { pd a } }\npd b { needs zone.host.a }\npd c { needs b as soft }',
    );
    const rows = [...crashRows(model, { policies: [defaultPolicy] })].flatMap(({ entity, cells }) =>
      cells.map(({ counts: { destroyed, broken, degraded } }) => [
        entityName(model, entity),
        ...[destroyed, broken, degraded],
      ]),
    );
    assert.deepEqual(rows, [
      ['zone', 3, 1, 1],
      ['zone.host', 2, 1, 1],
      ['zone.host.a', 1, 1, 1],
      ['b', 1, 0, 1],
      ['c', 1, 0, 0],
    ]);
  });
});

describe('a start', () => {
  it('has hosts, owners and managers first, spaces before their resources, then what is needed, requested or mapped', async () => {
    const { layers, waits } = await startOf(`
      pd client { requests files }
      pd user { needs client }
      space files { maps disk  resource r }
      space disk
      node host { pd server { manages files, disk } }
      root object owner { object owned }
    `);
    assert.deepEqual(layers, ['host owner', 'host.server owner.owned', 'disk', 'files', 'client files.r', 'user']);
    assert.ok(waits.includes('files: "files" maps "disk"') && waits.includes('user: "user" needs "client"'));
  });

  it('turns "destroyed after" round', async () => {
    assert.deepEqual((await startOf('root object vm\nroot object net { destroyed after vm }')).layers, ['net', 'vm']);
  });

  it('waits for two where two of three are needed', async () => {
    const text =
      'pd slow { needs far }\npd far\npd api[2]\npd lb { needs 2 of api[*], slow }\npd all { needs 3 of api[*], slow }';
    assert.deepEqual((await startOf(text)).layers, ['far api[0] api[1]', 'slow lb', 'all']);
  });

  it('is ordered by soft needs too, which give way on a cycle', async () => {
    assert.deepEqual((await startOf('pd a { needs b as soft }\npd b')).layers, ['b', 'a']);
    const { layers, yielded, cycles } = await startOf('pd a { needs b as soft }\npd b { needs a }');
    assert.deepEqual([layers, yielded, cycles], [['a', 'b'], ['a'], []]);
  });

  it('names any other cycle, with what each waits for', async () => {
    const { layers, stuck, cycles } = await startOf('pd a { needs b }\npd b { needs a }\npd c { needs a }\npd d');
    assert.deepEqual([layers, stuck], [['d'], ['a', 'b', 'c']]);
    assert.deepEqual(cycles, [['a b', ['"a" needs "b"', '"b" needs "a"']]]);
  });
});

describe('a recovery', () => {
  it('restarts what has to be, in an order, until nothing is degraded or broken', async () => {
    const model = await modelOfText(
      'space s\nnode host { pd server { manages s } }\npd client { requests s }\npd app { dies with client  needs client as start }',
    );
    const name = (id: number): string => entityName(model, id);
    const { actions, broken, degraded, stuck } = recoveryFrom(model, [1], defaultPolicy);
    assert.deepEqual(
      actions.map((step) => step.map(({ entity }) => name(entity))),
      [['host'], ['client'], ['app']],
    );
    assert.deepEqual([broken, degraded, stuck], [[], [], []]);
  });
});

describe('"restart"', () => {
  eachComesTrue([
    [
      'is an action of machines',
      `machine Guard for pd { param child: pd  initial state On { always when child destroyed do { restart child } } }
      pd a { pd inner }  pd guard runs Guard { child: a }
      scenario "s" { crash a  run 0s  expect a, a.inner alive }
      check "c" { fault halt of guard  fault crash of a.inner  may destroy a up to 1  a destroyed leads to a alive or guard destroyed }`,
    ],
  ]);
});
