/** What is doomed at the start. */
import assert from 'node:assert/strict';
import { planJson } from '../../../language/src/analysis/plan/plan-json.ts';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { why } from '../../../language/src/analysis/why/why.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { modelOfText } from '../dsl/load-text.ts';
import { comesTrue, eachComesTrue, saidOf } from './said.ts';

describe('"doomed"', () => {
  eachComesTrue([
    [
      'sentences at instant 0, before machines start, in the mode that the object says',
      `doomed root object x { deletion: foreground  object part { finalizers: [f] } }
      machine M for pd { initial state A { enter { if not x doomed or x destroyed { report "late" } } } }
      pd p runs M
      scenario "s" { expect x doomed and x alive and x.part doomed and x.part alive
        set x.part.finalizers = []  run 0s  expect x, x.part destroyed }`,
    ],
    [
      'in another mode leaves what it owns, or lets it go later',
      `doomed root object a { deletion: orphan  object kept }
      doomed root object b { deletion: background  object late }
      scenario "s" { expect a, b destroyed  expect a.kept alive  run 1min  expect b.late destroyed and a.kept alive }`,
    ],
    [
      'asks no protection',
      `protected doomed root object x  doomed pd p  root object g { protects x, p }
      scenario "s" { expect x, p destroyed }`,
    ],
  ]);

  it('has dropped what an orphaning drops, and what has ended plays no part, in plans and in "why"', async () => {
    const model = await modelOfText(`doomed root object a { finalizers: [hold, orphan]  object b }
      doomed root object gone { refers kept }  object kept
      pd p { destroyed after q }  doomed pd q { destroyed after r }  pd r`);
    const nothing = await modelOfText('');
    const idOf = (name: string): number => model.entities.findIndex((each) => each.name === name);
    const { order } = planOf(nothing, { kind: 'since', older: model }, defaultPolicy);
    assert.deepEqual(order.layers.map((layer) => layer.length), [5]); // oxfmt-ignore
    const isBefore = (entity: string, then: string): boolean | undefined =>
      why(model, { kind: 'before', entity: idOf(entity), then: idOf(then), policy: defaultPolicy })[0]?.holds;
    assert.deepEqual([isBefore('a.b', 'a'), isBefore('r', 'p'), isBefore('r', 'q')], [false, false, false]);
    const said = why(model, { kind: 'structure', entity: idOf('kept') });
    assert.deepEqual(said.flatMap(({ claim, holds }) => (holds ? [claim] : [])), ['orphaned']); // oxfmt-ignore
  });

  it('is held up in the plan of an eviction where something waits, as in that of a destruction', async () => {
    const model = await modelOfText('doomed node n { pd p { waits for q } }  pd q');
    for (const kind of ['evict', 'destroy'] as const) {
      const { held, anyway } = planJson(planOf(model, { kind, targets: [0] }, defaultPolicy));
      assert.deepEqual([held.map(({ name }) => name), anyway], [['n', 'n.p'], []], kind);
    }
  });

  it('does not go together with "absent"', async () => {
    const said = await saidOf('doomed absent root object x');
    assert.ok(
      said.some((each) => each.startsWith('entity/doomed-absent 1:')),
      said.join('\n'),
    );
  });

  it('is said without a report of a machine that starts later', async () => {
    const found = await comesTrue(
      'doomed root object x { finalizers: [f] }\nmachine M for pd { initial state A { enter { if not x doomed { report "late" } } } }\npd p runs M\nscenario "s" { expect x doomed }',
    );
    assert.deepEqual(found, []);
  });
});
