/**
 * The edges of one component as plain lists, from which subgraphs by label are built.
 */
import { createEdgeList, type Digraph } from '../digraph.ts';
import { at } from '../../model/common/lookup.ts';

/** The edges inside one component, on nodes numbered from 0. */
export interface InnerEdges {
  readonly nodeCount: number;
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  readonly labels: Int32Array;
}

/** Returns the graph of the edges whose labels are accepted. */
export function subgraph(
  { nodeCount, sources, targets, labels }: InnerEdges,
  has: (label: number) => boolean,
): Digraph {
  const list = createEdgeList(labels.length);
  for (let edge = 0; edge < labels.length; edge++) {
    const label = at(labels, edge);
    if (has(label)) list.add(at(sources, edge), at(targets, edge), label);
  }
  return list.toDigraph(nodeCount);
}
