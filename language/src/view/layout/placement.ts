/**
 * The positions of a drawn graph, in pixels from the upper left corner of the picture.
 */

/** A point in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle, given by its upper left corner and its size. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The line of an edge from its source to its target, and the position of its label. */
export interface Route {
  /** At least two points, including corners. */
  readonly points: readonly Point[];
  /** The centre of its label; absent if there is no room for one. */
  readonly label?: Point;
}

/** The positions of all nodes and edges. */
export interface Placement {
  /** By node id; a nested node is inside the box of its parent. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** By edge id. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly width: number;
  readonly height: number;
  /** True if lines have wide bends. */
  readonly isCurved?: true;
  /** The layout used: an engine, or the simple layering that replaces them. */
  readonly engine: 'layered' | 'elk' | 'simple';
}

/** Returns the point halfway along a line. */
export function middleOf(points: readonly Point[]): Point {
  const lengths = points.slice(1).map((point, at) => distance(points[at] ?? point, point));
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [at, length] of lengths.entries()) {
    const [from, to] = [points[at], points[at + 1]];
    if (from === undefined || to === undefined) break;
    if (rest <= length) return length === 0 ? from : between(from, to, rest / length);
    rest -= length;
  }
  return points.at(-1) ?? { x: 0, y: 0 };
}

/** Returns the centre of a box. */
export const centreOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

const distance = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y);

const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});
