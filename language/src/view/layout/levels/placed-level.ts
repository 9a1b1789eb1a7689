/**
 * Levels with positions, joined to the placement of the whole graph.
 */
import { boxesAt } from './blocks.ts';
import type { LayoutGraph } from '../layout-graph.ts';
import type { Level, Port } from './levels.ts';
import { middleOf, type Box, type Placement, type Point, type Route } from '../placement.ts';

/** A level in pixels relative to its own upper left corner; its lists are parallel to those of the level. */
export interface PlacedLevel {
  readonly width: number;
  readonly height: number;
  readonly ports: readonly (Point & Port)[];
  readonly members: readonly Box[];
  /** The upper left corner of the block. */
  readonly block?: Point;
  readonly pieces: readonly { readonly points: readonly Point[]; readonly label?: Point }[];
}

/** Returns the placement of all levels, the outermost level given last. */
export function joinedLevels(
  graph: LayoutGraph,
  levels: ReadonlyMap<string | undefined, Level>,
  placed: ReadonlyMap<string | undefined, PlacedLevel>,
  engine: Placement['engine'],
): Placement {
  const corners = new Map<string | undefined, Point>([[undefined, { x: 0, y: 0 }]]);
  const boxes = new Map<string, Box>();
  const lines = new Map<number, Line>();
  for (const [id, level] of [...levels].reverse()) {
    const [corner, at] = [corners.get(id), placed.get(id)];
    if (corner === undefined || at === undefined) continue;
    level.members.forEach((member, place) => {
      const box = at.members[place];
      if (box === undefined) return;
      boxes.set(member.id, { ...box, ...moved(box, corner) });
      corners.set(member.id, moved(box, corner));
    });
    if (level.block !== undefined && at.block !== undefined)
      for (const [member, box] of boxesAt(level.block, moved(at.block, corner))) boxes.set(member, box);
    level.pieces.forEach((piece, place) => {
      const own = at.pieces[place];
      if (own !== undefined) addPiece(lines, piece.edge, own, corner);
    });
  }
  const whole = placed.get(undefined);
  const inOrder = graph.nodes.flatMap(({ id }): [string, Box][] => {
    const box = boxes.get(id);
    return box === undefined ? [] : [[id, box]];
  });
  return {
    boxes: new Map(inOrder),
    routes: new Map(graph.edges.flatMap(({ id }, at) => routeOf(id, lines.get(at)))),
    width: whole?.width ?? 0,
    height: whole?.height ?? 0,
    engine,
  };
}

/** The pieces of one line in any order; adjacent pieces share a point. */
interface Line {
  readonly pieces: (readonly Point[])[];
  label: Point | undefined;
}

function addPiece(
  lines: Map<number, Line>,
  edge: number,
  { points, label }: PlacedLevel['pieces'][number],
  corner: Point,
): void {
  const line = lines.get(edge) ?? { pieces: [], label: undefined };
  lines.set(edge, line);
  line.pieces.push(points.map((point) => moved(point, corner)));
  if (label !== undefined) line.label = moved(label, corner);
}

/** Joins the pieces of a line: the outermost comes first, the others are adjacent to one of its ends. */
function routeOf(id: string, line: Line | undefined): readonly [string, Route][] {
  const [first, ...rest] = line?.pieces ?? [];
  if (line === undefined || first === undefined) return [];
  let points = [...first];
  for (const piece of rest) {
    const [start, end] = [piece[0], piece.at(-1)];
    if (start !== undefined && isNear(points.at(-1), start)) points = [...points, ...piece.slice(1)];
    else if (end !== undefined && isNear(points[0], end)) points = [...piece.slice(0, -1), ...points];
  }
  const smooth = withoutStraights(points);
  return smooth.length < 2 ? [] : [[id, { points: smooth, label: line.label ?? middleOf(smooth) }]];
}

/** Removes points at which a line continues straight on. */
function withoutStraights(points: readonly Point[]): readonly Point[] {
  return points.filter((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (before === undefined || after === undefined) return true;
    const turn = (point.x - before.x) * (after.y - point.y) - (point.y - before.y) * (after.x - point.x);
    return Math.abs(turn) > 0.01;
  });
}

const moved = ({ x, y }: Point, by: Point): Point => ({ x: x + by.x, y: y + by.y });

const isNear = (one: Point | undefined, other: Point): boolean =>
  one !== undefined && Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1;
