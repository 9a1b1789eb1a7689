/** The layout by Graphviz, as the page uses it for large graphs. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import { fromDot, toDot } from '../../../language/src/view/layout/dot-graph.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { makeModel, type EntityLiteral } from '../build-model.ts';
import { graphs } from './random-graphs.ts';
import { assertGoodPlacement } from './placement-checks.ts';
import { everything, keyValueStore, layeredSystem } from './sample-model.ts';

describe('The layout by Graphviz', () => {
  let graphviz: Graphviz | undefined;
  before(async () => {
    graphviz = await Graphviz.load();
  });
  const placed = (view: GraphView): Placement => {
    assert.ok(graphviz);
    const graph = layoutGraphOf(view);
    return fromDot(graphviz.layout(toDot(graph), 'json', 'dot'), graph);
  };

  for (const [name, { model, sources }] of Object.entries({
    'a small system': keyValueStore(),
    everything: everything(),
    '1,000 entities': layeredSystem(1000),
  })) {
    it(`gives all of ${name} a place, the nested inside, siblings apart, edges at their ends`, function () {
      this.timeout(60_000);
      const view = graphView(model, sources, { groupAbove: 5000 });
      const placement = placed(view);
      assert.equal(placement.engine, 'graphviz');
      assertGoodPlacement(view, placement);
    });
  }

  it('does so for any nesting and any edges', () => {
    fc.assert(
      fc.property(graphs(14), (view) => {
        assertGoodPlacement(view, placed(view));
      }),
      { numRuns: 60 },
    );
  });

  it('is not disturbed by names that mean something to it', () => {
    const entities = ['subgraph', 'n0', '"]', '->'].map((name): EntityLiteral => ({ kind: 'pd', name }));
    const { model, sources } = makeModel(entities, [{ kind: 'feeds', source: 0, target: 1 }]);
    const view = graphView(model, sources);
    assertGoodPlacement(view, placed(view));
  });
});
