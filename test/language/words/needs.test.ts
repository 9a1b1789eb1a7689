/** What `needs` says, with a number and with a strength, and the minimal cut sets that follow. */
import assert from 'node:assert/strict';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { singlePoints } from '../../../language/src/analysis/points/single-points.ts';
import { entityName } from '../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { planJson } from '../../../language/src/analysis/plan/plan-json.ts';
import { modelOfText } from '../dsl/load-text.ts';
import { comesTrue, eachComesTrue, saidOf } from './said.ts';

/** Returns the minimal cut sets of each goal. */
async function cutSetsOf(text: string, roots = false): Promise<Record<string, readonly string[]>> {
  const model = await modelOfText(text);
  const name = (id: number): string => entityName(model, id);
  return Object.fromEntries(
    singlePoints(model, defaultPolicy, { roots }).map(({ pds, cutSets }) => [
      pds.map(name).join(' '),
      cutSets.map((set) => set.map(name).join(' ')),
    ]),
  );
}

describe('a need', () => {
  eachComesTrue([
    [
      'is unmet while its target is not alive, or is broken itself',
      `pd a  pd b { needs a }  pd c { needs b }
      scenario "s" { crash a  expect b, c broken  restart a  expect not b broken and not c broken }`,
    ],
    [
      'with a number is one over its whole list, unmet while fewer than that many are alive and not broken',
      `pd base  pd api[3]  api[2] needs base  pd lb { needs 2 of api[*] }
      scenario "gone" { crash api[0]  expect not lb broken  crash api[1]  expect lb broken }
      scenario "broken counts as gone" { crash base  expect not lb broken  crash api[0]  expect lb broken }`,
    ],
    [
      'of one of two is unmet only without both',
      `pd a  pd b  pd c { needs 1 of a, b }
      scenario "s" { crash a  expect not c broken  crash b  expect c broken  restart a  expect not c broken }`,
    ],
    [
      'as soft degrades, and never breaks',
      `pd a  pd b { needs a as soft }  pd c { needs b }
      scenario "s" { crash a  expect b degraded  expect not b broken and not c broken }
      check "c" { fault crash of a  never b broken or c broken }`,
    ],
    [
      'is weaker as a whole by a final "as"',
      `pd a[3]  pd b { needs 2 of a[*] as soft }
      scenario "s" { crash a[0]  expect not b degraded  crash a[1]  expect b degraded and not b broken }`,
    ],
    [
      'as start means nothing once its subject lives',
      `pd a  pd b { needs a as start }
      scenario "s" { crash a  expect b alive and not b broken and not b degraded }`,
    ],
    [
      'may be that of a PD, an object, a node or a region',
      `pd a  pd p { needs a }  root object o { needs a }  node n { needs a }  region r { contains p  needs a }
      scenario "s" { crash a  expect p, o, n, r broken }`,
    ],
    [
      'may be cyclic: broken is only what something outside of the cycle fails',
      `pd outside  pd a { needs b, outside }  pd b { needs a }
      scenario "s" { expect not a broken and not b broken  crash outside  expect a, b broken
        restart outside  expect not a broken and not b broken }`,
    ],
  ]);

  it('as start refuses "create" and "restart", and keeps dead what is hosted, each with a finding', async () => {
    const found = await comesTrue(`
      pd db
      absent pd a { needs db as start }
      node host { pd b { needs db as start } }
      scenario "create" { crash db  create a  expect not a alive  restart db  create a  expect a alive }
      scenario "restart" { crash host.b, db  restart host.b  expect not host.b alive }
      scenario "host" { crash host, db  restart host  expect host alive and not host.b alive }
    `);
    const because = 'it needs "db" as start, which is not alive.';
    assert.deepEqual(found, [
      `run/refused At 0s: "a" cannot be created: ${because}`,
      `run/refused At 0s: "host.b" cannot be restarted: ${because}`,
      `run/refused At 0s: "host.b" stays dead: ${because}`,
    ]);
  });

  it('as start holds back the restart that a check owes', async () => {
    await comesTrue(`
      pd db
      pd app { needs db as start }
      check "waits" { fault crash of app  fault halt of db  app crashed and db crashed leads to not app alive }
      check "is restarted otherwise" { fault crash of app, db  app crashed leads to app alive }
      check "for ever" fails { fault crash of app  fault halt of db  app crashed leads to app alive }
    `);
  });

  it('of 0, or of more than there are, is an error', async () => {
    for (const number of [0, 4]) {
      const said = await saidOf(`pd api[3]\npd lb { needs ${String(number)} of api[*] }`);
      assert.ok(
        said.some((each) => each.startsWith('need/number 2:')),
        said.join('\n'),
      );
    }
  });

  it('names the count in its reasons', async () => {
    const model = await modelOfText('node rack { pd api[2] }\npd spare\npd lb { needs 2 of rack.api[*], spare }');
    const plan = planJson(planOf(model, { kind: 'crash', targets: [0] }, defaultPolicy));
    assert.deepEqual(
      plan.survivors.broken.map(({ name, because }) => [name, because?.at(-1)]),
      [['lb', '2 of 3 are needed by "lb"; "rack.api[0]" and "rack.api[1]" are gone']],
    );
  });
});

describe('the minimal cut sets of a goal', () => {
  it('of two of three replicas are the balancer and three pairs, not each replica', async () => {
    const pairs = ['api[0] api[1]', 'api[0] api[2]', 'api[1] api[2]'];
    const quorum = 'pd api[3]\npd lb { needs 2 of api[*] }\npd site { needs lb }';
    assert.deepEqual(await cutSetsOf(quorum), { lb: pairs, site: ['lb', ...pairs] });
  });

  it('have nodes as well as PDs, and root PDs only if they are asked for', async () => {
    const text = 'node host { root pd db  pd cache }\npd app { needs host.db }\npd web { needs host.cache }';
    assert.deepEqual(await cutSetsOf(text), { app: ['host'], web: ['host', 'host.cache'] });
    assert.deepEqual(await cutSetsOf(text, true), { app: ['host', 'host.db'], web: ['host', 'host.cache'] });
  });

  it('follow needs in a cycle', async () => {
    assert.deepEqual(await cutSetsOf('pd x\npd a { needs 1 of b, x }\npd b { needs a }'), {
      a: ['x b'],
      b: ['a'],
    });
  });

  it('do not count what only degrades, or is only needed to start', async () => {
    assert.deepEqual(await cutSetsOf('pd x\npd y\npd a { needs x as soft  needs y as start }\npd b { needs a }'), {
      b: ['a'],
    });
  });
});
