/**
 * Our graph core: building, components, layers of components, and the nodes reachable from one node.
 */
import { stronglyConnected } from '../../../language/src/graph/components.ts';
import { buildDigraph } from '../../../language/src/graph/digraph.ts';
import { earliestLayers } from '../../../language/src/graph/layers.ts';
import { reach } from '../../../language/src/graph/reach.ts';
import { startStopwatch } from '../stopwatch.ts';
import type { Contender } from '../suite.ts';
import { graphOf } from './random-graph.ts';

/** Measures the four phases. */
export const measureAftermath: Contender = (input) => {
  const { nodeCount, sources, targets } = graphOf(input);
  const { times, time } = startStopwatch();
  const graph = time('build', () => buildDigraph(nodeCount, sources, targets));
  const components = time('components', () => stronglyConnected(graph));
  const layers = time('layers', () => earliestLayers(graph, components));
  const found = time('reach', () => reach(nodeCount, { sources: [{ node: 0, hops: 0 }], steps: graph }));
  const answers = {
    components: components.count,
    layers: layers.reduce((most, layer) => Math.max(most, layer), 0) + 1,
    reached: found.distance.reduce((count, distance) => count + (distance >= 0 ? 1 : 0), 0),
  };
  return { times, answers };
};
