/** The picture of a plan that is refused: nothing in it looks or reads as if it had happened. */
import assert from 'node:assert/strict';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { shortStatusWords, statusesOf, statusWords } from '../../../language/src/drawing/graph/node-status.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { graphView } from '../../../language/src/view/graph.ts';
import { planOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { buildModel } from '../build-model.ts';

describe('The statuses of a plan', () => {
  const wordsOf = (isProtected: boolean): readonly (readonly [string, string])[] => {
    const { model, sources, id } = buildModel(
      `object box\nobject box.inner\npd guard\n${isProtected ? 'guard protects box.inner' : ''}`,
    );
    const plan = planOf(model, { kind: 'destroy', targets: [id('box')] }, defaultPolicy);
    const overlay = planOverlay(plan, { sources, question: { kind: 'plan', end: 'destroy', of: 'box' } });
    const statuses = [...statusesOf(graphView(model, sources), overlay).values()];
    return statuses.map((status) => [shortStatusWords(status), statusWords(status)]);
  };

  it('say what would end if the plan is refused, and who refuses', () => {
    const words = wordsOf(true);
    assert.equal(words[0]?.[0], 'would end');
    assert.match(words[0][1], /^would end in step/u);
    assert.equal(words.filter(([short]) => short === 'refuses').length, 1);
    assert.ok(!words.flat().join().includes('destroyed'));
  });

  it('say what is destroyed if nobody refuses', () => {
    assert.deepEqual(
      wordsOf(false).map(([short]) => short),
      ['destroyed', 'destroyed', 'untouched'],
    );
  });
});
