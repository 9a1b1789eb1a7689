import assert from 'node:assert/strict';
import fc from 'fast-check';
import { routings, spacings, viewDirections, type ViewDirection } from '../../../language/src/model/view.ts';
import { withRouting } from '../../../language/src/view/layout/arrangement.ts';
import { layeredPlacement, usualWindow } from '../../../language/src/view/layout/levels/layered-layout.ts';
import { centreOf, type Point } from '../../../language/src/view/layout/placement.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { assertGoodPlacement } from './placement-checks.ts';
import { graphs } from './random-graphs.ts';
import { graphView } from '../../../language/src/view/graph.ts';
import { buildModel } from '../build-model.ts';

const towards: Readonly<Record<ViewDirection, (from: Point, to: Point) => number>> = {
  right: (from, to) => to.x - from.x,
  left: (from, to) => from.x - to.x,
  down: (from, to) => to.y - from.y,
  up: (from, to) => from.y - to.y,
};

describe('The arrangement of a layout', () => {
  it('leads every line of a graph without cycles in its direction', () => {
    const { model, sources } = buildModel('pd a\npd b\npd c\npd d\na holds b\nb holds c\na holds d\nd holds c');
    const graph = layoutGraphOf(graphView(model, sources));
    for (const direction of viewDirections) {
      const { boxes } = layeredPlacement(graph, usualWindow, { direction });
      for (const { source, target } of graph.edges) {
        const [from, to] = [boxes.get(source), boxes.get(target)];
        assert.ok(from !== undefined && to !== undefined);
        assert.ok(towards[direction](centreOf(from), centreOf(to)) > 0, `${source} ${direction} to ${target}`);
      }
    }
  });

  it('is a good placement in every direction, spacing and routing', () => {
    const all = fc.record({
      direction: fc.constantFrom(...viewDirections),
      spacing: fc.constantFrom(...spacings),
      routing: fc.constantFrom(...routings),
    });
    fc.assert(
      fc.property(graphs(10), all, (view, arrangement) => {
        const graph = layoutGraphOf(view);
        const placement = layeredPlacement(graph, usualWindow, arrangement);
        assertGoodPlacement(view, withRouting(graph, placement, arrangement.routing));
      }),
      { numRuns: 60 },
    );
  });

  it('takes more room the wider it is', () => {
    const { model, sources } = buildModel('pd a\npd b[3]\na holds b[*]');
    const graph = layoutGraphOf(graphView(model, sources));
    const areas = spacings.map((spacing) => {
      const { width, height } = layeredPlacement(graph, usualWindow, { direction: 'right', spacing });
      return width * height;
    });
    assert.deepEqual(
      [...areas].sort((one, other) => one - other),
      areas,
    );
    assert.equal(new Set(areas).size, spacings.length);
  });
});
