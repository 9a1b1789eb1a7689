/** Ways of lines around boxes, compared with a naive search over every crossing of every border. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import { findWay } from '../../../language/src/view/layout/find-way.ts';
import type { Box, Point } from '../../../language/src/view/layout/placement.ts';
import { runs } from '../../properties.ts';
import { assertWithin } from '../../within.ts';

const clearance = 9;
const bend = 40;

/** Returns true if a stretch comes nearer to a box than lines may. */
const isBlocked = (box: Box, from: Point, to: Point): boolean =>
  Math.max(from.x, to.x) > box.x - clearance + 1 &&
  Math.min(from.x, to.x) < box.x + box.width + clearance - 1 &&
  Math.max(from.y, to.y) > box.y - clearance + 1 &&
  Math.min(from.y, to.y) < box.y + box.height + clearance - 1;

/** Returns the cost of the best way between two points, by trying all crossings again and again; infinite if none. */
function bestCost(from: Point, to: Point, walls: readonly Box[]): number {
  const values = (points: readonly number[]): readonly number[] => [...new Set(points)].sort((a, b) => a - b);
  const xs = values([from.x, to.x, ...walls.flatMap(({ x, width }) => [x - clearance, x + width + clearance])]);
  const ys = values([from.y, to.y, ...walls.flatMap(({ y, height }) => [y - clearance, y + height + clearance])]);
  const costs = new Map<string, number>([[[xs.indexOf(from.x), ys.indexOf(from.y), true].join(), 0]]);
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const [key, cost] of [...costs]) {
      const [column = 0, row = 0] = key.split(',').map(Number);
      const wasAcross = key.endsWith('true');
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) // oxfmt-ignore
      {
        const [x, y, nextX, nextY] = [xs[column], ys[row], xs[column + dx], ys[row + dy]];
        if (x === undefined || y === undefined || nextX === undefined || nextY === undefined) continue;
        if (walls.some((box) => isBlocked(box, { x, y }, { x: nextX, y: nextY }))) continue;
        const next = cost + Math.abs(nextX - x) + Math.abs(nextY - y) + (wasAcross === (dx !== 0) ? 0 : bend);
        const nextKey = [column + dx, row + dy, dx !== 0].join();
        if ((costs.get(nextKey) ?? Number.POSITIVE_INFINITY) <= next) continue;
        costs.set(nextKey, next);
        hasChanged = true;
      }
    }
  }
  const end = `${xs.indexOf(to.x).toString()},${ys.indexOf(to.y).toString()}`;
  return Math.min(...['true', 'false'].map((way) => costs.get(`${end},${way}`) ?? Number.POSITIVE_INFINITY));
}

/** Returns the cost of a line of which the first and last stretch lead across. */
function costOf(points: readonly Point[]): number {
  let [cost, wasAcross] = [0, true];
  points.slice(1).forEach((to, at) => {
    const from = itemAt(points, at);
    if (from.x === to.x && from.y === to.y) return;
    const isAcross = from.y === to.y;
    assert.ok(isAcross || from.x === to.x, 'lines lead across or down');
    cost += Math.abs(to.x - from.x) + Math.abs(to.y - from.y) + (isAcross === wasAcross ? 0 : bend);
    wasAcross = isAcross;
  });
  return cost;
}

/** Boxes on a coarse grid, so that some touch and some leave a gap. */
const boxes = fc
  .uniqueArray(fc.tuple(fc.nat(5), fc.nat(5)), {
    minLength: 2,
    maxLength: 14,
    selector: ([x, y]) => `${x.toString()} ${y.toString()}`,
  }) // oxfmt-ignore
  .chain(
    (cells) =>
    fc.tuple(...cells.map(([x, y]) => fc.record({ x: fc.constant(x * 90), y: fc.constant(y * 60), width: fc.integer({ min: 20, max: 88 }), height: fc.integer({ min: 10, max: 58 }) }))), // oxfmt-ignore
  );

describe('The way of a line', () => {
  it('leads around all boxes wherever there is a way, and costs hardly more than the best', () => {
    const reached = { ways: 0, bends: 0, none: 0 };
    fc.assert(
      fc.property(boxes, ([from, to, ...obstacles]) => {
        assert.ok(from && to);
        const points = findWay(from, to, obstacles, { isWithin: false });
        const walls = [...obstacles, from, to];
        const first = { x: from.x + from.width + clearance, y: from.y + from.height / 2 };
        const last = { x: to.x - clearance, y: to.y + to.height / 2 };
        const best = bestCost(first, last, walls);
        if (best === Number.POSITIVE_INFINITY) {
          reached.none += 1;
          return;
        }
        reached.ways += 1;
        if (points.length > 4) reached.bends += 1;
        const cost = costOf(points);
        // From the border out, and in again after a last bend.
        assert.ok(cost <= 1.1 * best + bend + 2 * clearance + 1, `${cost.toString()} instead of ${best.toString()}`);
        points.slice(1).forEach((point, at) => {
          for (const wall of obstacles) assert.ok(!isBlocked(wall, itemAt(points, at), point), 'no box is in the way');
        });
      }),
      { numRuns: runs(25, 600) },
    );
    assert.ok(reached.ways > 20 && reached.bends > 5 && reached.none > 1, JSON.stringify(reached));
  });

  it('is found at once among a thousand boxes, from one corner to the other', () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ x: (at % 25) * 190, y: Math.floor(at / 25) * 70, width: 150, height: 40 })); // oxfmt-ignore
    const [from, to] = [itemAt(many, 0), itemAt(many, 999)];
    const begun = process.cpuUsage();
    const points = findWay(from, to, many.slice(1, -1), { isWithin: false });
    // It takes about 30 ms; trying each box at each crossing took 3 s.
    assertWithin(1, begun, 'a way among a thousand boxes');
    for (const wall of many.slice(1, -1))
      points.slice(1).forEach((point, at) => {
        assert.ok(!isBlocked(wall, itemAt(points, at), point), 'no box is in the way');
      });
  });
});
