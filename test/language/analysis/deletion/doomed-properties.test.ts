/**
 * Crashes, destructions and cut sets of random models in which something is ending at the start, against a naive
 * closure.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { startOf } from '../../../../language/src/analysis/deletion/at-start.ts';
import { doomedByDestruction } from '../../../../language/src/analysis/doomed/doomed-by-destruction.ts';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import { smallestCutSet } from '../../../../language/src/analysis/points/smallest-cut-set.ts';
import type { Explained } from '../../../../language/src/model/fact.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { runs, tried } from '../../../properties.ts';
import { brokenOnce, subsets } from '../points/naive-broken.ts';
import { thresholdPolicy } from '../random-model.ts';
import { atStart, crashNaively, endingModels, sorted } from './ending-models.ts';
import { naiveDestruction, naiveStart } from './naive-release.ts';

const idsOf = (list: readonly Explained[]): number[] => list.map(({ entity }) => entity).sort((a, b) => a - b);

describe('a model in which something is ending at the start', () => {
  it('begins without what nothing holds up, as in a naive closure', () => {
    let count = 0;
    fc.assert(
      fc.property(endingModels, (model) => {
        const naive = naiveStart(model);
        const { model: found, ending: still, ended } = startOf(model);
        const alive = found.entities.filter(({ absent }) => !absent).map(({ id }) => id);
        assert.deepEqual(alive, sorted(naive.alive));
        const isAlive = new Set(alive);
        const modes = [...naive.sentenced].filter(([id]) => isAlive.has(id)).sort(([a], [b]) => a - b);
        assert.deepEqual([...still.modes].sort(([a], [b]) => a - b), modes); // oxfmt-ignore
        count += ended.size * modes.length > 0 ? 1 : 0;
      }),
      { numRuns: runs(150, 3000) },
    );
    assert.ok(count > 20, String(count));
    tried('models that begin with something gone and something ending', count);
  });

  it('loses in a crash what the crash releases, as in a naive closure', () => {
    const tally = { released: 0, brokenByRelease: 0, heldByRelease: 0 };
    fc.assert(
      fc.property(endingModels, thresholdPolicy, fc.nat(99), (model, policy, which) => {
        const before = naiveStart(model);
        const possible = sorted(before.alive).filter((id) => ['pd', 'node'].includes(model.entities[id]?.kind ?? ''));
        const crashed = possible[which % possible.length];
        if (crashed === undefined) return;
        const naive = crashNaively(before, [crashed], policy);
        const found = crash(model, crashed, policy);
        const nameOf = (list: readonly Explained[]): string[] => idsOf(list).map((id) => model.entities[id]?.name ?? '').sort(); // oxfmt-ignore
        assert.deepEqual(idsOf(found.destroyed), naive.destroyed);
        assert.deepEqual(sorted(found.order.flat()), naive.destroyed);
        assert.deepEqual(nameOf(found.broken), naive.whole.broken);
        assert.deepEqual(nameOf(found.degraded), naive.whole.degraded);
        assert.deepEqual(nameOf(found.dangling), naive.whole.dangling);
        for (const { because } of found.destroyed) assert.match(because[0]?.text ?? '', / crashed$/);
        const { anyway, held } = planOf(model, { kind: 'crash', targets: [crashed] }, policy);
        for (const list of [held, found.held]) assert.deepEqual(idsOf(list), naive.held);
        for (const { because } of found.held) assert.match(because[0]?.text ?? '', / crashed$/);
        const gone = new Set(naive.destroyed);
        assert.deepEqual(idsOf(anyway), sorted(before.sentenced.keys()).filter((id) => before.alive.has(id) && !gone.has(id))); // oxfmt-ignore
        tally.released += naive.released;
        tally.heldByRelease += found.held.length;
        tally.brokenByRelease += naive.released > 0 && naive.whole.broken.length > 0 ? 1 : 0;
      }),
      { numRuns: runs(300, 4000) },
    );
    assert.ok(tally.released > 20 && tally.brokenByRelease > 0 && tally.heldByRelease > 0, JSON.stringify(tally));
    tried('what a crash releases', tally.released);
    tried('what ends with that and is held up', tally.heldByRelease);
  });

  it('loses in a destruction what it releases, and holds the rest up, as in a naive closure', () => {
    const tally = { gone: 0, held: 0, released: 0, heldByRelease: 0 };
    fc.assert(
      fc.property(endingModels, fc.nat(99), (model, which) => {
        const before = naiveStart(model);
        const possible = sorted(before.alive);
        const target = possible[which % possible.length];
        if (target === undefined) return;
        const after = naiveDestruction(before, target);
        const plan = planOf(model, { kind: 'destroy', targets: [target] }, { ...defaultPolicy, protection: 'ignore' });
        const gone = possible.filter((id) => !after.alive.has(id));
        assert.deepEqual(idsOf(plan.doomed), gone);
        assert.deepEqual(sorted(plan.order.layers.flat()), gone);
        const still = (id: number): boolean => after.alive.has(id) && after.sentenced.has(id);
        assert.deepEqual(sorted([...idsOf(plan.held), ...idsOf(plan.anyway)]), possible.filter(still)); // oxfmt-ignore
        for (const { because } of [...plan.doomed, ...plan.held])
          assert.match(because[0]?.text ?? '', / is destroyed$/);
        for (const { waitsFor } of plan.held) assert.ok(waitsFor.some((id) => after.alive.has(id)));
        const along = doomedByDestruction(atStart(before), [target]).held.map(({ entity }) => entity);
        tally.heldByRelease += plan.held.filter(({ entity }) => !along.includes(entity)).length;
        tally.gone += gone.length;
        tally.held += plan.held.length;
        tally.released += gone.filter((id) => before.sentenced.has(id)).length;
      }),
      { numRuns: runs(300, 4000) },
    );
    assert.ok(tally.gone > 100 && tally.held > 10, JSON.stringify(tally));
    assert.ok(tally.released > 10 && tally.heldByRelease > 0, JSON.stringify(tally));
    for (const [what, count] of Object.entries(tally)) tried(what, count);
  });

  it('has the cut sets that trying every set of up to two crashes finds', () => {
    const tally = new Map<string, number>();
    fc.assert(
      fc.property(endingModels, thresholdPolicy, (model, policy) => {
        const before = naiveStart(model);
        const mayCrash = model.entities.filter(
          ({ id, kind, root }) => (kind === 'pd' || kind === 'node') && !root && before.alive.has(id),
        );
        const sets = subsets(mayCrash.map(({ id }) => id), 2); // oxfmt-ignore
        const failing = sets.map((set) => {
          const destroyed = new Set(crashNaively(before, set, policy).destroyed);
          const gone = (id: number): boolean => !before.alive.has(id) || destroyed.has(id);
          const { broken } = brokenOnce(model, gone);
          return { set, fails: (id: number) => gone(id) || broken.has(id), released: destroyed };
        });
        for (const { id } of model.entities) {
          const found = smallestCutSet(model, id, policy) ?? Number.NaN;
          const size = failing.find(({ set, fails }) => !set.includes(id) && fails(id))?.set.length;
          if (size === undefined) assert.ok(found > 2, `${String(id)}: ${String(found)}`);
          else assert.equal(found, size, String(id));
          const word = found > 2 ? 'more' : String(found);
          if (before.sentenced.has(id)) tally.set(word, (tally.get(word) ?? 0) + 1);
        }
      }),
      { numRuns: runs(60, 2000) },
    );
    for (const size of ['0', '1', '2']) assert.ok((tally.get(size) ?? 0) > 0, JSON.stringify([...tally]));
    for (const [size, count] of tally) tried(`smallest cut set of ${size} of what is doomed`, count);
  });
});
