import assert from 'node:assert/strict';
import { nextNode } from '../../../../client/webview/graph/navigation.ts';
import { steadyView } from '../../../../client/webview/graph/views.ts';
import type { Placement } from '../../../../language/src/view/layout/placement.ts';

const placementOf = (boxes: Readonly<Record<string, readonly [number, number]>>): Placement => ({
  boxes: new Map(Object.entries(boxes).map(([id, [x, y]]) => [id, { x, y, width: 10, height: 10 }])),
  routes: new Map(),
  width: 100,
  height: 100,
  engine: 'simple',
});

describe('An arrow key', () => {
  const placement = placementOf({ middle: [50, 50], left: [0, 50], right: [90, 55], above: [52, 0], corner: [70, 90] });

  it('leads to the nearest node in its direction', () => {
    assert.equal(nextNode(placement, 'middle', 'ArrowLeft'), 'left');
    assert.equal(nextNode(placement, 'middle', 'ArrowRight'), 'right');
    assert.equal(nextNode(placement, 'middle', 'ArrowUp'), 'above');
    assert.equal(nextNode(placement, 'middle', 'ArrowDown'), 'corner');
  });

  it('leads nowhere if there is nothing', () => {
    assert.equal(nextNode(placement, 'left', 'ArrowLeft'), undefined);
    assert.equal(nextNode(placement, 'middle', 'x'), undefined);
  });
});

describe('A view after a new layout', () => {
  const before = placementOf({ a: [0, 0], b: [100, 0] });
  const after = placementOf({ a: [30, 40], b: [500, 500] });
  const view = { x: 5, y: 6, k: 2 };

  it('keeps what is selected where it was, at the same scale', () => {
    const steady = steadyView(view, { before, after, middle: { x: 0, y: 0 }, selected: 'b' });
    assert.deepEqual(steady, { k: 2, x: 5 - 800, y: 6 - 1000 });
  });

  it('keeps the middle of the window if nothing is selected', () => {
    const steady = steadyView(view, { before, after, middle: { x: 10, y: 10 }, selected: undefined });
    assert.deepEqual(steady, { k: 2, x: 5 - 60, y: 6 - 80 });
  });

  it('stays if no node is left', () => {
    const gone = placementOf({ c: [1, 1] });
    assert.deepEqual(steadyView(view, { before, after: gone, middle: { x: 0, y: 0 }, selected: 'a' }), view);
  });
});
