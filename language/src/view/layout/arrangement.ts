/**
 * The ways in which a layout can be arranged: where lines lead, how far things are apart, and how lines run.
 */
import type { Routing, Spacing, ViewDirection } from '../../model/view.ts';
import { append } from '../../model/common/append.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { withLabels } from './label-places.ts';
import { containersOf, type LayoutGraph } from './layout-graph.ts';
import { centreOf, type Box, type Placement, type Point, type Route } from './placement.ts';

/** The factor by which distances grow. */
export const spacingFactors: Readonly<Record<Spacing, number>> = { compact: 0.7, usual: 1, wide: 1.7 };

/** Returns true if lines lead to the left or up: then they are laid out from their ends to their beginnings. */
const isBackward = (direction: ViewDirection | undefined): boolean => direction === 'left' || direction === 'up';

/** Returns the graph to lay out to the right, or down, for a direction. */
export function directedGraph(graph: LayoutGraph, direction: ViewDirection | undefined): LayoutGraph {
  if (!isBackward(direction)) return graph;
  return { ...graph, edges: graph.edges.map((edge) => ({ ...edge, source: edge.target, target: edge.source })) };
}

/** Returns the placement of the graph itself, given that of its directed one. */
export function directedBack(placement: Placement, direction: ViewDirection | undefined): Placement {
  if (!isBackward(direction)) return placement;
  const routes = [...placement.routes].map(
    ([id, route]) => [id, { ...route, points: [...route.points].reverse() }] as const,
  );
  return { ...placement, routes: new Map(routes) };
}

/**
 * Returns the placement with curved or straight lines if these are wanted: a straight line bends where boxes are in the
 * way, and one into its own container stays. Cost: `O(V · E)` for straight lines.
 */
export function withRouting(graph: LayoutGraph, placement: Placement, routing: Routing | undefined): Placement {
  if (routing === 'curved') return { ...placement, isCurved: true };
  if (routing !== 'straight') return placement;
  const routes = new Map<string, Route>();
  const offsets = offsetsOf(graph);
  const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
  const around = (id: string): readonly string[] => {
    const parent = parents.get(id);
    return parent === undefined ? [] : [parent, ...around(parent)];
  };
  const containers = containersOf(graph);
  const wallsOf = (ends: readonly string[], free: ReadonlySet<string>): readonly Box[] =>
    graph.nodes.flatMap(({ id, width, isColumn }) => {
      const box = placement.boxes.get(id);
      if (box === undefined || isColumn === true || ends.includes(id)) return [];
      if (!free.has(id)) return [box];
      return containers.has(id) ? [nameBox(box, width, graph.frame.top)] : [];
    });
  for (const { id, source, target } of graph.edges) {
    const [route, from, to] = [placement.routes.get(id), placement.boxes.get(source), placement.boxes.get(target)];
    if (route === undefined || from === undefined || to === undefined) continue;
    const { start, end } = straightLine(from, to, (offsets.get(id) ?? 0) * (source < target ? 1 : -1));
    const isApart = start !== undefined && end !== undefined && !isIn(from, to) && !isIn(to, from);
    if (!isApart) {
      routes.set(id, route);
      continue;
    }
    const walls = wallsOf([source, target], new Set([...around(source), ...around(target)]));
    const isFree = walls.every((box) => !crosses(start, end, box));
    routes.set(id, { points: isFree ? [start, end] : pulled(route.points, walls) });
  }
  return withLabels(graph, { ...placement, routes });
}

/** Returns the place of a container's name, between its icon and its handle. */
const nameBox = ({ x, y }: Box, width: number, header: number): Box => ({
  x,
  y,
  width: width - 30,
  height: header - 6,
});

/** Returns the line between two boxes that runs beside their centres. */
function straightLine(from: Box, to: Box, off: number): Partial<Record<'start' | 'end', Point>> {
  const [one, other] = [centreOf(from), centreOf(to)];
  const way = { x: other.x - one.x, y: other.y - one.y };
  const length = Math.hypot(way.x, way.y) || 1;
  const aside = { x: (-way.y / length) * off, y: (way.x / length) * off };
  const start = borderPoint(from, { x: one.x + aside.x, y: one.y + aside.y }, way);
  const end = borderPoint(to, { x: other.x + aside.x, y: other.y + aside.y }, { x: -way.x, y: -way.y });
  return { ...(start && { start }), ...(end && { end }) };
}

/** Returns a line with each bend left out that it can pass without running through a box. */
function pulled(points: readonly Point[], walls: readonly Box[]): readonly Point[] {
  const kept = points.slice(0, 1);
  for (let at = 0; at < points.length - 1;) {
    const from = itemAt(points, at);
    let next = points.length - 1;
    while (next > at + 1 && walls.some((box) => crosses(from, itemAt(points, next), box))) next -= 1;
    kept.push(itemAt(points, next));
    at = next;
  }
  return kept;
}

/** Returns true if a straight line runs through a box, not only along it. */
function crosses(from: Point, to: Point, { x, y, width, height }: Box): boolean {
  let [first, last] = [0, 1];
  for (const [start, way, low, high] of [
    [from.x, to.x - from.x, x + 1, x + width - 1],
    [from.y, to.y - from.y, y + 1, y + height - 1],
  ] as const) {
    if (way === 0) {
      if (start <= low || start >= high) return false;
      continue;
    }
    const [one, other] = [(low - start) / way, (high - start) / way];
    first = Math.max(first, Math.min(one, other));
    last = Math.min(last, Math.max(one, other));
  }
  return first < last;
}

const isIn = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Returns where the line from a point in a box leaves it; undefined if the point is outside or the line has no way. */
function borderPoint(box: Box, from: Point, way: Point): Point | undefined {
  const beyond = (at: number, by: number, low: number, high: number): number =>
    by === 0 ? Number.POSITIVE_INFINITY : ((by > 0 ? high : low) - at) / by;
  const share = Math.min(
    beyond(from.x, way.x, box.x, box.x + box.width),
    beyond(from.y, way.y, box.y, box.y + box.height),
  );
  return share >= 0 && share <= 1 ? { x: from.x + way.x * share, y: from.y + way.y * share } : undefined;
}

/** The distance of straight lines between the same two boxes, in pixels. */
const beside = 20;

/** Returns how far each line is beside the middle: 0 for one that is alone between its boxes. */
function offsetsOf({ edges }: LayoutGraph): ReadonlyMap<string, number> {
  const groups = new Map<string, string[]>();
  for (const { id, source, target } of edges) append(groups, JSON.stringify([source, target].sort()), id);
  return new Map(
    [...groups.values()].flatMap((ids) =>
      ids.map((id, at): [string, number] => [id, (at - (ids.length - 1) / 2) * Math.min(beside, 40 / ids.length)]),
    ),
  );
}
