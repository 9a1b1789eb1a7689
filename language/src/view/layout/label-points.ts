/**
 * The places at which a label may stand: on its line, or beside it. Knows nothing of what else is there.
 */
import type { Size } from './layout-graph.ts';
import type { Point, Route } from './placement.ts';

/** The distance of a label from the line that it is beside, in pixels. */
export const aside = 3;
/** A shorter stretch has no label beside it. */
const leastStretch = 24;

/** Returns the places beside the stretches of a line, the longest first: at its middle, then further out. */
export function pointsBeside({ points }: Route, size: Size): readonly Point[] {
  return stretchesOf(points).flatMap(({ from, to, length }) => {
    if (length < leastStretch) return [];
    // To the right of a line downwards, and above one to the right.
    const [across, down] = [Math.abs(to.y - from.y) / length, -Math.abs(to.x - from.x) / length];
    const isRising = (to.x - from.x) * (to.y - from.y) < 0;
    const off = aside + (across * size.width - down * size.height) / 2;
    const out = { x: across * off, y: (isRising ? -down : down) * off };
    return [0.5, 0.35, 0.65, 0.2, 0.8].flatMap((share) => {
      const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      return [1, -1].map((side) => ({ x: at.x + side * out.x, y: at.y + side * out.y }));
    });
  });
}

/** Returns the places beside a loop: to its right, below it, above it. */
export function pointsBesideLoop({ points }: Route, { width, height }: Size): readonly Point[] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const [across, down] = [(left + right) / 2, (top + bottom) / 2];
  const [beyond, below, above] = [right + aside + width / 2, bottom + aside + height / 2, top - aside - height / 2];
  return [
    { x: beyond, y: down },
    // Not on the border of a box that the loop hangs from.
    { x: beyond, y: below - height },
    { x: left - aside - width / 2, y: below - height },
    { x: right - 1 + width / 2, y: below },
    { x: right - 1 + width / 2, y: above },
    { x: across, y: below },
    { x: across, y: above },
  ];
}

/** The length of a line that is seen beside its label at least, in pixels. */
const seenBeside = 6;

/** Returns the longest stretches first; on each its middle, then positions further out. */
export function pointsOn({ points, label }: Route, size: Size): readonly Point[] {
  const stretches = stretchesOf(points);
  // A label does not cover all that there is of a line.
  const isShort = ({ from, to, length }: LongStretch): boolean =>
    length < (isFlatFrom(from, to) ? size.width : size.height) + seenBeside;
  if (stretches.every(isShort)) return [];
  const own = label === undefined ? [] : [label];
  return [
    ...own,
    ...stretches.flatMap(({ from, to, length }) => {
      const room = isFlatFrom(from, to) ? size.width : size.height;
      const steps = Math.min(20, Math.floor(length / Math.max(4, room / 2)));
      return Array.from({ length: steps + 1 }, (_, step) => {
        const share = 0.5 + ((step % 2 === 0 ? 1 : -1) * Math.ceil(step / 2)) / (steps + 2);
        return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      });
    }),
  ];
}

interface LongStretch {
  readonly from: Point;
  readonly to: Point;
  readonly length: number;
}

/** Returns the stretches of a line, the longest first. */
export const stretchesOf = (points: readonly Point[]): readonly LongStretch[] =>
  points
    .slice(1)
    .map((to, at) => ({ from: points[at] ?? to, to, length: distance(points[at] ?? to, to) }))
    .sort((one, other) => other.length - one.length);

const isFlatFrom = (from: Point, to: Point): boolean => Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);

const distance = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y);
