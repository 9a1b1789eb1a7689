import assert from 'node:assert/strict';
import fc from 'fast-check';
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import { withMoves } from '../../../language/src/view/layout/moved.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { tried } from '../../properties.ts';
import { assertGoodPlacement } from './placement-checks.ts';
import { graphs } from './random-graphs.ts';

describe('Boxes that are moved by hand', () => {
  it('are where they were put, in their container, with all others apart and lines from end to end', () => {
    let there = 0;
    const places = fc.array(
      fc.tuple(fc.nat(), fc.integer({ min: -200, max: 900 }), fc.integer({ min: -200, max: 900 })),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(graphs(12), places, (view, wanted) => {
        const graph = layoutGraphOf(view);
        const before = simplePlacement(graph);
        const moves = new Map(
          wanted.map(([at, x, y]) => [view.nodes[at % view.nodes.length]?.id ?? '', { x, y }] as const),
        );
        const after = withMoves(graph, before, moves);
        assertGoodPlacement(view, after);
        assert.deepEqual(withMoves(graph, before, moves), after);
        if (moves.size > 1) return;
        for (const [id, { x, y }] of moves) {
          const parent = view.nodes.find((node) => node.id === id)?.parent;
          const [box, around] = [after.boxes.get(id), after.boxes.get(parent ?? '')];
          const least = parent === undefined ? { x: 20, y: 20 } : { x: graph.frame.side, y: graph.frame.top };
          assert.equal(box?.x, (around?.x ?? 0) + Math.max(x, least.x));
          assert.equal(box.y, (around?.y ?? 0) + Math.max(y, least.y));
          there += 1;
        }
      }),
    );
    tried('single moves', there);
    assert.ok(there > 20);
  });

  it('are left alone if their names are not in the picture', () => {
    const [view] = fc.sample(graphs(5), 1);
    assert.ok(view !== undefined);
    const graph = layoutGraphOf(view);
    const before = simplePlacement(graph);
    assert.equal(withMoves(graph, before, new Map([['gone', { x: 1, y: 1 }]])), before);
  });
});
