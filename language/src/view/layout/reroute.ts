/**
 * Routes the lines of a layout in which some boxes moved: unaffected lines stay, the others are routed around the
 * boxes, horizontally and vertically.
 */
import { endsKey } from '../ends-key.ts';
import type { Before } from './before.ts';
import { containersOf, type LayoutGraph } from './layout-graph.ts';
import { findWay } from './find-way.ts';
import type { Box, Placement, Point, Route } from './placement.ts';
import { append } from '../../model/append.ts';

/** The earlier layout, and the nodes that it shares. */
interface Earlier {
  readonly before: Before;
  /** The earlier id of each node that has one. */
  readonly same: ReadonlyMap<string, string>;
}

/** With more lines than this a new layout is better. */
const mostLines = 60;

/**
 * Returns the placement of these boxes. If too many lines are affected: undefined, or with `must` a placement whose
 * other lines may run through boxes.
 */
export function rerouted(
  graph: LayoutGraph,
  boxes: ReadonlyMap<string, Box>,
  { before, same }: Earlier,
  must = false,
): Placement | undefined {
  const containers = containersOf(graph);
  const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
  const around = (id: string): readonly string[] => {
    const parent = parents.get(id);
    return parent === undefined ? [id] : [id, ...around(parent)];
  };
  const isSettled = (id: string): boolean => {
    const [box, old] = [boxes.get(id), before.placement.boxes.get(same.get(id) ?? '')];
    return box !== undefined && old !== undefined && areEqual(box, old);
  };
  const changed = graph.nodes
    .filter(({ id }) => !isSettled(id) && !containers.has(id))
    .flatMap(({ id }) => boxes.get(id) ?? []);
  const oldRoutes = routesByEnds(before);
  const routes = new Map<string, Route>();
  let drawn = 0;
  for (const edge of graph.edges) {
    const old = oldRoutes.take(same.get(edge.source), same.get(edge.target), edge.id);
    const stays = old !== undefined && isSettled(edge.source) && isSettled(edge.target);
    if (stays && !changed.some((box) => crosses(old.points, box))) {
      routes.set(edge.id, old);
      continue;
    }
    drawn += 1;
    const [from, to] = [boxes.get(edge.source), boxes.get(edge.target)];
    const isMany = drawn > mostLines;
    if ((isMany && !must) || from === undefined || to === undefined) return undefined;
    const free = new Set([...around(edge.source), ...around(edge.target)]);
    const obstacles = isMany
      ? []
      : graph.nodes.flatMap(({ id }) => (free.has(id) || containers.has(id) ? [] : (boxes.get(id) ?? [])));
    const isWithin = around(edge.source).includes(edge.target) || around(edge.target).includes(edge.source);
    const points = findWay(from, to, obstacles, { isWithin });
    routes.set(edge.id, { points });
  }
  const all = [...boxes.values()];
  const inOrder = graph.nodes.flatMap(({ id }): [string, Box][] => {
    const box = boxes.get(id);
    return box === undefined ? [] : [[id, box]];
  });
  const corners = [
    ...all.map((box) => ({ x: box.x + box.width, y: box.y + box.height })),
    ...[...routes.values()].flatMap(({ points }) => points),
  ];
  return {
    boxes: new Map(inOrder),
    routes,
    width: corners.reduce((most, { x }) => Math.max(most, x + margin), 0),
    height: corners.reduce((most, { y }) => Math.max(most, y + margin), 0),
    engine: before.placement.engine,
  };
}

const margin = 20;

/** Returns the earlier routes, found by the same edge, otherwise by edges between the same ends; each is used once. */
function routesByEnds({ graph, placement }: Before): {
  readonly take: (source: string | undefined, target: string | undefined, id: string) => Route | undefined;
} {
  const byEnds = new Map<string, string[]>();
  for (const { id, source, target } of graph.edges) append(byEnds, endsKey(source, target), id);
  return {
    take: (source, target, id) => {
      if (source === undefined || target === undefined) return undefined;
      const left = byEnds.get(endsKey(source, target)) ?? [];
      const at = Math.max(0, left.indexOf(id));
      const [found] = left.splice(at, 1);
      return found === undefined ? undefined : placement.routes.get(found);
    },
  };
}

const areEqual = (one: Box, other: Box): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

/** Returns true if a line runs through a box, not only along it. */
function crosses(points: readonly Point[], box: Box): boolean {
  return points.slice(1).some((to, at) => {
    const from = points[at] ?? to;
    return (
      Math.max(from.x, to.x) > box.x + 1 &&
      Math.min(from.x, to.x) < box.x + box.width - 1 &&
      Math.max(from.y, to.y) > box.y + 1 &&
      Math.min(from.y, to.y) < box.y + box.height - 1
    );
  });
}
