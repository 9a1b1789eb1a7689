/**
 * The difference between two graphs to lay out, which is much smaller than a graph after an edit of a large one.
 */
import type { LayoutEdge, LayoutGraph, LayoutNode, Size } from '../../../language/src/view/layout/layout-graph.ts';

/** A graph in which what is as in an earlier one is the number of it there. */
export interface GraphChanges extends Omit<LayoutGraph, 'nodes' | 'edges'> {
  readonly nodes: readonly (LayoutNode | number)[];
  readonly edges: readonly (LayoutEdge | number)[];
}

/** Returns a graph as its difference from an earlier one. Cost: `O(V + E)`. */
export const graphChanges = (graph: LayoutGraph, earlier: LayoutGraph): GraphChanges => ({
  ...graph,
  nodes: numbered(graph.nodes, earlier.nodes, areAlike),
  edges: numbered(graph.edges, earlier.edges, areSameLine),
});

/** Returns the graph of which this is the difference from an earlier one. */
export const changedGraph = (changes: GraphChanges, earlier: LayoutGraph): LayoutGraph => ({
  ...changes,
  nodes: withParts(changes.nodes, earlier.nodes),
  edges: withParts(changes.edges, earlier.edges),
});

function withParts<Part extends object>(changes: readonly (Part | number)[], earlier: readonly Part[]): readonly Part[] {
  const parts: Part[] = [];
  for (const part of changes) {
    const own = typeof part === 'number' ? earlier[part] : part;
    if (own !== undefined) parts.push(own);
  }
  return parts;
}

function numbered<Part extends { readonly id: string }>(
  parts: readonly Part[],
  earlier: readonly Part[],
  areEqual: (one: Part, other: Part) => boolean,
): readonly (Part | number)[] {
  const places = new Map<string, number>();
  earlier.forEach(({ id }, at) => places.set(id, at));
  return parts.map((part) => {
    const at = places.get(part.id);
    const old = at === undefined ? undefined : earlier[at];
    return at !== undefined && old !== undefined && (part === old || areEqual(part, old)) ? at : part;
  });
}

const isSize = (one: Size | undefined, other: Size | undefined): boolean =>
  one?.width === other?.width && one?.height === other?.height;

const areAlike = (one: LayoutNode, other: LayoutNode): boolean =>
  isSize(one, other) && one.parent === other.parent && one.first === other.first && one.isColumn === other.isColumn;

const areSameLine = (one: LayoutEdge, other: LayoutEdge): boolean =>
  one.source === other.source && one.target === other.target && isSize(one.label, other.label);
