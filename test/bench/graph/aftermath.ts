/**
 * Our graph core: building, components, and the nodes reachable from one node.
 */
import { stronglyConnected } from '../../../language/src/graph/components.ts';
import { buildDigraph } from '../../../language/src/graph/digraph.ts';
import { reach } from '../../../language/src/graph/reach.ts';
import { startStopwatch } from '../stopwatch.ts';
import type { Contender } from '../suite.ts';
import { graphOf } from './random-graph.ts';

/** Measures the three phases. */
export const measureAftermath: Contender = (input) => {
  const { nodeCount, sources, targets } = graphOf(input);
  const { times, time } = startStopwatch();
  const graph = time('build', () => buildDigraph(nodeCount, sources, targets));
  const components = time('components', () => stronglyConnected(graph));
  const found = time('reach', () => reach(nodeCount, { sources: [{ node: 0, hops: 0 }], steps: graph }));
  const answers = {
    components: components.count,
    reached: found.distance.reduce((count, distance) => count + (distance >= 0 ? 1 : 0), 0),
  };
  return { times, answers };
};
