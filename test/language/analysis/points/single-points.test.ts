/** Single points of failure: rules, and every set of PDs tried with the naive crash. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FailureGoal } from '../../../../language/src/analysis/points/single-points.ts';
import { singlePoints } from '../../../../language/src/analysis/points/single-points.ts';
import { compareSets } from '../../../../language/src/graph/hitting-sets.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import type { Built } from '../../build-model.ts';
import { buildModel, makeModel } from '../../build-model.ts';
import { depths } from '../crash/cleanup-expectations.ts';
import { kvStore } from '../kv-store.ts';
import { naiveCrash } from '../crash/naive-crash.ts';
import { parts, thresholdPolicy } from '../random-model.ts';

const sets = (built: Built, goal: FailureGoal | undefined): string[][] =>
  (goal?.cutSets ?? []).map((set) => built.names(set));

describe('the single points of failure', () => {
  it('of a need are the PDs whose crash takes what is needed, through spaces, requests and needs', () => {
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

  it('leave out the lone needing PD itself, and say what fails before any crash', () => {
    const built = buildModel('pd a\npd b\nabsent pd c\na needs b\nb needs c\nb needs a');
    const [first, second, third] = singlePoints(built.model, depths(0, 0));
    assert.deepEqual([first?.isBroken, second?.isBroken, third?.isBroken], [true, true, true]);
    const sound = buildModel('pd a\npd b\na needs b');
    const [goal] = singlePoints(sound.model, depths(0, 0));
    assert.deepEqual([sets(sound, goal), goal?.isBroken, goal?.isExhaustive], [[['b']], false, true]);
  });

  it('become sets of several where copies stand in for each other', () => {
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
        for (const goal of singlePoints(built.model, policy, { sizeLimit: 2 })) checkGoal(built.model, policy, goal);
      }),
      { numRuns: 1500 },
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

/** Tries every set of PDs up to the size limit. */
function checkGoal(model: Model, policy: Policy, goal: FailureGoal): void {
  const pds = model.entities.filter(({ kind, absent }) => kind === 'pd' && !absent).map(({ id }) => id);
  assert.ok(pds.length <= 14);
  assert.equal(fails(model, policy, goal, []), goal.isBroken);
  if (goal.isBroken) {
    assert.deepEqual(goal.cutSets, []);
    return;
  }
  const candidates = goal.pds.length > 1 ? pds : pds.filter((id) => !goal.pds.includes(id));
  const failing: number[][] = [];
  for (const set of subsets(candidates, goal.sizeLimit)) {
    const holdsOther = failing.some((other) => other.every((id) => set.includes(id)));
    if (!holdsOther && fails(model, policy, goal, set)) failing.push(set);
  }
  assert.deepEqual(goal.cutSets, failing.sort(compareSets));
  assert.deepEqual(goal.single, failing.filter(({ length }) => length === 1).flat());
  assert.equal(goal.isComplete, true);
}

/** Whether a goal fails once a set has crashed: for every needing PD one of its needs does. */
function fails(model: Model, policy: Policy, goal: FailureGoal, crashed: readonly number[]): boolean {
  const naive = naiveCrash(model, crashed, policy);
  const gone = (id: number): boolean =>
    model.entities[id]?.absent === true || naive.destroyed.includes(model.entities[id]?.name ?? '');
  const needs = model.relations.filter(({ kind, source }) => kind === 'needs' && model.entities[source]?.kind === 'pd');
  const brokenPds = new Set<number>();
  for (let before = -1; before !== brokenPds.size;) {
    before = brokenPds.size;
    for (const { source, target } of needs) if (gone(target) || brokenPds.has(target)) brokenPds.add(source);
  }
  return goal.pds.every(
    (pd) =>
      gone(pd) ||
      goal.needs.some((id) => {
        const { source, target } = model.relations[id] ?? { source: -1, target: -1 };
        return source === pd && (gone(target) || brokenPds.has(target));
      }),
  );
}

/** All sets of up to so many numbers, the smaller first. */
function subsets(numbers: readonly number[], most: number): number[][] {
  let level: number[][] = [[]];
  const all = [[]] as number[][];
  for (let size = 1; size <= most; size++) {
    level = level.flatMap((set) => numbers.filter((id) => id > (set.at(-1) ?? -1)).map((id) => [...set, id]));
    all.push(...level);
  }
  return all;
}
