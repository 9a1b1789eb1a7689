/**
 * The boxes and lines of a large picture that are drawn one by one: those in view and slightly beyond, while they are
 * few enough for a fluent page. Names could not be read from further away.
 */
import type { Drawn } from '../../../language/src/drawing/graph/picture-parts.ts';
import { oncePer } from '../../../language/src/model/common/once-per.ts';
import type { Size } from '../../../language/src/view/layout/layout-graph.ts';
import type { Box, Placement, Route } from '../../../language/src/view/layout/placement.ts';
import type { View } from './views.ts';

/** The most drawn one by one. */
const atMost = { nodes: 400, edges: 400 } as const;
/** The margin around the view, as a share of it, so that small movements need no drawing. */
const beyond = 0.2;
/** The factor by which the view must shrink before too large a part is counted again. */
const muchLess = 0.7;

/** Nothing is drawn one by one, because the picture is seen from far away. */
const drawnFromFar: Drawn = { nodes: undefined, edges: undefined };

/** Nothing is drawn yet, because nobody knows what is in view. */
export const nothingDrawn: Drawn = { nodes: new Set(), edges: new Set() };

/** Keeps the drawn parts of one placement. */
export interface DrawnParts {
  /** Returns what to draw in this view; the same object while it need not change. Cost: `O(V + E)`. */
  readonly at: (view: View, size: Size) => Drawn;
}

/** Begins with a new placement. */
export function drawnPartsOf(placement: Placement): DrawnParts {
  let last: { readonly room: Box; readonly drawn: Drawn } | undefined;
  return {
    at: (view, size) => {
      const seen = {
        x: -view.x / view.k,
        y: -view.y / view.k,
        width: size.width / view.k,
        height: size.height / view.k,
      };
      if (last !== undefined && isWithin(seen, last.room) && !mayBeMore(seen, last)) return last.drawn;
      const room = grown(seen);
      const found = {
        nodes: few(placement.boxes, (box) => touches(box, room), atMost.nodes),
        edges: few(placement.routes, (route) => stretchesOf(route).some((box) => touches(box, room)), atMost.edges),
      };
      const drawn = found.nodes === undefined && found.edges === undefined ? drawnFromFar : found;
      last = { room, drawn };
      return drawn;
    },
  };
}

function mayBeMore(seen: Box, { room, drawn }: { readonly room: Box; readonly drawn: Drawn }): boolean {
  return (drawn.nodes === undefined || drawn.edges === undefined) && grown(seen).width < room.width * muchLess;
}

/** Returns the ids of the parts that are in an area; nothing if they are too many. */
function few<Part>(
  parts: ReadonlyMap<string, Part>,
  isInside: (part: Part) => boolean,
  most: number,
): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  for (const [id, part] of parts) {
    if (!isInside(part)) continue;
    if (found.size === most) return undefined;
    found.add(id);
  }
  return found;
}

/** Returns the boxes around a line's segments, which are the same after an edit where the line is. */
const stretchesOf = oncePer(({ points }: Route): readonly Box[] =>
  points.slice(1).map((to, at) => {
    const from = points[at] ?? to;
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    return { x, y, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
  }),
);

const grown = ({ x, y, width, height }: Box): Box => ({
  x: x - width * beyond,
  y: y - height * beyond,
  width: width * (1 + 2 * beyond),
  height: height * (1 + 2 * beyond),
});

const touches = (one: Box, other: Box): boolean =>
  one.x <= other.x + other.width &&
  other.x <= one.x + one.width &&
  one.y <= other.y + other.height &&
  other.y <= one.y + one.height;

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
