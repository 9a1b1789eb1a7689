/**
 * Positions the labels of lines so that none overlaps a node, the name of a container, or another label. A line without
 * room has no label; its text is still in its details.
 */
import { containersOf, type LayoutGraph, type Size } from './layout-graph.ts';
import type { Box, Placement, Point, Route } from './placement.ts';
import { createRooms, type Rooms } from './rooms.ts';

/** Returns the placement with the label of each line that has room for one. Cost: about `O(V + length of lines)`. */
export function withLabels(graph: LayoutGraph, placement: Placement): Placement {
  const taken = createRooms();
  const containers = containersOf(graph);
  const borders = createRooms();
  for (const { id, isColumn } of graph.nodes) {
    const box = placement.boxes.get(id);
    if (box === undefined || isColumn === true) continue;
    if (!containers.has(id)) taken.add(box);
    else {
      taken.add({ ...box, height: graph.frame.top });
      for (const side of sidesOf(box)) borders.add(side);
    }
  }
  const routes = new Map<string, Route>();
  for (const { id, label } of graph.edges) {
    const route = placement.routes.get(id);
    if (route === undefined) continue;
    const place = label && labelPoint(route, label, taken, borders);
    if (place !== undefined && label !== undefined) taken.add(around(place, label));
    routes.set(id, { points: route.points, ...(place !== undefined && { label: place }) });
  }
  return { ...placement, routes };
}

/**
 * Returns the position that the engine chose if it is free, otherwise the first free one along the line, preferably
 * away from borders.
 */
function labelPoint(route: Route, size: Size, taken: Rooms, borders: Rooms): Point | undefined {
  const free = candidates(route, size).filter((point) => !taken.isTaken(around(point, size)));
  return free.find((point) => !borders.isTaken(around(point, size))) ?? free[0];
}

/** The length of a line that is seen beside its label at least, in pixels. */
const seenBeside = 6;

/** Returns the longest stretches first; on each its middle, then positions further out. */
function candidates({ points, label }: Route, size: Size): readonly Point[] {
  const stretches = points
    .slice(1)
    .map((to, at) => ({ from: points[at] ?? to, to, length: distance(points[at] ?? to, to) }))
    .sort((one, other) => other.length - one.length);
  // A label does not cover all that there is of a line.
  const isShort = ({ from, to, length }: (typeof stretches)[number]): boolean =>
    length < (Math.abs(to.x - from.x) >= Math.abs(to.y - from.y) ? size.width : size.height) + seenBeside;
  if (stretches.every(isShort)) return [];
  const own = label === undefined ? [] : [label];
  return [
    ...own,
    ...stretches.flatMap(({ from, to, length }) => {
      const isFlat = Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);
      const room = isFlat ? size.width : size.height;
      const steps = Math.min(20, Math.floor(length / Math.max(4, room / 2)));
      return Array.from({ length: steps + 1 }, (_, step) => {
        const share = 0.5 + ((step % 2 === 0 ? 1 : -1) * Math.ceil(step / 2)) / (steps + 2);
        return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      });
    }),
  ];
}

const sidesOf = ({ x, y, width, height }: Box): readonly Box[] => [
  { x, y, width, height: 1 },
  { x, y: y + height - 1, width, height: 1 },
  { x, y, width: 1, height },
  { x: x + width - 1, y, width: 1, height },
];

const around = ({ x, y }: Point, { width, height }: Size): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

const distance = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y);
