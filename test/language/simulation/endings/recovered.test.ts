/**
 * A planned recovery, carried out in a run: everything is back as it was before the crash. A planned start of what ends
 * at the start: a restart brings the same back.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canRelate } from '../../../../language/src/analysis/facts/legal-ends.ts';
import { type Recovery, recoveryFrom } from '../../../../language/src/analysis/plan/recovery.ts';
import { startPlan } from '../../../../language/src/analysis/plan/start-plan.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import { entityOf, relationOf } from '../../../../language/src/model/model.ts';
import { defaultPolicy, type Policy } from '../../../../language/src/model/policy.ts';
import { act, initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { createNow, crashNow, restartNow } from '../../../../language/src/simulation/kernel/endings/life.ts';
import { linkNow } from '../../../../language/src/simulation/kernel/endings/links.ts';
import type { Run } from '../../../../language/src/simulation/kernel/run.ts';
import { predicateOf } from '../../../../language/src/simulation/program/predicates.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { runs } from '../../../properties.ts';
import { parts, type Parts, thresholdPolicy } from '../../analysis/random-model.ts';
import { makeModel } from '../../build-model.ts';

const crashed = fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 });

/** The relations that a text without errors can have between what exists. */
const legal = ({ entities, relations }: Parts): Parts['relations'] => {
  const { model } = makeModel(entities, relations);
  return relations.filter(({ kind, source, target }) => {
    const ends = [entityOf(model, source), entityOf(model, target)] as const;
    return canRelate(kind, ...ends) && !ends.some(({ absent }) => absent);
  });
};

const those = (run: Run, predicate: 'alive' | 'broken' | 'degraded' | 'dangling'): EntityId[] =>
  run.program.model.entities.map(({ id }) => id).filter((id) => predicateOf(run, predicate, id));

/** The holds, requests, spaces and maps of what is alive, as texts. */
const tiesOf = ({ state, program }: Run): string[] =>
  state.links
    .filter(({ kind }) => ['holds', 'manages', 'requests', 'maps'].includes(kind))
    .map(({ kind, source, target, as }) =>
      [entityOf(program.model, source).name, kind, entityOf(program.model, target).name, as ?? ''].join(' '),
    )
    .sort();

function carryOut(run: Run, { ended, actions, links }: Recovery, isReversed: boolean): void {
  const done = (step: () => void): void => {
    assert.equal(act(run, step).error, undefined);
  };
  const alone: Policy = { ...defaultPolicy, pdDepth: 0, spaceDepth: 0 };
  if (ended.length > 0)
    done(() => {
      crashNow(run, ended.map(({ entity }) => entity), alone, { place: 0, isFinal: false }); // oxfmt-ignore
    });
  // The actions of a step are independent of each other, but the first brings back what two would.
  for (const { kind, entity, brings } of actions.flatMap((step) => (isReversed ? step.toReversed() : step))) {
    const before = new Set(those(run, 'alive'));
    done(() => {
      if (kind === 'restart') restartNow(run, entity, 0);
      else createNow(run, entity, 0);
    });
    const back = those(run, 'alive').filter((id) => !before.has(id));
    if (!isReversed) assert.deepEqual(back, brings, 'what comes back');
    assert.ok(those(run, 'alive').includes(entity), 'is not refused');
  }
  for (const { relation } of links) {
    const { kind, source, target, as } = relationOf(run.program.model, relation ?? 0);
    done(() => {
      linkNow(run, { kind, source, target, as, notify: undefined }, 0);
    });
  }
}

