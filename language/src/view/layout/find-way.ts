/**
 * Routes one line between two boxes: horizontally and vertically, around other boxes, with few bends.
 */
import { centreOf, type Box, type Point } from './placement.ts';
import { itemAt } from '../../model/lookup.ts';

/** The distance of lines from boxes. */
const clearance = 9;
const bendCost = 40;
/** By how much a way may be longer than the best one. */
const haste = 1.1;
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
  const way = search(first, last, walls, regionOf([from, to])) ?? search(first, last, walls, everywhere);
  return straightened([start, first, ...(way ?? [{ x: first.x, y: last.y }]), last, end]);
}

/** A region in which a line may run. */
interface Region {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const everywhere: Region = {
  left: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
};

/** The distance around its ends within which a line is searched first, in pixels. */
const detour = 300;

const regionOf = (ends: readonly Box[]): Region => ({
  left: Math.min(...ends.map(({ x }) => x)) - detour,
  right: Math.max(...ends.map(({ x, width }) => x + width)) + detour,
  top: Math.min(...ends.map(({ y }) => y)) - detour,
  bottom: Math.max(...ends.map(({ y, height }) => y + height)) + detour,
});

interface Step {
  readonly column: number;
  readonly row: number;
  readonly isAcross: boolean;
  readonly cost: number;
  readonly total: number;
  readonly before: Step | undefined;
}

/** Searches along the borders of all boxes in a region, the most promising crossing first. */
function search(from: Point, to: Point, all: readonly Box[], region: Region): readonly Point[] | undefined {
  const walls = all.filter((box) => isNear(box, region));
  const { xs, ys, acrossIsFree, downIsFree } = gridOf([from, to], walls, region);
  const [endColumn, endRow] = [xs.indexOf(to.x), ys.indexOf(to.y)];
  const open = createHeap();
  const known = new Map<number, number>();
  // A little more than what is left costs at least, so that few crossings are visited for nearly the best way.
  const rest = (column: number, row: number): number => {
    const bend = column === endColumn || row === endRow ? 0 : bendCost;
    return haste * (Math.abs(itemAt(xs, column) - to.x) + Math.abs(itemAt(ys, row) - to.y) + bend);
  };
  const begin = { column: xs.indexOf(from.x), row: ys.indexOf(from.y), isAcross: true, cost: 0, before: undefined };
  open.push({ ...begin, total: rest(begin.column, begin.row) });
  for (let step = open.pop(), steps = 0; step !== undefined && steps < mostSteps; step = open.pop(), steps += 1) {
    const { column, row, isAcross, cost } = step;
    if (column === endColumn && row === endRow) return pointsOf(step, xs, ys);
    // A cheaper way to this crossing was taken before.
    if (cost > (known.get(keyOf(step, ys.length)) ?? cost)) continue;
    for (const [dx, dy] of directions) {
      const [nextColumn, nextRow] = [column + dx, row + dy];
      const [x, y, nextX, nextY] = [xs[column], ys[row], xs[nextColumn], ys[nextRow]];
      if (x === undefined || y === undefined || nextX === undefined || nextY === undefined) continue;
      const isFree =
        dx === 0 ? downIsFree(column, Math.min(row, nextRow)) : acrossIsFree(Math.min(column, nextColumn), row);
      if (!isFree) continue;
      const nextCost = cost + Math.abs(nextX - x) + Math.abs(nextY - y) + (isAcross === (dx !== 0) ? 0 : bendCost);
      const next = { column: nextColumn, row: nextRow, isAcross: dx !== 0, cost: nextCost, before: step };
      const key = keyOf(next, ys.length);
      if ((known.get(key) ?? Number.POSITIVE_INFINITY) <= nextCost) continue;
      known.set(key, nextCost);
      open.push({ ...next, total: nextCost + rest(nextColumn, nextRow) });
    }
  }
  return undefined;
}

const keyOf = ({ column, row, isAcross }: Pick<Step, 'column' | 'row' | 'isAcross'>, rows: number): number =>
  (column * rows + row) * 2 + (isAcross ? 0 : 1);

const isNear = ({ x, y, width, height }: Box, { left, right, top, bottom }: Region): boolean =>
  x - clearance < right && x + width + clearance > left && y - clearance < bottom && y + height + clearance > top;

/** The lines along borders, and which stretches between their crossings are free of boxes. */
interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Tells about the stretch from a crossing to the next one on the right. */
  readonly acrossIsFree: (column: number, row: number) => boolean;
  /** Tells about the stretch from a crossing to the next one below. */
  readonly downIsFree: (column: number, row: number) => boolean;
}

/** Cost: that of sorting, and the number of crossings in boxes. */
function gridOf(ends: readonly Point[], walls: readonly Box[], { left, right, top, bottom }: Region): Grid {
  const xs = lines([
    ...ends.map(({ x }) => x),
    ...walls.flatMap(({ x, width }) => [x - clearance, x + width + clearance]).filter((x) => x >= left && x <= right),
  ]);
  const ys = lines([
    ...ends.map(({ y }) => y),
    ...walls.flatMap(({ y, height }) => [y - clearance, y + height + clearance]).filter((y) => y >= top && y <= bottom),
  ]);
  const across = new Uint8Array(xs.length * ys.length);
  const down = new Uint8Array(xs.length * ys.length);
  for (const { x, y, width, height } of walls) {
    const [firstX, lastX] = [x - clearance + 1, x + width + clearance - 1];
    const [firstY, lastY] = [y - clearance + 1, y + height + clearance - 1];
    const columns = { within: after(xs, firstX), end: notBefore(xs, lastX) };
    const rows = { within: after(ys, firstY), end: notBefore(ys, lastY) };
    for (let column = Math.max(0, columns.within - 1); column < columns.end; column += 1)
      across.fill(1, column * ys.length + rows.within, column * ys.length + Math.max(rows.within, rows.end));
    for (let column = columns.within; column < columns.end; column += 1) {
      const begin = Math.max(0, rows.within - 1);
      down.fill(1, column * ys.length + begin, column * ys.length + Math.max(begin, rows.end));
    }
  }
  return {
    ...{ xs, ys },
    acrossIsFree: (column, row) => across[column * ys.length + row] === 0,
    downIsFree: (column, row) => down[column * ys.length + row] === 0,
  };
}

/** Returns the index of the first value after a limit. */
const after = (values: readonly number[], limit: number): number => firstIndex(values, (value) => value > limit);

/** Returns the index of the first value that is not before a limit. */
const notBefore = (values: readonly number[], limit: number): number => firstIndex(values, (value) => value >= limit);

/** Searches ascending values; those that pass come last. */
function firstIndex(values: readonly number[], passes: (value: number) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(itemAt(values, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

const directions = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

const lines = (values: readonly number[]): readonly number[] => [...new Set(values)].sort((one, other) => one - other);

function pointsOf(step: Step, xs: readonly number[], ys: readonly number[]): readonly Point[] {
  const points: Point[] = [];
  for (let at: Step | undefined = step; at !== undefined; at = at.before)
    points.unshift({ x: itemAt(xs, at.column), y: itemAt(ys, at.row) });
  return points;
}

/** Removes points that are repeated, or at which the line continues straight on. */
function straightened(all: readonly Point[]): readonly Point[] {
  const points = all.filter(({ x, y }, at) => x !== all[at - 1]?.x || y !== all[at - 1]?.y);
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
