/**
 * Routes the lines of a layout in which some boxes moved: unaffected lines stay, the others are routed around the
 * boxes, horizontally and vertically.
 */
import { endsKey } from '../ends-key.ts';
import type { Before } from './before.ts';
import { containersOf, partsById, type LayoutGraph } from './layout-graph.ts';
import { findWay } from './find-way.ts';
import type { Box, Placement, Point, Route } from './placement.ts';
import { append } from '../../model/common/append.ts';

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
  const nodes = partsById(graph.nodes);
  const around = (id: string): readonly string[] => {
    const parent = nodes.get(id)?.parent;
    return parent === undefined ? [id] : [id, ...around(parent)];
  };
  const { moved, changed } = changesIn(graph, boxes, { before, same });
  const oldRoutes = routesByEnds(before, graph);
  const routes = new Map<string, Route>();
  let leaves: readonly string[] | undefined;
  let drawn = 0;
  for (const edge of graph.edges) {
    const { id, source, target } = edge;
    const old = oldRoutes.take(same.get(source), same.get(target), id);
    const stays = old !== undefined && !moved.has(source) && !moved.has(target);
    if (stays && !changed.some((box) => crosses(old.points, box))) {
      routes.set(id, old);
      continue;
    }
    drawn += 1;
    const [from, to] = [boxes.get(source), boxes.get(target)];
    const isMany = drawn > mostLines;
    if ((isMany && !must) || from === undefined || to === undefined) return undefined;
    const free = new Set([...around(source), ...around(target)]);
    leaves ??= graph.nodes.flatMap((node) => (containers.has(node.id) ? [] : node.id));
    const obstacles = isMany ? [] : leaves.flatMap((leaf) => (free.has(leaf) ? [] : (boxes.get(leaf) ?? [])));
    const isWithin = around(source).includes(target) || around(target).includes(source);
    routes.set(id, { points: findWay(from, to, obstacles, { isWithin }) });
  }
  return { ...pictureOf(graph, boxes, routes), engine: before.placement.engine };
}

interface Changes {
  /** The ids of the nodes whose boxes are not where they were. */
  readonly moved: ReadonlySet<string>;
  /** The boxes of those that contain nothing. */
  readonly changed: readonly Box[];
}

function changesIn(graph: LayoutGraph, boxes: ReadonlyMap<string, Box>, { before, same }: Earlier): Changes {
  const containers = containersOf(graph);
  const moved = new Set<string>();
  const changed: Box[] = [];
  for (const { id } of graph.nodes) {
    const [box, old] = [boxes.get(id), before.placement.boxes.get(same.get(id) ?? '')];
    if (box !== undefined && old !== undefined && (box === old || areEqual(box, old))) continue;
    moved.add(id);
    if (box !== undefined && !containers.has(id)) changed.push(box);
  }
  return { moved, changed };
}

/** Returns the boxes in the order of the graph, with the size of the picture. */
function pictureOf(
  { nodes }: LayoutGraph,
  boxes: ReadonlyMap<string, Box>,
  routes: ReadonlyMap<string, Route>,
): Pick<Placement, 'boxes' | 'routes' | 'width' | 'height'> {
  const inOrder = new Map<string, Box>();
  let [width, height] = [0, 0];
  for (const { id } of nodes) {
    const box = boxes.get(id);
    if (box === undefined) continue;
    inOrder.set(id, box);
    width = Math.max(width, box.x + box.width + margin);
    height = Math.max(height, box.y + box.height + margin);
  }
  for (const { points } of routes.values())
    for (const { x, y } of points) {
      width = Math.max(width, x + margin);
      height = Math.max(height, y + margin);
    }
  return { boxes: inOrder, routes, width, height };
}

const margin = 20;

/**
 * Returns the earlier routes, found by the same edge, otherwise by edges between the same ends that are gone; each is
 * used once.
 */
function routesByEnds(
  before: Before,
  now: LayoutGraph,
): {
  readonly take: (source: string | undefined, target: string | undefined, id: string) => Route | undefined;
} {
  const { routes } = before.placement;
  const [earlier, still] = [partsById(before.graph.edges), partsById(now.edges)];
  // Hardly ever needed.
  let gone: Map<string, string[]> | undefined;
  return {
    take: (source, target, id) => {
      if (source === undefined || target === undefined) return undefined;
      const own = earlier.get(id);
      if (own?.source === source && own.target === target) return routes.get(id);
      gone ??= idsByEnds(before.graph.edges.filter((edge) => !still.has(edge.id)));
      const found = gone.get(endsKey(source, target))?.shift();
      return found === undefined ? undefined : routes.get(found);
    },
  };
}

function idsByEnds(edges: LayoutGraph['edges']): Map<string, string[]> {
  const byEnds = new Map<string, string[]>();
  for (const { id, source, target } of edges) append(byEnds, endsKey(source, target), id);
  return byEnds;
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
