/**
 * The difference between two graphs to lay out, which is much smaller than a graph after an edit of a large one.
 */
import type { LayoutEdge, LayoutGraph, LayoutNode, Size } from '../../../language/src/view/layout/layout-graph.ts';
import { changedParts, partChanges, type PartChanges } from '../../../language/src/model/part-changes.ts';

/** A graph in which what is as in an earlier one is the number of it there. */
export interface GraphChanges extends Omit<LayoutGraph, 'nodes' | 'edges'> {
  readonly nodes: PartChanges<LayoutNode>;
  readonly edges: PartChanges<LayoutEdge>;
}

/** Returns a graph as its difference from an earlier one. Cost: `O(V + E)`. */
export const graphChanges = (graph: LayoutGraph, earlier: LayoutGraph): GraphChanges => ({
  ...graph,
  nodes: partChanges(graph.nodes, earlier.nodes, areAlike),
  edges: partChanges(graph.edges, earlier.edges, areSameLine),
});

/** Returns the graph of which this is the difference from an earlier one. */
export const changedGraph = (changes: GraphChanges, earlier: LayoutGraph): LayoutGraph => ({
  ...changes,
  nodes: changedParts(changes.nodes, earlier.nodes),
  edges: changedParts(changes.edges, earlier.edges),
});

const isSize = (one: Size | undefined, other: Size | undefined): boolean =>
  one?.width === other?.width && one?.height === other?.height;

const areAlike = (one: LayoutNode, other: LayoutNode): boolean =>
  isSize(one, other) && one.parent === other.parent && one.first === other.first && one.isColumn === other.isColumn;

const areSameLine = (one: LayoutEdge, other: LayoutEdge): boolean =>
  one.source === other.source && one.target === other.target && isSize(one.label, other.label);
