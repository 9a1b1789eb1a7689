/**
 * A chain so long that recursion along it would overflow the stack, and that a call with each of its PDs as an argument
 * would too: the latter needs some 125,000.
 */
import assert from 'node:assert/strict';
import { checkModel } from '../../../../language/src/analysis/rules/check-model.ts';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import { planJson } from '../../../../language/src/analysis/plan/plan-json.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import type { RelationKind } from '../../../../language/src/model/relation.ts';
import { makeModel } from '../../build-model.ts';

describe('a chain of 130,000 PDs that die with each other', () => {
  const length = 130_000;
  const last = length - 1;
  const links = (kind: RelationKind) => Array.from({ length: last }, (_, id) => ({ kind, source: id + 1, target: id }));
  const { model, sources } = makeModel(
    Array.from({ length }, () => ({ kind: 'pd' })),
    [...links('dies with'), ...links('destroyed after')],
  );

  it('is checked without a failed check', () => {
    assert.deepEqual(checkModel(model, sources), []);
  });

  it('is planned from end to end, with the whole reason of the last one, and written as JSON, reduced to one pair for each link', () => {
    const plan = planOf(model, { kind: 'destroy', targets: [0] }, defaultPolicy);
    const { doomed, order } = plan;
    assert.equal(doomed.length, length);
    assert.equal(doomed[last]?.because.length, length);
    assert.deepEqual([order.layers.length, order.layers[0], order.layers[last]], [length, [0], [last]]);
    assert.equal(order.because(0, last).length, last);
    assert.deepEqual(order.dropped, []);
    assert.equal(planJson(plan, { reasons: 'none' }).before?.length, last);
  });

  it('crashes in one step', () => {
    const { doomed, order } = planOf(model, { kind: 'crash', targets: [0] }, defaultPolicy);
    assert.equal(doomed[last]?.because.length, length);
    assert.deepEqual([order.layers.length, order.layers[0]?.length], [1, length]);
  });
});
