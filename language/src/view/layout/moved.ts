/**
 * Puts boxes where somebody has moved them by hand: what is in the way makes room, containers grow, and only affected
 * lines are routed again.
 */
import { createSheet, makeRoom, shift } from './kept.ts';
import type { LayoutGraph, LayoutNode } from './layout-graph.ts';
import { withLabels } from './label-places.ts';
import type { Placement, Point } from './placement.ts';
import { rerouted } from './reroute.ts';

/** The positions of moved boxes, by node id: the distance of their upper left corner from that of their container. */
export type Moves = ReadonlyMap<string, Point>;

/** The distance from the border of the picture. */
const margin = 20;

/** Returns the placement with boxes moved; nodes that it does not have are ignored. Cost: `O(V + E)` and new lines. */
export function withMoves(graph: LayoutGraph, placement: Placement, moves: Moves): Placement {
  // A container comes before its contents, which move with it.
  const moved = subjectsOf(graph, moves).filter(({ node }) => placement.boxes.has(node.id));
  if (moved.length === 0) return placement;
  const sheet = createSheet(graph);
  for (const [id, box] of placement.boxes) sheet.boxes.set(id, box);
  for (const { node, to } of moved) {
    const box = sheet.boxes.get(node.id);
    if (box === undefined) continue;
    const around = node.parent === undefined ? undefined : sheet.boxes.get(node.parent);
    const least = around === undefined ? { x: margin, y: margin } : { x: graph.frame.side, y: graph.frame.top };
    const place = {
      x: (around?.x ?? 0) + Math.max(least.x, to.x),
      y: (around?.y ?? 0) + Math.max(least.y, to.y),
    };
    shift(sheet, node, { x: place.x - box.x, y: place.y - box.y });
  }
  for (const { node } of moved) makeRoom(sheet, node);
  const same = new Map(graph.nodes.map(({ id }) => [id, id]));
  const routed = rerouted(graph, sheet.boxes, { before: { graph, placement }, same }, true);
  return routed === undefined ? placement : withLabels(graph, routed);
}

/** Returns what moves, and where to: a manager takes its column along, and what is attached to it stays attached. */
function subjectsOf(
  { nodes }: LayoutGraph,
  moves: Moves,
): readonly { readonly node: LayoutNode; readonly to: Point }[] {
  const columns = new Map(nodes.flatMap((node) => (node.isColumn === true ? [[node.id, node] as const] : [])));
  const begun = new Set<string>();
  return nodes.flatMap((node) => {
    const column = node.parent === undefined ? undefined : columns.get(node.parent);
    const isFirst = column !== undefined && !begun.has(column.id);
    if (column !== undefined) begun.add(column.id);
    const to = moves.get(node.id);
    if (to === undefined || (column !== undefined && !isFirst)) return [];
    return [{ node: column ?? node, to }];
  });
}
