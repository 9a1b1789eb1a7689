/** Single points of failure: rules, and every set of PDs tried with the naive crash. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../properties.ts';
import { type FailureGoal, singlePoints } from '../../../../language/src/analysis/points/single-points.ts';
import { createLoader } from '../../../../language/src/dsl/load.ts';
import { compareSets } from '../../../../language/src/graph/feedback/hitting-sets.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import { buildModel, type Built, makeModel } from '../../build-model.ts';
import { depths } from '../crash/cleanup-expectations.ts';
import { kvStore } from '../kv-store.ts';
import { naiveCrash } from '../crash/naive-crash.ts';
import { parts, thresholdPolicy } from '../random-model.ts';
import { brokenOnce, subsets } from './naive-broken.ts';

const sets = (built: Built, goal: FailureGoal | undefined): string[][] =>
  (goal?.cutSets ?? []).map((set) => built.names(set));

describe('the single points of failure', () => {
  it('of a need are the PDs whose crash destroys what is needed, through spaces, requests and needs', () => {
    const built = kvStore('app needs database.table1\ndb needs files');
    const deep = singlePoints(built.model, depths(0, 'unlimited'));
    assert.deepEqual(
      deep.map((goal) => built.names(goal.single)),
      [
        ['blockServer1', 'blockServer2', 'fileServer', 'db'],
        ['blockServer1', 'blockServer2', 'fileServer'],
      ],
    );
    const shallow = singlePoints(built.model, depths(0, 0));
    assert.deepEqual(
      shallow.map((goal) => built.names(goal.single)),
      [['db'], ['fileServer']],
    );
  });

  it('omit the lone needing PD itself, and say what fails before any crash', () => {
    const built = buildModel('pd a\npd b\nabsent pd c\na needs b\nb needs c\nb needs a');
    const [first, second, third] = singlePoints(built.model, depths(0, 0));
    assert.deepEqual([first?.isBroken, second?.isBroken, third?.isBroken], [true, true, true]);
    const sound = buildModel('pd a\npd b\na needs b');
    const [goal] = singlePoints(sound.model, depths(0, 0));
    assert.deepEqual([sets(sound, goal), goal?.isBroken, goal?.isExhaustive], [[['b']], false, true]);
  });

  it('become sets of several if copies replace each other', () => {
    const built = buildModel(`
      pd store[2]
      pd power
      store[*] dies with power
      pd worker[2]
      worker[0] needs store[0]
      worker[1] needs store[1]
    `);
    const [goal, ...others] = singlePoints(built.model, depths(0, 0));
    assert.deepEqual(others, []);
    assert.deepEqual(built.names(goal?.pds ?? []), ['worker[0]', 'worker[1]']);
    assert.deepEqual(sets(built, goal), [
      ['power'],
      ['store[0]', 'store[1]'],
      ['store[0]', 'worker[1]'],
      ['store[1]', 'worker[0]'],
      ['worker[0]', 'worker[1]'],
    ]);
    assert.deepEqual(built.names(goal?.single ?? []), ['power']);
  });

  it('say how far the search went, and whether there is more', () => {
    const built = buildModel('pd store[4]\npd worker[4]\nworker[*] needs store[0]\nworker[1] needs store[1]');
    const limited = singlePoints(built.model, depths(0, 0), { sizeLimit: 1 })[0];
    assert.deepEqual([limited?.sizeLimit, limited?.isComplete, limited?.isExhaustive], [1, true, false]);
    assert.deepEqual(sets(built, limited), [['store[0]']]);
    const cropped = singlePoints(built.model, depths(0, 0), { sizeLimit: 4, countLimit: 1 })[0];
    assert.deepEqual([sets(built, cropped), cropped?.isComplete], [[['store[0]']], false]);
    const whole = singlePoints(built.model, depths(0, 0), { sizeLimit: 4 })[0];
    assert.deepEqual(sets(built, whole), [
      ['store[0]'],
      ['store[1]', 'worker[0]', 'worker[2]', 'worker[3]'],
      ['worker[0]', 'worker[1]', 'worker[2]', 'worker[3]'],
    ]);
    assert.equal(whole?.isExhaustive, true);
  });

  it('equal trying every set of PDs in random models', () => {
    fc.assert(
      fc.property(parts, thresholdPolicy, ({ entities, relations }, policy) => {
        const built = makeModel(entities, relations);
        for (const goal of singlePoints(built.model, policy, { sizeLimit: 2, roots: true }))
          checkGoal(built.model, policy, goal);
      }),
      { numRuns: runs(250, 15_000) },
    );
  });

  it('equal trying every set of up to 12 PDs where copies need servers', () => {
    const server = fc.nat(5);
    const links = fc.array(fc.tuple(server, server), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(server, { minLength: 2, maxLength: 3 }), links, (needs, requests) => {
        const lines = [
          'pd server[6]',
          'space table[6]',
          `pd worker[${needs.length}]`,
          ...Array.from({ length: 6 - needs.length }, (_, number) => `pd idle${number}`),
          ...Array.from({ length: 6 }, (_, number) => `server[${number}] manages table[${number}]`),
          ...needs.map((target, copy) => `worker[${copy}] needs table[${target}]`),
          ...requests.map(([a, b]) => `server[${a}] requests table[${b}]`),
        ];
        const built = buildModel(lines.join('\n'));
        const policy = depths(1, 0);
        const goals = singlePoints(built.model, policy, { sizeLimit: 3 });
        assert.equal(goals.length, 1);
        for (const goal of goals) checkGoal(built.model, policy, goal);
      }),
      { numRuns: 12 },
    );
  });
});

/** 300 PDs: 40 quorums of replicas that depend on servers of their racks and on lower quorums. */
function quorums(): string {
  const lines = ['pd server[60]', 'pd replica[200]'];
  for (let each = 0; each < 200; each++) lines.push(`replica[${each}] needs server[${(each * 7) % 60}]`);
  for (let each = 0; each < 40; each++) {
    const below = each >= 10 ? `, front${each % 10}` : '';
    const own = Array.from({ length: 5 }, (_, copy) => `replica[${each * 5 + copy}]`).join(', ');
    lines.push(`pd front${each}`, `front${each} needs 3 of ${own}${below}`);
  }
  return lines.join('\n');
}

