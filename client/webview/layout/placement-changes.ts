/**
 * The difference between two placements, which is much smaller than a placement after an edit of a large graph.
 */
import type { LayoutGraph } from '../../../language/src/view/layout/layout-graph.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';

/** A placement without the boxes and lines that an earlier one has. */
export type PlacementChanges = Placement;

/** Returns a placement without the boxes and lines that are those of an earlier one. */
export const changesOf = (placement: Placement, earlier: Placement): PlacementChanges => ({
  ...placement,
  boxes: othersThan(earlier.boxes, placement.boxes),
  routes: othersThan(earlier.routes, placement.routes),
});

/** Returns the placement of a graph, given its changes from an earlier one; the order is that of the graph. */
export const changedPlacement = (
  { nodes, edges }: LayoutGraph,
  changes: PlacementChanges,
  earlier: Placement,
): Placement => ({
  ...changes,
  boxes: withOthers(nodes, changes.boxes, earlier.boxes),
  routes: withOthers(edges, changes.routes, earlier.routes),
});

function othersThan<Value>(
  earlier: ReadonlyMap<string, Value>,
  now: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  const others = new Map<string, Value>();
  for (const [id, value] of now) if (earlier.get(id) !== value) others.set(id, value);
  return others;
}

function withOthers<Value>(
  parts: readonly { readonly id: string }[],
  changed: ReadonlyMap<string, Value>,
  earlier: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  const all = new Map<string, Value>();
  for (const { id } of parts) {
    const value = changed.get(id) ?? earlier.get(id);
    if (value !== undefined) all.set(id, value);
  }
  return all;
}
