/**
 * The edges of one component as plain lists, from which subgraphs by label are built.
 */
import { createEdgeList, type Digraph } from './digraph.ts';
import { itemAt } from '../model/lookup.ts';

/** The edges inside one component, on nodes numbered from 0. */
export interface InnerEdges {
  readonly nodeCount: number;
  readonly sources: readonly number[];
  readonly targets: readonly number[];
  readonly labels: readonly number[];
}

/** Returns the graph of the edges whose labels are accepted. */
export function subgraph(
  { nodeCount, sources, targets, labels }: InnerEdges,
  has: (label: number) => boolean,
): Digraph {
  const list = createEdgeList(labels.length);
  for (const [edge, label] of labels.entries()) {
    if (has(label)) list.add(itemAt(sources, edge), itemAt(targets, edge), label);
  }
  return list.toDigraph(nodeCount);
}
