import assert from 'node:assert/strict';
import { document, graph, linkWith, uri } from './graph-link-world.ts';

describe('The graph panel with a comparison', () => {
  it('draws a comparison as one graph with its differences, again after each edit, and the plain graph where it is refused', async () => {
    const { link, posted, answer, asked } = linkWith();
    const changes = { kind: 'changes', base: 'file:///old.aft', name: 'the last commit' } as const;
    const differences = [{ text: 'worse', direction: 'worse' }];
    const compared = {
      question: changes,
      event: 'the last commit',
      steps: 1,
      differences,
      marks: [],
      dropped: [],
      droppedCount: 0,
    };
    await link.receive({ type: 'ready' });
    const shown = link.show(document);
    await answer({ version: 1, graph });
    await shown;
    posted.splice(0);
    const comparing = link.plan(changes, 1);
    await answer({ version: 1, graph });
    assert.deepEqual(asked[0]?.parameters, { uri, question: changes });
    await answer({ graph: { ...graph, entityCount: 99 }, plan: compared });
    await comparing;
    const told = (): unknown[] =>
      posted.splice(0).map((message) => (message.type === 'graph' ? message.graph.entityCount : message));
    assert.deepEqual(told(), [99, { type: 'plan', plan: compared, step: 1 }]);
    const edited = link.modelChanged('file:///old.aft');
    await answer({ version: 2, graph });
    await answer({ refusal: 'It has errors.' });
    await edited;
    assert.deepEqual(told(), [graph.entityCount, { type: 'plan', plan: null }]);
  });
});
