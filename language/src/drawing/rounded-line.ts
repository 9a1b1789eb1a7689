/**
 * Lines with rounded corners, as path data.
 */
import type { Point } from '../view/layout/placement.ts';

/** In pixels. */
const cornerRadius = 6;

/** Returns path data through all points, with the corners between them rounded. */
export function roundedLine(points: readonly Point[], radius = cornerRadius): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = [`M${pair(first)}`];
  rest.forEach((corner, at) => {
    const [before, after] = [points[at] ?? first, rest[at + 1]];
    if (after === undefined) parts.push(`L${pair(corner)}`);
    else
      parts.push(`L${pair(towards(corner, before, radius))}Q${pair(corner)} ${pair(towards(corner, after, radius))}`);
  });
  return parts.join('');
}

function towards(from: Point, to: Point, radius: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return from;
  const share = Math.min(radius, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

const pair = ({ x, y }: Point): string => `${rounded(x)} ${rounded(y)}`;
const rounded = (value: number): string => (Math.round(value * 10) / 10).toString();
