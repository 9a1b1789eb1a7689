/**
 * A simple layered layout: fast, never fails, and replaces ELK where that is too slow. The target of an edge is in a
 * later row; edges are straight and may cross nodes.
 */
import { containersOf, type LayoutGraph, type LayoutNode, type Size } from './layout-graph.ts';
import { centreOf, middleOf, type Box, type Placement, type Point, type Route } from './placement.ts';
import { append } from '../../model/common/append.ts';
import { required } from '../../model/common/lookup.ts';
import { increase } from '../../model/common/increase.ts';

const gap = { row: 44, column: 22, margin: 20, rowWidth: 1600 } as const;

/** Returns a placement. Cost: `O((V + E) log V)` and, for edges between containers, their depth. */
export function simplePlacement(view: LayoutGraph): Placement {
  const containers = containersOf(view);
  const children = new Map<string | undefined, LayoutNode[]>();
  for (const node of view.nodes) append(children, node.parent, node);
  const successors = siblingEdges(view);
  const size = new Map<string, Size>();
  const offset = new Map<string, Point>();
  const arrange = (parent: string | undefined): Size => {
    const nodes = children.get(parent) ?? [];
    return placeRows(rowsOf(nodes, successors), size, offset);
  };
  // Backwards, so that every nested node has its size before its container.
  for (let index = view.nodes.length - 1; index >= 0; index--) {
    const node = view.nodes[index];
    if (node === undefined) continue;
    if (!containers.has(node.id)) size.set(node.id, node);
    else {
      const inner = arrange(node.id);
      const width = Math.max(node.width, inner.width + 2 * view.frame.side);
      size.set(node.id, { width, height: view.frame.top + inner.height + view.frame.side });
    }
  }
  const whole = arrange(undefined);
  const boxes = absoluteBoxes(view, size, offset);
  return {
    boxes,
    routes: straightRoutes(view, boxes),
    width: whole.width + 2 * gap.margin,
    height: whole.height + 2 * gap.margin,
    engine: 'simple',
  };
}

/** Returns the edges lifted to the two siblings that contain their ends, by source. */
function siblingEdges(view: LayoutGraph): ReadonlyMap<string, readonly string[]> {
  const parents = new Map(view.nodes.map((node) => [node.id, node.parent]));
  const path = (id: string): readonly string[] => {
    const names: string[] = [];
    for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) names.unshift(at);
    return names;
  };
  const successors = new Map<string, string[]>();
  for (const edge of view.edges) {
    const [from, to] = [path(edge.source), path(edge.target)];
    let level = 0;
    while (from[level] !== undefined && from[level] === to[level]) level++;
    const [source, target] = [from[level], to[level]];
    if (source !== undefined && target !== undefined) append(successors, source, target);
  }
  return successors;
}

/** Returns rows by longest path; if a cycle leaves no first node, the first in declaration order starts. */
function rowsOf(
  nodes: readonly LayoutNode[],
  successors: ReadonlyMap<string, readonly string[]>,
): readonly (readonly LayoutNode[])[] {
  const waiting = new Map(nodes.map((node) => [node.id, 0]));
  for (const node of nodes) {
    for (const next of successors.get(node.id) ?? []) increase(waiting, next);
  }
  const row = new Map<string, number>();
  const ready = nodes.filter((node) => waiting.get(node.id) === 0).map((node) => node.id);
  const settle = (id: string): void => {
    waiting.delete(id);
    for (const next of successors.get(id) ?? []) {
      const open = waiting.get(next);
      if (open === undefined) continue;
      row.set(next, Math.max(row.get(next) ?? 0, (row.get(id) ?? 0) + 1));
      waiting.set(next, open - 1);
      if (open === 1) ready.push(next);
    }
  };
  let first = 0;
  for (let at = 0; waiting.size > 0;) {
    const id = at < ready.length ? ready[at++] : nodes[first++]?.id;
    if (id !== undefined && waiting.has(id)) settle(id);
  }
  const rows: LayoutNode[][] = [];
  for (const node of nodes) (rows[row.get(node.id) ?? 0] ??= []).push(node);
  return rows.filter((members) => members.length > 0);
}

/** Places rows below each other, wrapping long ones, and returns the size they take. */
function placeRows(
  rows: readonly (readonly LayoutNode[])[],
  size: ReadonlyMap<string, Size>,
  offset: Map<string, Point>,
): Size {
  let [top, width] = [0, 0];
  for (const row of rows) {
    let [x, rowHeight] = [0, 0];
    for (const node of row) {
      const { width: nodeWidth, height } = required(size.get(node.id));
      if (x > 0 && x + nodeWidth > gap.rowWidth) {
        top += rowHeight + gap.column;
        [x, rowHeight] = [0, 0];
      }
      offset.set(node.id, { x, y: top });
      x += nodeWidth + gap.column;
      width = Math.max(width, x - gap.column);
      rowHeight = Math.max(rowHeight, height);
    }
    top += rowHeight + gap.row;
  }
  return { width, height: Math.max(0, top - gap.row) };
}

function absoluteBoxes(
  view: LayoutGraph,
  size: ReadonlyMap<string, Size>,
  offset: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Box> {
  const boxes = new Map<string, Box>();
  for (const node of view.nodes) {
    const around = node.parent === undefined ? undefined : boxes.get(node.parent);
    const start =
      around === undefined
        ? { x: gap.margin, y: gap.margin }
        : { x: around.x + view.frame.side, y: around.y + view.frame.top };
    const { x, y } = required(offset.get(node.id));
    const { width, height } = required(size.get(node.id));
    boxes.set(node.id, { width, height, x: start.x + x, y: start.y + y });
  }
  return boxes;
}

function straightRoutes(view: LayoutGraph, boxes: ReadonlyMap<string, Box>): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>();
  for (const edge of view.edges) {
    const [source, target] = [boxes.get(edge.source), boxes.get(edge.target)];
    if (source === undefined || target === undefined) continue;
    const points =
      edge.source === edge.target
        ? loopAt(source)
        : [borderPoint(source, centreOf(target)), borderPoint(target, centreOf(source))];
    routes.set(edge.id, { points, label: middleOf(points) });
  }
  return routes;
}

/** Returns the point where the line from the centre of a box towards a point leaves the box. */
function borderPoint(box: Box, towards: Point): Point {
  const centre = centreOf(box);
  const [dx, dy] = [towards.x - centre.x, towards.y - centre.y];
  if (dx === 0 && dy === 0) return { x: centre.x, y: box.y };
  const share = Math.min(box.width / 2 / Math.abs(dx), box.height / 2 / Math.abs(dy));
  return { x: centre.x + dx * share, y: centre.y + dy * share };
}

function loopAt({ x, y, width, height }: Box): readonly Point[] {
  const right = x + width;
  const middle = y + height / 2;
  return [
    { x: right, y: middle - 8 },
    { x: right + 14, y: middle - 8 },
    { x: right + 14, y: middle + 8 },
    { x: right, y: middle + 8 },
  ];
}
