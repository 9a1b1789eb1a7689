/** The first view of a picture: all of it if its names are readable, otherwise a part. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  boxAround,
  pageMargin,
  viewAtFirst,
  viewOfAll,
  viewWith,
  type View,
} from '../../../../client/webview/graph/views.ts';
import type { Box, Placement } from '../../../../language/src/view/layout/placement.ts';

const nameFont = 13;

const rooms = fc.record({ width: fc.integer({ min: 200, max: 2000 }), height: fc.integer({ min: 200, max: 1500 }) });
const boxes = fc.record({
  x: fc.integer({ min: 20, max: 4000 }),
  y: fc.integer({ min: 20, max: 4000 }),
  width: fc.integer({ min: 20, max: 150 }),
  height: fc.integer({ min: 20, max: 60 }),
});
const placements = fc.array(boxes, { minLength: 1, maxLength: 12 }).map((all): Placement => ({
  boxes: new Map(all.map((box, at) => [at.toString(), box])),
  routes: new Map(),
  width: Math.max(...all.map(({ x, width }) => x + width)) + 20,
  height: Math.max(...all.map(({ y, height }) => y + height)) + 20,
  engine: 'elk',
}));

const isSeen = ({ x, y, width, height }: Box, view: View, room: { readonly width: number; readonly height: number }) =>
  x * view.k + view.x >= -1e-6 &&
  y * view.k + view.y >= -1e-6 &&
  (x + width) * view.k + view.x <= room.width + 1e-6 &&
  (y + height) * view.k + view.y <= room.height + 1e-6;

describe('The first view of a picture', () => {
  it('shows all of it with names of 9 pixels, or a part with names of more than 9 and a box in it', () => {
    fc.assert(
      fc.property(placements, rooms, fc.nat(), (placement, room, chosen) => {
        const box = [...placement.boxes.values()][chosen % placement.boxes.size];
        const view = viewAtFirst(placement, box === undefined ? [] : [box], room);
        const all = { x: 0, y: 0, width: placement.width, height: placement.height };
        if (isSeen(all, view, room)) assert.ok(view.k * nameFont >= 8.99, view.k.toString());
        else {
          assert.ok(view.k * nameFont > 9);
          assert.ok(viewOfAll(placement, room).k * nameFont < 9.01, 'all of it could have been read');
          assert.ok(box !== undefined && isSeen(box, view, room));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('shows of several boxes the first, and each other that fits beside those before it', () => {
    const windows = fc.record({
      width: fc.integer({ min: 250, max: 900 }),
      height: fc.integer({ min: 200, max: 900 }),
    });
    let together = 0;
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 4 }), windows, (all, room) => {
        const around = boxAround(all, 0.75, room) ?? assert.fail();
        const view = viewWith(around, { x: 0, y: 0, k: 0.75 }, room);
        assert.ok(all[0] !== undefined && isSeen(all[0], view, room));
        const seen = all.filter((box) => isSeen(box, view, room));
        if (seen.length > 1) together += 1;
        const [, second] = all;
        // The naive judge: are the far ends of both closer than the window is wide and high?
        const isRoom = (at: 'x' | 'y', length: 'width' | 'height'): boolean => {
          const ends = all.slice(0, 2).flatMap((box) => [box[at], box[at] + box[length]]);
          return (Math.max(...ends) - Math.min(...ends)) * 0.75 <= room[length] - 2 * pageMargin;
        };
        if (second !== undefined && isRoom('x', 'width') && isRoom('y', 'height')) assert.ok(seen.includes(second));
      }),
    );
    assert.ok(together > 3, together.toString());
  });

  it('shows something at its upper left if nothing is selected', () => {
    fc.assert(
      fc.property(placements, rooms, (placement, room) => {
        const view = viewAtFirst(placement, [], room);
        assert.ok([...placement.boxes.values()].some((box) => isSeen(box, view, room)));
      }),
      { numRuns: 300 },
    );
  });

  it('moves to a box no further than necessary', () => {
    const [room, view] = [
      { width: 500, height: 400 },
      { x: 0, y: 0, k: 1 },
    ];
    assert.deepEqual(viewWith({ x: 100, y: 100, width: 50, height: 30 }, view, room), view);
    assert.deepEqual(viewWith({ x: 600, y: 100, width: 50, height: 30 }, view, room), { x: -174, y: 0, k: 1 });
  });
});
