/**
 * Finds the cycle of a finding at the selected node or edge: everything that has the same finding.
 */
import type { GraphEdge } from '../../view/graph-edge.ts';
import type { GraphNode, GraphView } from '../../view/graph.ts';
import { isCycle } from '../../view/problems.ts';
import type { Selection } from './selection.ts';

/** Ids of the nodes and edges on a cycle. */
export interface SelectedCycle {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

/** Returns the first cycle that a finding at the selection is about; undefined if there is none. */
export function selectedCycle(graph: GraphView, selection: Selection | undefined): SelectedCycle | undefined {
  if (selection === undefined) return undefined;
  const things: readonly (GraphNode | GraphEdge)[] = selection.type === 'node' ? graph.nodes : graph.edges;
  const problem = things.find(({ id }) => id === selection.id)?.problems?.find(isCycle);
  if (problem === undefined) return undefined;
  const idsOf = (all: readonly (GraphNode | GraphEdge)[]): ReadonlySet<string> =>
    new Set(
      all
        .filter(({ problems }) => problems?.some((one) => one.code === problem.code && one.message === problem.message))
        .map(({ id }) => id),
    );
  return { nodes: idsOf(graph.nodes), edges: idsOf(graph.edges) };
}
