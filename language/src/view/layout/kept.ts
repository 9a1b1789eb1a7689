/**
 * Lays out a graph after a small edit, keeping everything in place: new nodes get free positions near related ones,
 * enlarged nodes push others aside, and only affected lines are routed again.
 */
import type { Before } from './before.ts';
import { containersOf, partsById, type LayoutGraph, type LayoutNode, type Size } from './layout-graph.ts';
import { createRooms } from './rooms.ts';
import { centreOf, type Box, type Placement, type Point } from './placement.ts';
import { rerouted } from './reroute.ts';
import { sameNodes } from './same-nodes.ts';
import { append } from '../../model/common/append.ts';
import { required } from '../../model/common/lookup.ts';

/** With more new nodes than this, or than this share of all, a new layout is better. */
const most = { added: 8, share: 0.34 } as const;
const gap = 16;

/** Returns the placement that keeps the earlier one; undefined if too much has changed. */
export function keptPlacement(graph: LayoutGraph, before: Before): Placement | undefined {
  const same = sameNodes(before.graph, graph);
  const added = graph.nodes.filter(({ id }) => !same.has(id));
  if (added.length > Math.max(1, Math.min(most.added, graph.nodes.length * most.share))) return undefined;
  const sheet = createSheet(graph);
  const earlier = partsById(before.graph.nodes);
  const wider: LayoutNode[] = [];
  for (const node of graph.nodes) {
    const old = before.placement.boxes.get(same.get(node.id) ?? '');
    if (old === undefined) continue;
    const size = keptSize(old, { wanted: required(earlier.get(same.get(node.id) ?? '')), node, sheet });
    sheet.boxes.set(node.id, isSize(old, size) ? old : { ...old, ...size });
    if (size.width > old.width) wider.push(node);
  }
  // A name that became longer needs room like a new node.
  for (const node of wider) makeRoom(sheet, node);
  for (const node of added) {
    placeNew(sheet, graph, node);
    makeRoom(sheet, node);
  }
  return rerouted(graph, sheet.boxes, { before, same });
}

interface Resized {
  /** The node before the edit, with the size it wanted. */
  readonly wanted: LayoutNode;
  readonly node: LayoutNode;
  readonly sheet: Sheet;
}

/** Returns the size of a box after an edit. */
function keptSize(old: Box, { wanted, node, sheet }: Resized): Size {
  const isContainer = sheet.containers.has(node.id);
  // Most nodes are those of the graph before.
  if (node === wanted && !isContainer) return old;
  if (isContainer) return { width: Math.max(old.width, node.width), height: Math.max(old.height, node.height) };
  return {
    width: keptLength(old.width, wanted.width, node.width),
    height: keptLength(old.height, wanted.height, node.height),
  };
}

const isSize = (box: Box, { width, height }: Size): boolean => box.width === width && box.height === height;

/** Returns the width or height of a box that was drawn larger than it wanted to be, for example as wide as its column. */
const keptLength = (drawn: number, wanted: number, wants: number): number =>
  wants === wanted || (drawn > wanted && wants <= drawn) ? drawn : wants;

/** The boxes of nodes, by id. */
interface Boxes {
  readonly get: (id: string) => Box | undefined;
  readonly set: (id: string, box: Box) => unknown;
}

/** The boxes of a layout while some of them move. */
export interface Sheet {
  readonly graph: LayoutGraph;
  readonly containers: ReadonlySet<string>;
  readonly nodes: ReadonlyMap<string, LayoutNode>;
  readonly children: ReadonlyMap<string | undefined, readonly LayoutNode[]>;
  readonly boxes: Boxes;
}

/** Returns a sheet without boxes. */
export function createSheet(graph: LayoutGraph): Sheet & { readonly boxes: Map<string, Box> } {
  const children = new Map<string | undefined, LayoutNode[]>();
  for (const node of graph.nodes) {
    append(children, node.parent, node);
  }
  return {
    graph,
    containers: containersOf(graph),
    nodes: partsById(graph.nodes),
    children,
    boxes: new Map(),
  };
}

/** Puts a node where it costs least: near related nodes, and if possible without enlarging its container. */
function placeNew(sheet: Sheet, graph: LayoutGraph, node: LayoutNode): void {
  const around = node.parent === undefined ? undefined : sheet.boxes.get(node.parent);
  const siblings = (sheet.children.get(node.parent) ?? []).flatMap(({ id }) => sheet.boxes.get(id) ?? []);
  const corner =
    around === undefined ? { x: 20, y: 20 } : { x: around.x + graph.frame.side, y: around.y + graph.frame.top };
  const wanted =
    meanOf(neighbours(sheet, graph, node)) ?? (siblings.length > 0 ? meanOf(siblings) : undefined) ?? corner;
  const taken = createRooms();
  for (const box of siblings) taken.add(grown(box, gap - 1));
  const end = around && {
    x: around.x + around.width - graph.frame.side,
    y: around.y + around.height - graph.frame.side,
  };
  const places: { readonly box: Box; readonly cost: number }[] = [];
  for (const place of candidates(corner, siblings, node)) {
    const box = { ...place, width: node.width, height: node.height };
    if (box.x < corner.x || box.y < corner.y || taken.isTaken(box)) continue;
    const beyond =
      end === undefined ? 0 : Math.max(0, box.x + box.width - end.x) + Math.max(0, box.y + box.height - end.y);
    const centre = centreOf(box);
    const cost = Math.hypot(centre.x - wanted.x, centre.y - wanted.y) + (beyond > 0 ? 2000 + 10 * beyond : 0);
    places.push({ box, cost });
  }
  places.sort((one, other) => one.cost - other.cost);
  let best = places[0]?.box ?? { ...corner, width: node.width, height: node.height };
  let least = Number.POSITIVE_INFINITY;
  // Of the good positions, take the one that moves the fewest others.
  for (const { box } of places.filter((_, at) => at % Math.ceil(places.length / tried) === 0)) {
    const changed = new Map([[node.id, box]]);
    makeRoom({ ...sheet, boxes: changesTo(sheet.boxes, changed) }, node);
    const moved = movedIn(sheet, changed);
    if (moved < least) [best, least] = [box, moved];
    if (least === 0) break;
  }
  sheet.boxes.set(node.id, best);
}

