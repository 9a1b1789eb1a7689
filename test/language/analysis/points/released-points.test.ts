/** Cut sets where something is ending already: every small set of crashes tried with what the naive crash releases. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type FailureGoal, singlePoints } from '../../../../language/src/analysis/points/single-points.ts';
import { compareSets } from '../../../../language/src/graph/feedback/hitting-sets.ts';
import { entityName, type Model } from '../../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { runs, tried } from '../../../properties.ts';
import { makeModel } from '../../build-model.ts';
import { modelOfText } from '../../dsl/load-text.ts';
import { crashNaively, endingModels, sorted } from '../deletion/ending-models.ts';
import { type NaiveState, naiveStart } from '../deletion/naive-release.ts';
import { thresholdPolicy } from '../random-model.ts';
import { brokenOnce, subsets } from './naive-broken.ts';

/** Sets of more crashes are not tried. */
const most = 3;

/** A random model with a region that needs some of what there is. */
const observed: fc.Arbitrary<Model> = fc
  .tuple(
    endingModels,
    fc.array(fc.record({ of: fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 3 }), less: fc.nat(1) }), {
      minLength: 1,
      maxLength: 3,
    }),
  ) // oxfmt-ignore
  .map(([model, needs]) => {
    const { entities, relations } = model;
    const source = entities.length;
    const wanted = needs.flatMap(({ of, less }, key) => {
      const targets = [...new Set(of.map((each) => each % source))];
      const quorum = { least: Math.max(1, targets.length - less), key: 1000 + key };
      return targets.map((target) => ({ kind: 'needs' as const, source, target, quorum }));
    });
    const [watch] = makeModel([{ kind: 'region', name: 'watch' }], []).model.entities;
    const more = makeModel(Array.from({ length: source + 1 }, () => ({ kind: 'region' as const })), wanted).model.relations; // oxfmt-ignore
    return {
      ...model,
      entities: [...entities, ...(watch === undefined ? [] : [{ ...watch, id: source }])],
      relations: [...relations, ...more.map((each, place) => ({ ...each, id: relations.length + place }))],
    };
  });

/** Whether a goal fails once a set has crashed: for every subject one of its needs does. */
function fails(before: NaiveState, goal: FailureGoal, gone: (id: number) => boolean): boolean {
  const { needs, isUnmet } = brokenOnce(before.model, gone);
  return goal.pds.every(
    (pd) => gone(pd) || needs.some((need) => goal.needs.includes(need.id) && need.source === pd && isUnmet(need)),
  );
}

describe('the cut sets of goals where something is ending already', () => {
  it('count no end that comes too late', async () => {
    const text = 'pd a\npd b { pd c }\ndoomed object o { waits for b }\nb.c dies with o\na stops with b.c\nroot object r { needs a }'; // oxfmt-ignore
    const model = await modelOfText(text);
    const [goal] = singlePoints(model, defaultPolicy);
    assert.deepEqual(goal?.cutSets.map((set) => set.map((id) => entityName(model, id))), [['a']]); // oxfmt-ignore
  });

  it('name what fails the goal alone, although a further crash may save it', async () => {
    const model = await modelOfText('pd a\npd b\npd c\ndoomed object o { waits for b }\nc dies with o\na stops with c\nroot object r { needs a }'); // oxfmt-ignore
    const [goal] = singlePoints(model, defaultPolicy);
    assert.deepEqual(goal?.cutSets.map((set) => set.map((id) => entityName(model, id))), [['a'], ['b']]); // oxfmt-ignore
    assert.ok(goal.isExhaustive);
    assert.equal(goal.probability((id) => (entityName(model, id) === 'b' ? 0.25 : entityName(model, id) === 'c' ? 0.5 : 0)), 0.25); // oxfmt-ignore
  });

  it('equal trying every set of up to three crashes in random models', () => {
    const tally = { goals: 0, sets: 0, released: 0, saved: 0 };
    fc.assert(
      fc.property(observed, thresholdPolicy, (model, policy) => {
        const before = naiveStart(model);
        const mayCrash = model.entities.filter(
          ({ id, kind, root }) => (kind === 'pd' || kind === 'node') && !root && before.alive.has(id),
        );
        const tries = subsets(mayCrash.map(({ id }) => id), mayCrash.length > 9 ? 2 : most).map((set) => {
          const { destroyed, released } = crashNaively(before, set, policy);
          return { set, destroyed: new Set(destroyed), released };
        }); // oxfmt-ignore
        const size = mayCrash.length > 9 ? 2 : most;
        for (const goal of singlePoints(model, policy, { sizeLimit: size, countLimit: 10_000 })) {
          const lone = goal.pds.length === 1 ? goal.pds[0] : undefined;
          const failing = tries.filter(
            ({ set, destroyed }) =>
              (lone === undefined || !set.includes(lone)) &&
              fails(before, goal, (id) => !before.alive.has(id) || destroyed.has(id)),
          );
          const isMinimal = (set: readonly number[]): boolean =>
            !failing.some((other) => other.set.length < set.length && other.set.every((id) => set.includes(id)));
          const minimal = failing.map(({ set }) => sorted(set)).filter(isMinimal);
          assert.equal(goal.isBroken, minimal.some((set) => set.length === 0)); // oxfmt-ignore
          if (goal.isBroken) continue;
          assert.deepEqual(goal.cutSets, minimal.sort(compareSets));
          assert.ok(goal.isComplete);
          const failed = new Set(failing.map(({ set }) => set.join()));
          tally.goals += 1;
          tally.sets += minimal.length;
          tally.released += failing.filter(({ set, released }) => released > 0 && isMinimal(set)).length;
          tally.saved += tries.filter(
            ({ set }) => !failed.has(set.join()) && minimal.some((part) => part.every((id) => set.includes(id))),
          ).length;
        }
      }),
      { numRuns: runs(60, 1500) },
    );
    assert.ok(Math.min(...Object.values(tally)) > 0, JSON.stringify(tally));
    for (const [what, count] of Object.entries(tally)) tried(what, count);
  });
});
