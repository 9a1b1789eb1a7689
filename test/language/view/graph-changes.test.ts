/** The difference of a graph from an earlier one: put together it is the graph, and so is all that is drawn of it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { GraphView } from '../../../language/src/view/graph.ts';
import { graphChanges } from '../../../language/src/view/graph-changes.ts';
import { changedGraph } from '../../../language/src/model/part-changes.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import type { LayoutGraph } from '../../../language/src/view/layout/layout-graph.ts';
import { atAGlance } from '../../../language/src/view/shown/at-a-glance.ts';
import { runs } from '../../properties.ts';
import { systems } from './random-graphs.ts';

const copyOf = (graph: GraphView): GraphView => JSON.parse(JSON.stringify(graph)) as GraphView;

/** Returns what is drawn of a graph, and what is laid out for it. */
function drawnOf(graph: GraphView, above: number): { readonly seen: GraphView; readonly laidOut: LayoutGraph } {
  const seen = atAGlance(graph, { above, closed: [], opened: [], asked: [] });
  return { seen, laidOut: layoutGraphOf(seen) };
}

/** Some of these nodes in another order, so that what is gone comes back elsewhere. */
const edited = fc.tuple(systems(6), fc.nat(), fc.boolean()).map(([graph, at, isTurned]): GraphView => {
  const view = copyOf(graph);
  const edges = view.edges.map((edge, place) => (place === at % 7 ? { ...edge, as: 'rw' } : edge));
  return { ...view, edges: isTurned ? edges.toReversed() : edges };
});

describe('The changes of a graph', () => {
  it('lead to the same graph, of which the same is drawn as from scratch, edit after edit', () => {
    const reached = { kept: 0, changed: 0 };
    fc.assert(
      fc.property(fc.array(edited, { minLength: 2, maxLength: 4 }), fc.constantFrom(6, 60), (graphs, above) => {
        let last = copyOf(graphs[0] ?? { nodes: [], edges: [], entityCount: 0 });
        for (const next of graphs) {
          const changes = graphChanges(next, last);
          for (const part of [...changes.nodes, ...changes.edges])
            reached[typeof part === 'number' ? 'kept' : 'changed'] += 1;
          last = changedGraph(JSON.parse(JSON.stringify(changes)) as typeof changes, last);
          assert.deepEqual(last, next);
          assert.deepEqual(drawnOf(last, above), drawnOf(copyOf(next), above));
        }
      }),
      { numRuns: runs(25) },
    );
    assert.ok(reached.kept > 200 && reached.changed > 200, JSON.stringify(reached));
  });
});
