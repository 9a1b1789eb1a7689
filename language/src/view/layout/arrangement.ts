/**
 * The ways in which a layout can be arranged: where lines lead, how far things are apart, and how lines run.
 */
import type { Routing, Spacing, ViewDirection } from '../../model/view.ts';
import { withLabels } from './label-places.ts';
import type { LayoutGraph } from './layout-graph.ts';
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

/** Returns the placement with curved or straight lines if these are wanted. A line into its own container stays. */
export function withRouting(graph: LayoutGraph, placement: Placement, routing: Routing | undefined): Placement {
  if (routing === 'curved') return { ...placement, isCurved: true };
  if (routing !== 'straight') return placement;
  const routes = new Map<string, Route>();
  for (const { id, source, target } of graph.edges) {
    const [route, from, to] = [placement.routes.get(id), placement.boxes.get(source), placement.boxes.get(target)];
    if (route === undefined || from === undefined || to === undefined) continue;
    const [start, end] = [borderPoint(from, centreOf(to)), borderPoint(to, centreOf(from))];
    const isApart = start !== undefined && end !== undefined && !isIn(from, to) && !isIn(to, from);
    routes.set(id, isApart ? { points: [start, end] } : route);
  }
  return withLabels(graph, { ...placement, routes });
}

const isIn = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Returns where the line from the centre of a box to a point leaves the box; undefined if it does not. */
function borderPoint(box: Box, to: Point): Point | undefined {
  const from = centreOf(box);
  const [x, y] = [to.x - from.x, to.y - from.y];
  const share = Math.min(
    x === 0 ? Number.POSITIVE_INFINITY : box.width / 2 / Math.abs(x),
    y === 0 ? Number.POSITIVE_INFINITY : box.height / 2 / Math.abs(y),
  );
  return share <= 1 ? { x: from.x + x * share, y: from.y + y * share } : undefined;
}