describe('the cut sets of a model with 300 PDs and 40 quorums', () => {
  it('are listed up to order 4 and all counted', async () => {
    const { model } = await createLoader(() => Promise.resolve(quorums())).load('test:/quorums.aft');
    const goals = singlePoints(model, depths(0, 0), { countLimit: 10_000 });
    assert.equal(goals.length, 41);
    assert.ok(goals.every(({ isComplete, total }) => isComplete && total !== undefined));
    // All replicas fail: of each of 60 servers, it, or all of its replicas.
    assert.deepEqual([goals[0]?.total, goals[0]?.cutSets], [2n ** 60n, []]);
    // Three of five, each alone or by its server.
    assert.deepEqual([goals[1]?.counts, goals[1]?.total], [[0n, 0n, 80n, 0n], 80n]);
  });
});

/** Tries every set of PDs and nodes up to the size limit. */
function checkGoal(model: Model, policy: Policy, goal: FailureGoal): void {
  const crashing = model.entities.filter(({ kind, absent }) => (kind === 'pd' || kind === 'node') && !absent);
  assert.ok(crashing.length <= 16);
  assert.equal(fails(model, policy, goal, []), goal.isBroken);
  if (goal.isBroken) {
    assert.deepEqual(goal.cutSets, []);
    return;
  }
  const ids = crashing.map(({ id }) => id);
  const candidates = goal.pds.length > 1 ? ids : ids.filter((id) => !goal.pds.includes(id));
  const failing: number[][] = [];
  for (const set of subsets(candidates, goal.sizeLimit)) {
    const holdsOther = failing.some((other) => other.every((id) => set.includes(id)));
    if (!holdsOther && fails(model, policy, goal, set)) failing.push(set);
  }
  assert.deepEqual(goal.cutSets, failing.sort(compareSets));
  assert.deepEqual(goal.single, failing.filter(({ length }) => length === 1).flat());
  assert.deepEqual(
    goal.counts,
    Array.from({ length: goal.sizeLimit }, (_, size) =>
      BigInt(failing.filter((set) => set.length === size + 1).length),
    ),
  );
  assert.equal(goal.isComplete, true);
}

/** Whether a goal fails once a set has crashed: for every subject one of its needs does. */
function fails(model: Model, policy: Policy, goal: FailureGoal, crashed: readonly number[]): boolean {
  const naive = naiveCrash(model, crashed, policy);
  const gone = (id: number): boolean =>
    model.entities[id]?.absent === true || naive.destroyed.includes(model.entities[id]?.name ?? '');
  const { needs, isUnmet } = brokenOnce(model, gone);
  return goal.pds.every(
    (pd) => gone(pd) || needs.some((need) => goal.needs.includes(need.id) && need.source === pd && isUnmet(need)),
  );
}