describe('a planned recovery of random models', () => {
  it('brings everything back that is not stuck, unbroken, with all that it holds, requests and manages', () => {
    const reached = new Map<string, number>();
    const count = (what: string, number: number): void =>
      void reached.set(what, (reached.get(what) ?? 0) + Math.sign(number));
    fc.assert(
      fc.property(parts, crashed, thresholdPolicy, fc.boolean(), (made, which, policy, isReversed) => {
        const { model } = makeModel(made.entities, legal(made));
        const possible = model.entities.filter(({ kind, absent }) => !absent && (kind === 'pd' || kind === 'node'));
        const targets = [...new Set(which.flatMap((each) => possible[each % possible.length]?.id ?? []))];
        if (targets.length === 0) return;
        const { run } = initial(compileModel(model), { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
        const before = { alive: those(run, 'alive'), broken: those(run, 'broken'), ties: tiesOf(run) };
        const wasDegraded = those(run, 'degraded');
        const plan = recoveryFrom(model, targets, policy);
        assert.equal(act(run, () => { crashNow(run, targets, policy, { place: 0, isFinal: false }); }).error, undefined); // oxfmt-ignore
        assert.deepEqual(before.alive.filter((id) => !those(run, 'alive').includes(id)), [...plan.destroyed].sort((a, b) => a - b)); // oxfmt-ignore
        carryOut(run, plan, isReversed);
        const stuck = plan.stuck.map(({ entity }) => entity);
        assert.deepEqual(those(run, 'alive'), before.alive.filter((id) => !stuck.includes(id)), 'alive'); // oxfmt-ignore
        count('several actions', plan.actions.flat().length - 1);
        count('layers', plan.actions.length - 1);
        count('survivors that end', plan.ended.length);
        count('created', plan.actions.flat().filter(({ kind }) => kind === 'create').length);
        count('links at the end', plan.links.length);
        count('stuck', stuck.length);
        count('dangling', plan.dangling.length);
        assert.deepEqual(those(run, 'dangling'), plan.dangling.map(({ entity }) => entity), 'dangling'); // oxfmt-ignore
        const coming = plan.layers.flat().map(({ entity }) => entity);
        assert.deepEqual(coming.filter((id) => stuck.includes(id) || !those(run, 'alive').includes(id)), [], 'layers'); // oxfmt-ignore
        const early = (id: EntityId, on: EntityId): boolean => plan.layers.findIndex((layer) => layer.some((each) => each.entity === on)) < plan.layers.findIndex((layer) => layer.some((each) => each.entity === id)); // oxfmt-ignore
        for (const { entity, waits } of plan.layers.flat())
          for (const { on, least, among } of waits)
            if (least === among) assert.ok(early(entity, on), `${String(entity)} waits for ${String(on)}`);
        if (stuck.length > 0) return;
        assert.deepEqual(those(run, 'broken'), before.broken, 'broken');
        assert.deepEqual(those(run, 'degraded'), wasDegraded, 'degraded');
        assert.deepEqual(tiesOf(run), before.ties, 'what is held, requested, managed and mapped');
      }),
      { numRuns: runs(500, 20_000) },
    );
    for (const what of [
      'several actions',
      'layers',
      'survivors that end',
      'created',
      'links at the end',
      'stuck',
      'dangling',
    ])
      assert.ok((reached.get(what) ?? 0) > 2, JSON.stringify([...reached]));
  });
});

describe('a planned start of what has ended at the start of a random model', () => {
  it('brings back what a restart does', () => {
    let [along, refused] = [0, 0];
    fc.assert(
      fc.property(parts, fc.nat(1000), (made, which) => {
        const possible = made.entities.flatMap(({ kind, absent }, id) => (absent !== true && (kind === 'pd' || kind === 'node') ? [id] : [])); // oxfmt-ignore
        const target = possible[which % possible.length];
        const entities = made.entities.map((each, id) => (id === target ? { ...each, doomed: true } : each));
        const { model } = makeModel(entities, legal(made));
        const { run } = initial(compileModel(model), { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
        const before = those(run, 'alive');
        if (target === undefined || before.includes(target)) return;
        const { layers, cycles, stuck } = startPlan(model, target);
        if (cycles.length > 0) return;
        act(run, () => { restartNow(run, target, 0); }); // oxfmt-ignore
        const back = those(run, 'alive').filter((id) => !before.includes(id));
        const started = layers.flat().map(({ entity }) => entity);
        const wanted = started.filter((id) => !before.includes(id)).sort((a, b) => a - b);
        // What waits for something that never starts does not start in a plan; a restart brings it back broken.
        assert.deepEqual(wanted, stuck.length === 0 ? back : back.filter((id) => wanted.includes(id)));
        along += Math.max(0, back.length - 1);
        if (back.length === 0) refused++;
      }),
      { numRuns: runs(500, 20_000) },
    );
    assert.ok(along > 50 && refused > 0, `${String(along)} ${String(refused)}`);
  });
});
