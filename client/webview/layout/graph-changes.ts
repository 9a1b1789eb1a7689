/**
 * The difference between two graphs to lay out, which is much smaller than a graph after an edit of a large one.
 */
import type { LayoutEdge, LayoutGraph, LayoutNode, Size } from '../../../language/src/view/layout/layout-graph.ts';
import { changesOf, type GraphChanges as Changes } from '../../../language/src/model/part-changes.ts';

/** A graph in which what is as in an earlier one is the number of it there. */
export type GraphChanges = Changes<LayoutGraph>;

/** Returns a graph as its difference from an earlier one. Cost: `O(V + E)`. */
export const graphChanges = (graph: LayoutGraph, earlier: LayoutGraph): GraphChanges =>
  changesOf(graph, earlier, { nodes: areAlike, edges: areSameLine });

const isSize = (one: Size | undefined, other: Size | undefined): boolean =>
  one?.width === other?.width && one?.height === other?.height;

const areAlike = (one: LayoutNode, other: LayoutNode): boolean =>
  isSize(one, other) && one.parent === other.parent && one.first === other.first && one.isColumn === other.isColumn;

const areSameLine = (one: LayoutEdge, other: LayoutEdge): boolean =>
  one.source === other.source && one.target === other.target && isSize(one.label, other.label);