/** The number of positions to try for a new node. */
const tried = 40;

/** Returns boxes whose changes are kept apart. */
const changesTo = (boxes: Boxes, changed: Map<string, Box>): Boxes => ({
  get: (id) => changed.get(id) ?? boxes.get(id),
  set: (id, box) => changed.set(id, box),
});

function movedIn({ boxes }: Sheet, changed: ReadonlyMap<string, Box>): number {
  let moved = 0;
  for (const [id, now] of changed) {
    const box = boxes.get(id);
    if (box !== undefined && (now.x !== box.x || now.y !== box.y)) moved += 1;
  }
  return moved;
}

/** Returns the positions beside, above and below each sibling, and the free corner. */
function candidates(corner: Point, siblings: readonly Box[], { width, height }: LayoutNode): readonly Point[] {
  const xs = [corner.x, ...siblings.flatMap((box) => [box.x, box.x + box.width + gap, box.x - width - gap])];
  const ys = [corner.y, ...siblings.flatMap((box) => [box.y, box.y + box.height + gap, box.y - height - gap])];
  if (siblings.length <= 40) return xs.flatMap((x) => ys.map((y) => ({ x, y })));
  return siblings.flatMap((box) => [
    { x: box.x, y: box.y + box.height + gap },
    { x: box.x, y: box.y - height - gap },
    { x: box.x + box.width + gap, y: box.y },
    { x: box.x - width - gap, y: box.y },
  ]);
}

function neighbours(sheet: Sheet, graph: LayoutGraph, { id }: LayoutNode): readonly Box[] {
  const others = graph.edges.flatMap(({ source, target }) =>
    source === id ? [target] : target === id ? [source] : [],
  );
  return others.flatMap((other) => sheet.boxes.get(other) ?? []);
}

function meanOf(boxes: readonly Box[]): Point | undefined {
  if (boxes.length === 0) return undefined;
  const centres = boxes.map(centreOf);
  return {
    x: centres.reduce((sum, { x }) => sum + x, 0) / centres.length,
    y: centres.reduce((sum, { y }) => sum + y, 0) / centres.length,
  };
}

/** Pushes aside the nodes that a node now overlaps, and enlarges its containers, level by level. */
export function makeRoom(sheet: Sheet, node: LayoutNode): void {
  push(sheet, node);
  const { frame } = sheet.graph;
  const parent = node.parent === undefined ? undefined : sheet.nodes.get(node.parent);
  const around = parent && sheet.boxes.get(parent.id);
  if (parent === undefined || around === undefined) return;
  let [right, bottom] = [around.x + around.width, around.y + around.height];
  for (const { id } of sheet.children.get(parent.id) ?? []) {
    const box = sheet.boxes.get(id);
    if (box === undefined) continue;
    right = Math.max(right, box.x + box.width + frame.side);
    bottom = Math.max(bottom, box.y + box.height + frame.side);
  }
  if (right <= around.x + around.width && bottom <= around.y + around.height) return;
  sheet.boxes.set(parent.id, { ...around, width: right - around.x, height: bottom - around.y });
  makeRoom(sheet, parent);
}

/** The distance of two siblings below which one is pushed: less than usual, so that little has to move. */
const nearest = 6;

/** Moves siblings to the right or down, whichever is less, until none overlap. */
function push(sheet: Sheet, node: LayoutNode): void {
  const siblings = sheet.children.get(node.parent) ?? [];
  const pushing = [node];
  for (let turn = 0; turn < pushing.length && turn < 4 * siblings.length + 4; turn += 1) {
    const own = pushing[turn];
    const box = own && sheet.boxes.get(own.id);
    if (own === undefined || box === undefined) continue;
    for (const other of siblings) {
      const hit = other.id === own.id || other.id === node.id ? undefined : sheet.boxes.get(other.id);
      if (hit === undefined || !isNear(box, hit)) continue;
      const right = box.x + box.width + nearest - hit.x;
      const down = box.y + box.height + nearest - hit.y;
      shift(sheet, other, right < down ? { x: right, y: 0 } : { x: 0, y: down });
      pushing.push(other);
    }
  }
}

/** Moves a node with all that is in it. */
export function shift(sheet: Sheet, node: LayoutNode, by: Point): void {
  const open = [node];
  for (const { id } of open) {
    const box = sheet.boxes.get(id);
    if (box !== undefined) sheet.boxes.set(id, { ...box, x: box.x + by.x, y: box.y + by.y });
    open.push(...(sheet.children.get(id) ?? []));
  }
}

const isNear = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width + nearest &&
  other.x < one.x + one.width + nearest &&
  one.y < other.y + other.height + nearest &&
  other.y < one.y + one.height + nearest;

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
