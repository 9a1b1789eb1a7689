/**
 * The same four phases with graphology, by its own functions where it has them: only the graph of the components is
 * built by hand.
 */
import { DirectedGraph } from 'graphology';
import { stronglyConnectedComponents } from 'graphology-components';
import { topologicalGenerations } from 'graphology-dag';
import { bfsFromNode } from 'graphology-traversal';
import { startStopwatch } from '../stopwatch.ts';
import type { Contender } from '../suite.ts';
import { type EdgeArrays, graphOf } from './random-graph.ts';

/** Measures the four phases. */
export const measureGraphology: Contender = (input) => {
  const edges = graphOf(input);
  const { times, time } = startStopwatch();
  const graph = time('build', () => build(edges));
  const components = time('components', () => stronglyConnectedComponents(graph));
  const layers = time('layers', () => topologicalGenerations(condensed(graph, components)));
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
  return { times, answers: { components: components.length, layers: layers.length, reached } };
};

function build({ nodeCount, sources, targets }: EdgeArrays): DirectedGraph {
  const graph = new DirectedGraph();
  for (let node = 0; node < nodeCount; node++) graph.addNode(node);
  for (const [edge, source] of sources.entries()) graph.addDirectedEdge(source, targets[edge]);
  return graph;
}

function condensed(graph: DirectedGraph, components: readonly (readonly string[])[]): DirectedGraph {
  const numberOf = new Map<string, number>();
  const between = new DirectedGraph();
  for (const [number, nodes] of components.entries()) {
    between.addNode(number);
    for (const node of nodes) numberOf.set(node, number);
  }
  graph.forEachEdge((_edge, _attributes, source, target) => {
    const [first, then] = [numberOf.get(source), numberOf.get(target)];
    if (first !== then) between.mergeDirectedEdge(first, then);
  });
  return between;
}
