import assert from 'node:assert/strict';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { madeIn, planAtStep } from '../../../../language/src/view/report/plan-at-step.ts';
import { planOverlay } from '../../../../language/src/view/report/plan-overlay.ts';
import { buildModel } from '../../build-model.ts';

const { model, sources, id } = buildModel(`
  root object env
  object env.net
  object env.vm
  pd watcher
  watcher needs env
  env.vm destroyed after env.net notify detach
`);
const question = { kind: 'plan', end: 'destroy', of: 'env' } as const;
const plan = planOf(model, { kind: 'destroy', targets: [id('env')] }, defaultPolicy);
const overlay = planOverlay(plan, { sources, question });
const ended = (step: number | undefined): readonly string[] =>
  planAtStep(overlay, step).marks.flatMap(({ name, effects }) =>
    effects.some(({ kind }) => kind === 'destroyed') ? [name] : [],
  );

describe('A plan after a step', () => {
  it('has destroyed the layers so far, and those alone', () => {
    const layers = plan.order.layers.map((layer) => layer.map((entity) => model.entities[entity]?.name ?? ''));
    for (let step = 0; step <= layers.length; step++)
      assert.deepEqual([...ended(step)].sort(), layers.slice(0, step).flat().sort());
    layers.forEach((layer, place) => {
      assert.deepEqual([...madeIn(overlay, place + 1)].sort(), [...layer].sort());
    });
  });

  it('notifies at the start, and shows what happens to the rest only at the end', () => {
    const kindsAt = (step: number): Set<string> =>
      new Set(planAtStep(overlay, step).marks.flatMap(({ effects }) => effects.map(({ kind }) => kind)));
    assert.deepEqual([...kindsAt(0)], ['notifiedFirst']);
    assert.ok(!kindsAt(overlay.steps - 1).has('broken'));
    assert.ok(kindsAt(overlay.steps).has('broken'));
    assert.equal(planAtStep(overlay, undefined), overlay);
  });
});
