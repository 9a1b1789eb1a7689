/**
 * Where everything of a graph is drawn, in pixels from the upper left corner of the picture.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The line of an edge from its source to its target, and where its label stands. */
export interface Route {
  /** At least two, corners included. */
  readonly points: readonly Point[];
  /** The centre of its label; absent where there is no room for one. */
  readonly label?: Point;
}

export interface Placement {
  /** By node id; a nested node is inside the box of its parent. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** By edge id. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly width: number;
  readonly height: number;
  /** What laid it out: an engine, or our own layering that stands in for them. */
  readonly engine: 'elk' | 'graphviz' | 'simple';
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
