/** A plan takes account of what is ending at the start: what nothing holds up is gone, the rest ends anyway. */
import assert from 'node:assert/strict';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { planJson } from '../../../../language/src/analysis/plan/plan-json.ts';
import { planOf, type PlanRequest } from '../../../../language/src/analysis/plan/plan.ts';
import { modelOfText } from '../../dsl/load-text.ts';

const text = `doomed object old { deletion: foreground  object part { finalizers: [f] } }
doomed object gone
root object r { object x { waits for old }  object y { waits for gone } }
`;

describe('a plan of a model in which something is ending already', () => {
  const planned = async (name: string, kind: 'delete' | 'destroy') => {
    const model = await modelOfText(text);
    const targets = model.entities.flatMap((each) => (each.name === name ? [each.id] : []));
    const request: PlanRequest = { kind, targets };
    const { layers, held, anyway, later } = planJson(planOf(model, request, defaultPolicy));
    const names = (list: readonly { readonly name: string }[]) => list.map((each) => each.name);
    return { layers, held: names(held), anyway: names(anyway), later: names(later) };
  };

  it('does not wait for what has ended', async () => {
    for (const kind of ['delete', 'destroy'] as const) assert.deepEqual((await planned('r.y', kind)).layers, [['r.y']]);
  });

  it('waits for what is still ending, which ends anyway', async () => {
    const { layers, held, anyway, later } = await planned('r.x', 'delete');
    assert.deepEqual([layers, held, anyway, later], [[], ['r.x'], ['old', 'old.part'], ['r.x']]);
  });
});
