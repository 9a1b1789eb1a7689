/** The same three phases with graphology, by its own functions. */
import { DirectedGraph } from 'graphology';
import { stronglyConnectedComponents } from 'graphology-components';
import { bfsFromNode } from 'graphology-traversal';
import { startStopwatch } from '../stopwatch.ts';
import type { Contender } from '../suite.ts';
import { type EdgeArrays, graphOf } from './random-graph.ts';

/** Measures the three phases. */
export const measureGraphology: Contender = (input) => {
  const edges = graphOf(input);
  const { times, time } = startStopwatch();
  const graph = time('build', () => build(edges));
  const components = time('components', () => stronglyConnectedComponents(graph));
  let reached = 0;
  time('reach', () => {
    bfsFromNode(
      graph,
      '0',
      () => {
        reached += 1;
      },
      { mode: 'outbound' },
    );
  });
  return { times, answers: { components: components.length, reached } };
};

function build({ nodeCount, sources, targets }: EdgeArrays): DirectedGraph {
  const graph = new DirectedGraph();
  for (let node = 0; node < nodeCount; node++) graph.addNode(node);
  for (const [edge, source] of sources.entries()) graph.addDirectedEdge(source, targets[edge]);
  return graph;
}
