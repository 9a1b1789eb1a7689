/** The boxes and lines of a large picture that are drawn one by one, compared with a check of each. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { drawnPartsOf } from '../../../../client/webview/graph/drawn.ts';
import type { View } from '../../../../client/webview/graph/views.ts';
import type { Box, Placement } from '../../../../language/src/view/layout/placement.ts';

const size = { width: 500, height: 400 };
const mostDrawn = 400;

const place = fc.record({ x: fc.integer({ min: 0, max: 6000 }), y: fc.integer({ min: 0, max: 6000 }) });
const box = fc.tuple(place, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }));
const placements = fc
  .record({
    boxes: fc.array(box, { minLength: 0, maxLength: 900 }),
    lines: fc.array(fc.array(place, { minLength: 2, maxLength: 4 }), { maxLength: 40 }),
  })
  .map(({ boxes, lines }): Placement => {
    const nodes = boxes.map(([{ x, y }, width, height], at) => [`n${at.toString()}`, { x, y, width, height }] as const);
    const routes = lines.map((points, at) => [`e${at.toString()}`, { points }] as const);
    return { boxes: new Map(nodes), routes: new Map(routes), width: 6300, height: 6300, engine: 'elk' };
  });
const views = fc.record({
  x: fc.integer({ min: -6000, max: 500 }),
  y: fc.integer({ min: -6000, max: 500 }),
  k: fc.constantFrom(0.05, 0.1, 0.2, 0.5, 1, 2),
});

/** What the window shows, with so much more of it on each side. */
function windowAt({ x, y, k }: View, more: number): Box {
  const [width, height] = [size.width / k, size.height / k];
  return {
    x: -x / k - width * more,
    y: -y / k - height * more,
    width: width * (1 + 2 * more),
    height: height * (1 + 2 * more),
  };
}

const idsIn = ({ boxes }: Placement, room: Box): readonly string[] =>
  [...boxes]
    .filter(([, { x, y, width, height }]) => {
      const isAside = x > room.x + room.width || x + width < room.x;
      return !isAside && y <= room.y + room.height && y + height >= room.y;
    })
    .map(([id]) => id);

describe('What is drawn of a large picture', () => {
  it('is everything in view, wherever the view has been before, unless that is too much', () => {
    fc.assert(
      fc.property(placements, fc.array(views, { minLength: 1, maxLength: 6 }), (placement, moves) => {
        const parts = drawnPartsOf(placement);
        for (const view of moves) {
          const { nodes } = parts.at(view, size);
          if (nodes === undefined) continue;
          assert.ok(nodes.size <= mostDrawn);
          for (const id of idsIn(placement, windowAt(view, 0))) assert.ok(nodes.has(id), id);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is nothing one by one exactly if slightly more than the view is too much', () => {
    fc.assert(
      fc.property(placements, views, (placement, view) => {
        const { nodes } = drawnPartsOf(placement).at(view, size);
        assert.equal(nodes === undefined, idsIn(placement, windowAt(view, 0.2)).length > mostDrawn);
      }),
      { numRuns: 40 },
    );
  });

  it('has each line that crosses the view, though its ends are outside', () => {
    const placement: Placement = {
      boxes: new Map(),
      routes: new Map([
        [
          'across',
          {
            points: [
              { x: -900, y: 100 },
              { x: 2000, y: 120 },
            ],
          },
        ],
      ]),
      width: 3000,
      height: 3000,
      engine: 'elk',
    };
    assert.deepEqual([...(drawnPartsOf(placement).at({ x: 0, y: 0, k: 1 }, size).edges ?? [])], ['across']);
    assert.deepEqual([...(drawnPartsOf(placement).at({ x: 0, y: -900, k: 1 }, size).edges ?? [])], []);
  });

  it('stays the same while the view moves a little', () => {
    const boxes = Array.from(
      { length: 100 },
      (_, at) => [`n${at.toString()}`, { x: at * 50, y: 0, width: 40, height: 40 }] as const,
    );
    const parts = drawnPartsOf({ boxes: new Map(boxes), routes: new Map(), width: 5000, height: 40, engine: 'elk' });
    const before = parts.at({ x: 0, y: 0, k: 1 }, size);
    assert.equal(parts.at({ x: -60, y: -30, k: 1 }, size), before);
    assert.notEqual(parts.at({ x: -600, y: 0, k: 1 }, size), before);
  });
});
