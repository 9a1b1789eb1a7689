/**
 * Finds the corner of the window in which an overview covers the least of the picture.
 */
import type { Size } from '../../../../language/src/view/layout/layout-graph.ts';
import type { Box } from '../../../../language/src/view/layout/placement.ts';
import type { View } from '../views.ts';

/** The corners, the usual one first. */
const corners = ['bottom right', 'bottom left', 'top right', 'top left'] as const;
/** One of the corners. */
export type Corner = (typeof corners)[number];

/** The distance of an overview from the border, in pixels of the window. */
const margin = 10;

/** Returns the corner that has the fewest boxes in it; the usual one if several have. Cost: `O(V)`. */
export function freestCorner(boxes: Iterable<Box>, { x, y, k }: View, window: Size, own: Size): Corner {
  const rooms = corners.map((corner) => ({
    corner,
    left: corner.endsWith('left') ? 0 : window.width - own.width - 2 * margin,
    top: corner.startsWith('top') ? 0 : window.height - own.height - 2 * margin,
    count: 0,
  }));
  for (const box of boxes) {
    const [left, top] = [box.x * k + x, box.y * k + y];
    for (const room of rooms) {
      const isBeside =
        left > room.left + own.width + 2 * margin ||
        left + box.width * k < room.left ||
        top > room.top + own.height + 2 * margin ||
        top + box.height * k < room.top;
      if (!isBeside) room.count += 1;
    }
  }
  return rooms.reduce((best, room) => (room.count < best.count ? room : best)).corner;
}
