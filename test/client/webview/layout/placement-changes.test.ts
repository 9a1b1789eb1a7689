/** The changes of a placement, put together again, are the placement. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedPlacement, changesOf } from '../../../../client/webview/layout/placement-changes.ts';
import type { LayoutGraph } from '../../../../language/src/view/layout/layout-graph.ts';
import type { Box, Placement, Route } from '../../../../language/src/view/layout/placement.ts';

/** Each part has one of a few names, and stands as before, elsewhere, or is gone. */
const parts = fc.uniqueArray(fc.record({ id: fc.integer({ max: 12, min: 0 }), isSame: fc.boolean() }), {
  selector: ({ id }) => id,
});

type Parts = readonly { readonly id: number; readonly isSame: boolean }[];

const boxAt = (x: number): Box => ({ x, y: 0, width: 10, height: 10 });
const routeAt = (x: number): Route => ({ points: [boxAt(x), boxAt(x + 20)] });

const placementOf = (boxes: ReadonlyMap<string, Box>, routes: ReadonlyMap<string, Route>): Placement => ({
  ...{ boxes, routes, width: boxes.size, height: routes.size, engine: 'layered' },
});

describe('The changes of a placement', () => {
  it('are what is not the same object as before, and make the placement again', () => {
    fc.assert(
      fc.property(parts, parts, parts, (earlier, boxes, routes) => {
        const names = earlier.map(({ id }) => id.toString());
        const before = placementOf(
          new Map(names.map((id, at) => [id, boxAt(at)])),
          new Map(names.map((id, at) => [id, routeAt(at)])),
        );
        const now = <Value>(wanted: Parts, old: ReadonlyMap<string, Value>, anew: (at: number) => Value) =>
          new Map(
            wanted.map(({ id, isSame }) => {
              const name = id.toString();
              return [name, (isSame ? old.get(name) : undefined) ?? anew(id)] as const;
            }),
          );
        const after = placementOf(now(boxes, before.boxes, boxAt), now(routes, before.routes, routeAt));
        const graph: LayoutGraph = {
          nodes: [...after.boxes.keys()].map((id) => ({ id, width: 10, height: 10 })),
          edges: [...after.routes.keys()].map((id) => ({ id, source: id, target: id })),
          frame: { top: 0, side: 0 },
        };
        const changes = changesOf(after, before);
        for (const [id, box] of changes.boxes) assert.notEqual(box, before.boxes.get(id));
        for (const [id, route] of changes.routes) assert.notEqual(route, before.routes.get(id));
        // What the worker sends is a copy.
        const again = changedPlacement(graph, structuredClone(changes), before);
        assert.deepEqual([...again.boxes], [...after.boxes]);
        assert.deepEqual([...again.routes], [...after.routes]);
        assert.deepEqual([again.width, again.height, again.engine], [after.width, after.height, after.engine]);
      }),
    );
  });
});
