/**
 * Routes one line between two boxes: horizontally and vertically, around other boxes, with few bends.
 */
import { centreOf, type Box, type Point } from './placement.ts';
import { itemAt } from '../../model/lookup.ts';

/** The distance of lines from boxes. */
const clearance = 9;
const bendCost = 40;
/** The most grid crossings to visit for one line. */
const mostSteps = 60_000;

/**
 * Returns the points of a line from the border of one box to that of the other; a straight line if no route is found.
 */
export function findWay(
  from: Box,
  to: Box,
  obstacles: readonly Box[],
  { isWithin }: { readonly isWithin: boolean },
): readonly Point[] {
  const start = { x: isWithin && from.width > to.width ? from.x : from.x + from.width, y: centreOf(from).y };
  const end = { x: isWithin && to.width > from.width ? to.x + to.width : to.x, y: centreOf(to).y };
  if (isWithin) {
    const y = from.width > to.width ? end.y : start.y;
    return [
      { x: start.x, y },
      { x: end.x, y },
    ];
  }
  const first = { x: start.x + clearance, y: start.y };
  const last = { x: end.x - clearance, y: end.y };
  const walls = [...obstacles, ...(from === to ? [from] : [from, to])];
  const way = search(first, last, walls);
  return straightened([start, first, ...(way ?? [{ x: first.x, y: last.y }]), last, end]);
}

interface Step {
  readonly column: number;
  readonly row: number;
  readonly isAcross: boolean;
  readonly cost: number;
  readonly total: number;
  readonly before: Step | undefined;
}

/** Searches along the borders of all boxes, the most promising crossing first. */
function search(from: Point, to: Point, walls: readonly Box[]): readonly Point[] | undefined {
  const xs = lines([from.x, to.x, ...walls.flatMap((box) => [box.x - clearance, box.x + box.width + clearance])]);
  const ys = lines([from.y, to.y, ...walls.flatMap((box) => [box.y - clearance, box.y + box.height + clearance])]);
  const [endColumn, endRow] = [xs.indexOf(to.x), ys.indexOf(to.y)];
  const open = createHeap();
  const known = new Map<number, number>();
  const rest = (column: number, row: number): number =>
    Math.abs(itemAt(xs, column) - to.x) + Math.abs(itemAt(ys, row) - to.y);
  const begin = { column: xs.indexOf(from.x), row: ys.indexOf(from.y), isAcross: true, cost: 0, before: undefined };
  open.push({ ...begin, total: rest(begin.column, begin.row) });
  for (let step = open.pop(), steps = 0; step !== undefined && steps < mostSteps; step = open.pop(), steps += 1) {
    const { column, row, isAcross, cost } = step;
    if (column === endColumn && row === endRow) return pointsOf(step, xs, ys);
    for (const [dx, dy] of directions) {
      const [nextColumn, nextRow] = [column + dx, row + dy];
      const [x, y, nextX, nextY] = [xs[column], ys[row], xs[nextColumn], ys[nextRow]];
      if (x === undefined || y === undefined || nextX === undefined || nextY === undefined) continue;
      if (walls.some((box) => isBlocked(box, { x, y }, { x: nextX, y: nextY }))) continue;
      const nextCost = cost + Math.abs(nextX - x) + Math.abs(nextY - y) + (isAcross === (dx !== 0) ? 0 : bendCost);
      const key = (nextColumn * ys.length + nextRow) * 2 + (dx === 0 ? 0 : 1);
      if ((known.get(key) ?? Number.POSITIVE_INFINITY) <= nextCost) continue;
      known.set(key, nextCost);
      const total = nextCost + rest(nextColumn, nextRow);
      open.push({ column: nextColumn, row: nextRow, isAcross: dx !== 0, cost: nextCost, total, before: step });
    }
  }
  return undefined;
}

const directions = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

const lines = (values: readonly number[]): readonly number[] => [...new Set(values)].sort((one, other) => one - other);

function isBlocked(box: Box, from: Point, to: Point): boolean {
  return (
    Math.max(from.x, to.x) > box.x - clearance + 1 &&
    Math.min(from.x, to.x) < box.x + box.width + clearance - 1 &&
    Math.max(from.y, to.y) > box.y - clearance + 1 &&
    Math.min(from.y, to.y) < box.y + box.height + clearance - 1
  );
}

function pointsOf(step: Step, xs: readonly number[], ys: readonly number[]): readonly Point[] {
  const points: Point[] = [];
  for (let at: Step | undefined = step; at !== undefined; at = at.before)
    points.unshift({ x: itemAt(xs, at.column), y: itemAt(ys, at.row) });
  return points;
}

/** Removes points at which the line continues straight on. */
function straightened(points: readonly Point[]): readonly Point[] {
  return points.filter((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (before === undefined || after === undefined) return true;
    return !(before.x === point.x && point.x === after.x) && !(before.y === point.y && point.y === after.y);
  });
}

/** Returns a heap of steps, the cheapest first. */
function createHeap(): { readonly push: (step: Step) => void; readonly pop: () => Step | undefined } {
  const steps: Step[] = [];
  const swap = (one: number, other: number): void => {
    const [first, second] = [steps[one], steps[other]];
    if (first !== undefined && second !== undefined) [steps[one], steps[other]] = [second, first];
  };
  const totalAt = (at: number): number => steps[at]?.total ?? Number.POSITIVE_INFINITY;
  return {
    push: (step) => {
      steps.push(step);
      for (
        let at = steps.length - 1, up = (at - 1) >> 1;
        at > 0 && totalAt(at) < totalAt(up);
        at = up, up = (at - 1) >> 1
      )
        swap(at, up);
    },
    pop: () => {
      const top = steps[0];
      const last = steps.pop();
      if (top === undefined || last === undefined || steps.length === 0) return top;
      steps[0] = last;
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        const least = totalAt(right) < totalAt(left) ? right : left;
        if (totalAt(least) >= totalAt(at)) break;
        swap(at, least);
        at = least;
      }
      return top;
    },
  };
}
