/**
 * Positions the labels of lines so that none overlaps a node, the name of a container, or another label. A line without
 * room has no label; its text is still in its details.
 */
import type { Before } from './before.ts';
import { oncePer } from '../../model/common/once-per.ts';
import { containersOf, partsById, type LayoutEdge, type LayoutGraph, type Size } from './layout-graph.ts';
import type { Box, Placement, Point, Route } from './placement.ts';
import { aside, pointsBeside, pointsBesideLoop, pointsOn, stretchesOf } from './label-points.ts';
import { createRooms, overlap, type Rooms } from './rooms.ts';

/**
 * Returns the placement with the label of each line that has room for one. A line of the earlier placement keeps its
 * label while that is free. Cost: about `O(V + length of lines)`, twice if a label is missing at
 * first.
 */
export function withLabels(graph: LayoutGraph, placement: Placement, before?: Before): Placement {
  const first = labelled(graph, placement, before);
  const missing = missingLabels(graph, first);
  if (missing === 0 || before !== undefined || graph.edges.length > labelledLines) return first;
  // Short lines have the fewest places: if they come first, more may get one.
  const other = labelled({ ...graph, edges: shortestFirst(graph.edges, placement) }, placement, before);
  return missingLabels(graph, other) < missing ? other : first;
}

function labelled(graph: LayoutGraph, placement: Placement, before: Before | undefined): Placement {
  const containers = containersOf(graph);
  const news = newLines(graph, placement, { before, containers });
  if (news.length === 0) return placement;
  const { taken, borders, lines } = obstaclesFor(graph, placement, { containers, news: before && new Set(news) });
  const routes = new Map(placement.routes);
  let { width, height } = placement;
  for (const { id, label, source, target } of news) {
    const route = placement.routes.get(id);
    if (route === undefined) continue;
    const isLoop = source === target;
    const place = label && labelPoint({ id, route, size: label, isLoop }, { taken, borders, lines }, placement);
    if (place !== undefined && label !== undefined) {
      taken.add(around(place, label));
      // Beside a loop at the border of the picture, there may have been no room.
      width = Math.max(width, place.x + label.width / 2);
      height = Math.max(height, place.y + label.height / 2);
    }
    routes.set(id, { points: route.points, ...(place !== undefined && { label: place }) });
  }
  return { ...placement, routes, width, height };
}

const missingLabels = ({ edges }: LayoutGraph, { routes }: Placement): number =>
  edges.filter(({ id, label }) => label !== undefined && routes.get(id)?.label === undefined).length;

/** Returns the lines by their longest stretch. */
function shortestFirst(edges: LayoutGraph['edges'], { routes }: Placement): LayoutGraph['edges'] {
  const lengths = new Map(edges.map(({ id }) => [id, stretchesOf(routes.get(id)?.points ?? [])[0]?.length ?? 0]));
  return edges.toSorted((one, other) => (lengths.get(one.id) ?? 0) - (lengths.get(other.id) ?? 0));
}

interface Labelling {
  readonly containers: ReadonlySet<string>;
  /** The lines that get new labels; absent if all do. */
  readonly news: ReadonlySet<LayoutEdge> | undefined;
}

/** Returns what labels may meet; after an edit only what is near the few lines that get new ones. */
function obstaclesFor(graph: LayoutGraph, placement: Placement, { containers, news }: Labelling): InTheWay {
  const isNear = news && nearNewLabels(news, placement);
  const [taken, borders, lines] = [createRooms(isNear), createRooms(isNear), createRooms(isNear)];
  for (const { id, isColumn } of graph.nodes) {
    const box = placement.boxes.get(id);
    if (box === undefined || isColumn === true || isNear?.(withBadges(box)) === false) continue;
    borders.add(badgesOf(box));
    if (!containers.has(id)) taken.add(box);
    else {
      taken.add({ ...box, height: graph.frame.top });
      for (const side of sidesOf(box)) borders.add(side);
    }
  }
  for (const { points } of placement.routes.values())
    for (const end of [points[0], points.at(-1)]) if (end !== undefined) borders.add(around(end, tip));
  if (graph.edges.length <= labelledLines)
    for (const [id, { points }] of placement.routes) for (const box of boxesAlong(points)) lines.add(box, id);
  if (news === undefined) return { taken, borders, lines };
  for (const edge of graph.edges) {
    const place = news.has(edge) ? undefined : placement.routes.get(edge.id)?.label;
    if (place !== undefined && edge.label !== undefined) taken.add(around(place, edge.label));
  }
  return { taken, borders, lines };
}

/** Returns whether a box is near lines that get new labels: these lie on their lines or beside them. */
function nearNewLabels(news: ReadonlySet<LayoutEdge>, { routes }: Placement): (box: Box) => boolean {
  const places = [...news].flatMap(({ id, label }): readonly Box[] => {
    const points = routes.get(id)?.points;
    if (points === undefined || label === undefined) return [];
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    const [across, down] = [label.width + aside + 1, label.height + aside + 1];
    const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
    return [{ x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down }];
  });
  return (box) => places.some((place) => overlap(place, box));
}

