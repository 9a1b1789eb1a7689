import assert from 'node:assert/strict';
import { freestCorner } from '../../../../client/webview/graph/panels/overview-corner.ts';
import type { Box } from '../../../../language/src/view/layout/placement.ts';

const [view, window, own] = [
  { x: 0, y: 0, k: 1 },
  { width: 800, height: 600 },
  { width: 180, height: 120 },
];
const at = (x: number, y: number): Box => ({ x, y, width: 100, height: 46 });
const cornerOf = (...boxes: readonly Box[]): string => freestCorner(boxes, view, window, own);

describe('The overview', () => {
  it('is at the lower right, unless it covers less elsewhere', () => {
    assert.equal(cornerOf(), 'bottom right');
    assert.equal(cornerOf(at(350, 280)), 'bottom right');
    assert.equal(cornerOf(at(690, 540)), 'bottom left');
    assert.equal(cornerOf(at(690, 540), at(10, 540)), 'top right');
    assert.equal(cornerOf(at(690, 540), at(10, 540), at(690, 10)), 'top left');
    assert.equal(cornerOf(at(690, 540), at(600, 480), at(10, 540), at(690, 10), at(10, 10)), 'bottom left');
  });

  it('counts what is in the window, as it is zoomed', () => {
    assert.equal(freestCorner([at(690, 540)], { x: 0, y: 0, k: 0.5 }, window, own), 'bottom right');
    assert.equal(freestCorner([at(1400, 1100)], { x: 0, y: 0, k: 0.5 }, window, own), 'bottom left');
  });
});
