/** The drawn part of a very large model after the user has chosen a part of it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { drawnOf, withFocus } from '../../../../client/webview/graph/choice.ts';
import { graphView } from '../../../../language/src/view/graph.ts';
import type { Focus } from '../../../../language/src/view/shown/focus.ts';
import { everything, shownOf } from '../../../../language/src/view/shown/shown.ts';
import { layeredSystem } from '../../../language/view/sample-model.ts';

describe('What is drawn of a neighbourhood in a very large model', () => {
  const { model, sources } = layeredSystem(6000);
  const whole = graphView(model, sources);
  const servers = model.entities.filter(({ kind }) => kind === 'pd').map(({ name }) => name);
  const drawnFor = (focus: Focus) => {
    const choice = withFocus(everything, focus);
    const { graph: shown } = shownOf(whole, choice);
    const { graph: drawn } = drawnOf(whole, choice, 60);
    return { shown, drawn, ids: new Set(drawn.nodes.map(({ id }) => id)) };
  };

  it('has what was chosen and its neighbours one by one, however much is around them', () => {
    let stacked = 0;
    fc.assert(
      fc.property(fc.constantFrom(...servers), fc.integer({ min: 1, max: 60 }), (of, hops) => {
        const { shown, drawn, ids } = drawnFor({ kind: 'near', of, hops });
        if (drawn.nodes.some(({ stack }) => stack !== undefined)) stacked += 1;
        assert.ok(ids.has(of), of);
        for (const { source, target } of shown.edges) {
          if (source === of) assert.ok(ids.has(target), target);
          if (target === of) assert.ok(ids.has(source), source);
        }
        assert.equal(drawn.entityCount, shown.entityCount);
        assert.ok(drawn.nodes.length < 130, drawn.nodes.length.toString());
      }),
      { numRuns: 12 },
    );
    assert.ok(stacked > 0, 'some neighbourhoods are so large that the rest is in stacks');
  });

  it('has both PDs that are compared', () => {
    const { ids } = drawnFor({ kind: 'shared', of: 'server500', with: 'server999' });
    assert.ok(ids.has('server500') && ids.has('server999'));
  });
});