/**
 * Returns the lines that get new labels. After an edit, lines that are as they were keep theirs, unless a box that has
 * changed is on it now.
 */
function newLines(
  { nodes, edges, frame }: LayoutGraph,
  { boxes, routes }: Placement,
  { before, containers }: { readonly before: Before | undefined; readonly containers: ReadonlySet<string> },
): readonly LayoutEdge[] {
  if (before === undefined) return edges;
  const earlier = before.placement;
  const wasContainer = containersOf(before.graph);
  const changed = createRooms();
  // A renamed box is found by its place, which it keeps.
  const framed = oncePer(() => new Map([...earlier.boxes].map(([id, box]) => [box, wasContainer.has(id)])));
  for (const { id, isColumn } of nodes) {
    const box = boxes.get(id);
    if (box === undefined || isColumn === true) continue;
    const isContainer = containers.has(id);
    const wasFramed = earlier.boxes.get(id) === box ? wasContainer.has(id) : framed(before).get(box);
    if (wasFramed !== isContainer) changed.add(isContainer ? { ...box, height: frame.top } : box);
  }
  const old = partsById(before.graph.edges);
  // So is a renamed line by its route.
  const sizes = oncePer(() => new Map(before.graph.edges.map(({ id, label }) => [earlier.routes.get(id), label])));
  return edges.filter(({ id, label }) => {
    const route = routes.get(id);
    if (route === undefined) return true;
    const isOwn = earlier.routes.get(id) === route;
    if (!isOwn && !sizes(before).has(route)) return true;
    if (!areEqual(isOwn ? old.get(id)?.label : sizes(before).get(route), label)) return true;
    return route.label !== undefined && label !== undefined && changed.isTaken(around(route.label, label));
  });
}

const areEqual = (one: Size | undefined, other: Size | undefined): boolean =>
  one?.width === other?.width && one?.height === other?.height;

/** Returns a box with its badges. */
const withBadges = ({ x, y, width, height }: Box): Box => ({ x, y: y - 8, width: width + 12, height: height + 8 });

/** Returns where the badges of a box are after a crash: on its upper right corner, and beyond. */
const badgesOf = ({ x, y, width }: Box): Box => ({ x: x + width - 26, y: y - 8, width: 38, height: 16 });

/** The room around each end of a line that its signs need at least, in pixels. */
const tip: Size = { width: 6, height: 6 };

/** With more lines than this, labels may lie on other lines: they can hardly be read anyway. */
const labelledLines = 800;

interface Labelled {
  readonly id: string;
  readonly route: Route;
  readonly size: Size;
  /** True if it leads back to where it begins: then it is too short for a label on it. */
  readonly isLoop: boolean;
}

/** The obstacles of labels: nodes and labels always, borders and other lines where there is another place. */
interface InTheWay {
  readonly taken: Rooms;
  readonly borders: Rooms;
  readonly lines: Rooms;
}

/**
 * Returns the position that the engine chose if nothing is there, otherwise the first free one on the line, or beside
 * it: away from other lines and from borders, if there is one.
 */
function labelPoint(
  { id, route, size, isLoop }: Labelled,
  { taken, borders, lines }: InTheWay,
  picture: Size,
): Point | undefined {
  const isFree = (point: Point): boolean => !taken.isTaken(around(point, size));
  const isAlone = (point: Point): boolean => !lines.isTaken(around(point, size), id);
  const isInside = (point: Point): boolean => !borders.isTaken(around(point, size));
  const all = pointsOn(route, size);
  const [first] = all;
  // Nearly always true, and quickly found.
  if (first !== undefined && isFree(first) && isAlone(first) && isInside(first)) return first;
  const on = all.filter(isFree);
  const own = on.find((point) => isAlone(point) && isInside(point));
  if (own !== undefined) return own;
  const isInPicture = ({ x, y }: Point): boolean =>
    x >= size.width / 2 &&
    y >= size.height / 2 &&
    (isLoop || (x + size.width / 2 <= picture.width && y + size.height / 2 <= picture.height));
  const beside = (isLoop ? pointsBesideLoop(route, size) : pointsBeside(route, size)).filter(
    (point) => isInPicture(point) && isFree(point) && !lines.isTaken(around(point, size)),
  );
  return beside.find(isInside) ?? on.find(isAlone) ?? beside[0] ?? on.find(isInside) ?? on[0];
}

/** The distance of the boxes along a slanted line, in pixels. */
const step = 8;

/** Returns small boxes that cover a line. */
function boxesAlong(points: readonly Point[]): readonly Box[] {
  return points.slice(1).flatMap((to, at) => {
    const from = points[at] ?? to;
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
    if (Math.min(width, height) < 1) return [{ x, y, width: Math.max(1, width), height: Math.max(1, height) }];
    const count = Math.ceil(Math.max(width, height) / step);
    return Array.from({ length: count }, (_, part) => ({
      x: Math.min(from.x + ((to.x - from.x) * part) / count, from.x + ((to.x - from.x) * (part + 1)) / count),
      y: Math.min(from.y + ((to.y - from.y) * part) / count, from.y + ((to.y - from.y) * (part + 1)) / count),
      width: width / count,
      height: height / count,
    }));
  });
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
