/** The layout by Graphviz, as the page uses it for large graphs. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import { fromDot, toDot } from '../../../language/src/view/layout/dot-graph.ts';
import { keptPlacement } from '../../../language/src/view/layout/kept.ts';
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
    it(`gives all of ${name} a place, the nested inside, siblings apart, edges at their ends`, () => {
      const view = graphView(model, sources);
      const placement = placed(view);
      assert.equal(placement.engine, 'graphviz');
      for (const { id, width, height } of layoutGraphOf(view).nodes) {
        const box = placement.boxes.get(id);
        assert.ok(box && box.width > width - 0.1 && box.height > height - 0.1, `${id} has the room that it needs`);
      }
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

  it('is kept if a name changes, so all other nodes stay in place', () => {
    const { model, sources } = layeredSystem(300);
    const view = graphView(model, sources);
    const placement = placed(view);
    const renamed = (id: string): string => (id === 'server5' ? 'server5 and more' : id);
    const graph = layoutGraphOf({
      ...view,
      nodes: view.nodes.map((node) =>
        node.id === 'server5' ? { ...node, id: renamed(node.id), label: renamed(node.id) } : node,
      ),
      edges: view.edges.map((edge) => ({ ...edge, source: renamed(edge.source), target: renamed(edge.target) })),
    });
    const kept = keptPlacement(graph, { graph: layoutGraphOf(view), placement });
    assert.ok(kept);
    const stayed = view.nodes.filter(({ id }) => kept.boxes.get(id)?.x === placement.boxes.get(id)?.x);
    assert.ok(stayed.length >= 0.9 * view.nodes.length, stayed.length.toString());
  });

  it('is not disturbed by names that mean something to it', () => {
    const entities = ['subgraph', 'n0', '"]', '->'].map((name): EntityLiteral => ({ kind: 'pd', name }));
    const { model, sources } = makeModel(entities, [{ kind: 'feeds', source: 0, target: 1 }]);
    const view = graphView(model, sources);
    assertGoodPlacement(view, placed(view));
  });
});
