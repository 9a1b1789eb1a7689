/**
 * Keyboard navigation from a node: arrow keys to the nearest node in a direction, other keys along its relations.
 */
import type { GraphEdge } from '../../../language/src/view/graph-edge.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { Selection } from '../../../language/src/drawing/graph/selection.ts';
import { centreOf, type Placement } from '../../../language/src/view/layout/placement.ts';

const directions = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;

/** Returns the id of the node that a key leads to from `id`; nothing if there is none. */
export function nextNode(placement: Placement, id: string, key: string): string | undefined {
  const ids = [...placement.boxes.keys()];
  if (key === 'Home') return ids[0];
  if (key === 'End') return ids.at(-1);
  if (!isDirection(key)) return undefined;
  const box = placement.boxes.get(id);
  if (box === undefined) return ids[0];
  const [direction, from] = [directions[key], centreOf(box)];
  let best: { readonly id: string; readonly cost: number } | undefined;
  for (const [other, otherBox] of placement.boxes) {
    const to = centreOf(otherBox);
    const along = (to.x - from.x) * direction.x + (to.y - from.y) * direction.y;
    const across = Math.abs((to.x - from.x) * direction.y) + Math.abs((to.y - from.y) * direction.x);
    if (other === id || along <= 0) continue;
    // A node straight ahead is preferred to a nearer one off to the side.
    const cost = along + 2 * across;
    if (best === undefined || cost < best.cost) best = { id: other, cost };
  }
  return best?.id;
}

/** Returns the relation of a node after or before the selected one; the first if none is selected. */
export function nextEdge(
  { edges }: GraphView,
  id: string,
  selection: Selection | undefined,
  isBackward: boolean,
): GraphEdge | undefined {
  const own = edges.filter((edge) => edge.source === id || edge.target === id);
  const at = selection?.type === 'edge' ? own.findIndex((edge) => edge.id === selection.id) : -1;
  if (at < 0) return own[0];
  return own[(at + (isBackward ? own.length - 1 : 1)) % own.length];
}

/** Returns the other end of the selected relation of `id`; nothing if no relation of the node is selected. */
export function otherEnd({ edges }: GraphView, id: string, selection: Selection | undefined): string | undefined {
  const edge = selection?.type === 'edge' ? edges.find((one) => one.id === selection.id) : undefined;
  if (edge?.source === id) return edge.target;
  return edge?.target === id ? edge.source : undefined;
}

const isDirection = (key: string): key is keyof typeof directions => Object.hasOwn(directions, key);
