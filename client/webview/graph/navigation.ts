/**
 * Where the arrow keys lead from a node: to the nearest one in that direction.
 */
import { centreOf, type Placement } from '../../../language/src/view/layout/placement.ts';

const directions = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;

/** Returns the id of the node that a key leads to from `id`; nothing where there is none. */
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
    // What lies straight ahead is preferred to what is near but aside.
    const cost = along + 2 * across;
    if (best === undefined || cost < best.cost) best = { id: other, cost };
  }
  return best?.id;
}

const isDirection = (key: string): key is keyof typeof directions => Object.hasOwn(directions, key);
