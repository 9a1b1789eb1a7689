/**
 * Invariants of every placement, whichever engine made it.
 */
import assert from 'node:assert/strict';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { Box, Placement, Point } from '../../../language/src/view/layout/placement.ts';

/** Fails unless everything has a position, nested nodes are inside, siblings are apart and edges touch their ends. */
export function assertGoodPlacement(view: GraphView, placement: Placement): void {
  for (const node of view.nodes) {
    const box = boxOf(placement, node.id);
    assert.ok(box.width > 0 && box.height > 0, `${node.id} has no size`);
    assert.ok(isInside(box, { x: 0, y: 0, width: placement.width, height: placement.height }), `${node.id} is outside`);
    if (node.parent === undefined) continue;
    assert.ok(isInside(box, boxOf(placement, node.parent)), `${node.id} is not inside ${node.parent}`);
  }
  assertApart(view, placement);
  for (const edge of view.edges) {
    const points = placement.routes.get(edge.id)?.points ?? [];
    assert.ok(points.length >= 2, `${edge.id} has no line`);
    assertTouches(points[0], boxOf(placement, edge.source), `${edge.id} at its source`);
    assertTouches(points.at(-1), boxOf(placement, edge.target), `${edge.id} at its target`);
  }
}

function assertApart(view: GraphView, placement: Placement): void {
  // An attached space stands where its manager is.
  const { nodes } = layoutGraphOf(view);
  nodes.forEach((one, at) => {
    for (const other of nodes.slice(at + 1)) {
      if (one.parent !== other.parent) continue;
      const areApart = !overlap(boxOf(placement, one.id), boxOf(placement, other.id));
      assert.ok(areApart, `${one.id} and ${other.id} overlap`);
    }
  });
}

function boxOf(placement: Placement, id: string): Box {
  const box = placement.boxes.get(id);
  assert.ok(box !== undefined, `${id} has no place`);
  return box;
}

const slack = 0.5;

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - slack &&
  inner.y >= outer.y - slack &&
  inner.x + inner.width <= outer.x + outer.width + slack &&
  inner.y + inner.height <= outer.y + outer.height + slack;

const overlap = (one: Box, other: Box): boolean =>
  one.x + slack < other.x + other.width &&
  other.x + slack < one.x + one.width &&
  one.y + slack < other.y + other.height &&
  other.y + slack < one.y + one.height;

/** Asserts that a point is on the border, up to one pixel. */
function assertTouches(point: Point | undefined, box: Box, what: string): void {
  assert.ok(point !== undefined);
  const dx = Math.max(box.x - point.x, 0, point.x - box.x - box.width);
  const dy = Math.max(box.y - point.y, 0, point.y - box.y - box.height);
  const depth = Math.min(point.x - box.x, box.x + box.width - point.x, point.y - box.y, box.y + box.height - point.y);
  const isOnBorder = Math.hypot(dx, dy) <= 1 && depth <= 1;
  assert.ok(isOnBorder, `${what}: (${point.x.toString()}, ${point.y.toString()}) is not on ${JSON.stringify(box)}`);
}
