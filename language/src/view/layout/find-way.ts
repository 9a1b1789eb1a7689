/**
 * Routes one line between two boxes: horizontally and vertically, around other boxes, with few bends.
 */
import { centreOf, type Box, type Point } from './placement.ts';
import { itemAt } from '../../model/common/lookup.ts';

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
  /** The cost, and what is left at least. */
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
  const reach = (column: number, row: number, isAcross: boolean, before: Step | undefined): void => {
    const x = itemAt(xs, column);
    const y = itemAt(ys, row);
    let cost = 0;
    if (before !== undefined) {
      const way = isAcross ? Math.abs(x - itemAt(xs, before.column)) : Math.abs(y - itemAt(ys, before.row));
      cost = before.cost + way + (isAcross === before.isAcross ? 0 : bendCost);
    }
    const key = (column * ys.length + row) * 2 + (isAcross ? 0 : 1);
    const best = known.get(key);
    if (best !== undefined && best <= cost) return;
    known.set(key, cost);
    // A little more than what is left costs at least, so that few crossings are visited for nearly the best way.
    const bend = column === endColumn || row === endRow ? 0 : bendCost;
    const total = cost + haste * (Math.abs(x - to.x) + Math.abs(y - to.y) + bend);
    open.push({ column, row, isAcross, cost, total, before });
  };
  reach(xs.indexOf(from.x), ys.indexOf(from.y), true, undefined);
  for (let step = open.pop(), steps = 0; step !== undefined && steps < mostSteps; step = open.pop(), steps += 1) {
    const { column, row, isAcross, cost } = step;
    if (column === endColumn && row === endRow) return pointsOf(step, xs, ys);
    // A cheaper way to this crossing was taken before.
    if (cost > (known.get((column * ys.length + row) * 2 + (isAcross ? 0 : 1)) ?? cost)) continue;
    if (column + 1 < xs.length && acrossIsFree(column, row)) reach(column + 1, row, true, step);
    if (column > 0 && acrossIsFree(column - 1, row)) reach(column - 1, row, true, step);
    if (row + 1 < ys.length && downIsFree(column, row)) reach(column, row + 1, false, step);
    if (row > 0 && downIsFree(column, row - 1)) reach(column, row - 1, false, step);
  }
  return undefined;
}

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

/** Cost: that of sorting; the boxes on a line are found when it is first asked about. */
function gridOf(ends: readonly Point[], walls: readonly Box[], { left, right, top, bottom }: Region): Grid {
  const xs = lines([
    ...ends.map(({ x }) => x),
    ...walls.flatMap(({ x, width }) => [x - clearance, x + width + clearance]).filter((x) => x >= left && x <= right),
  ]);
  const ys = lines([
    ...ends.map(({ y }) => y),
    ...walls.flatMap(({ y, height }) => [y - clearance, y + height + clearance]).filter((y) => y >= top && y <= bottom),
  ]);
  const onColumn = perLine(xs, (at) => walls.filter(({ x, width }) => isOn(at, x, width)));
  const onRow = perLine(ys, (at) => walls.filter(({ y, height }) => isOn(at, y, height)));
  return {
    ...{ xs, ys },
    acrossIsFree: (column, row) => {
      const from = itemAt(xs, column);
      const to = itemAt(xs, column + 1);
      for (const { x, width } of onRow(row)) if (isAlong(from, to, x, width)) return false;
      return true;
    },
    downIsFree: (column, row) => {
      const from = itemAt(ys, row);
      const to = itemAt(ys, row + 1);
      for (const { y, height } of onColumn(column)) if (isAlong(from, to, y, height)) return false;
      return true;
    },
  };
}

/** Returns a function that finds once what is on a line. */
function perLine(places: readonly number[], find: (at: number) => readonly Box[]): (line: number) => readonly Box[] {
  const found: (readonly Box[] | undefined)[] = [];
  return (line) => (found[line] ??= find(itemAt(places, line)));
}

/** Returns true if a line is closer to a box than lines may be. */
const isOn = (at: number, start: number, length: number): boolean =>
  at > start - clearance + 1 && at < start + length + clearance - 1;

/** Returns true if a stretch of a line comes closer to a box than lines may be. */
const isAlong = (from: number, to: number, start: number, length: number): boolean =>
  to > start - clearance + 1 && from < start + length + clearance - 1;

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
  const totalAt = (at: number): number => steps[at]?.total ?? Number.POSITIVE_INFINITY;
  return {
    push: (step) => {
      let at = steps.length;
      for (let up = (at - 1) >> 1; at > 0 && step.total < totalAt(up); at = up, up = (at - 1) >> 1)
        steps[at] = itemAt(steps, up);
      steps[at] = step;
    },
    pop: () => {
      const top = steps[0];
      const last = steps.pop();
      if (last === undefined || steps.length === 0) return top;
      let at = 0;
      for (;;) {
        const left = 2 * at + 1;
        const least = totalAt(left + 1) < totalAt(left) ? left + 1 : left;
        if (totalAt(least) >= last.total) break;
        steps[at] = itemAt(steps, least);
        at = least;
      }
      steps[at] = last;
      return top;
    },
  };
}
