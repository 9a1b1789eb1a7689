/** How much is closed so that names can be read: chosen by estimates, and judged by laying out one choice after the other. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { drawnOf } from '../../../../client/webview/graph/choice.ts';
import { closedFurther, legible } from '../../../../client/webview/graph/legible.ts';
import { wellRead } from '../../../../client/webview/graph/views.ts';
import { graphView, type GraphView } from '../../../../language/src/view/graph.ts';
import { layeredPlacement } from '../../../../language/src/view/layout/levels/layered-layout.ts';
import type { Size } from '../../../../language/src/view/layout/layout-graph.ts';
import { estimatedWidth, layoutGraphOf } from '../../../../language/src/view/layout/sizes.ts';
import { seenAtAGlance } from '../../../../language/src/view/shown/at-a-glance.ts';
import { everything } from '../../../../language/src/view/shown/shown.ts';
import { runs } from '../../../properties.ts';
import { systems } from '../../../language/view/random-graphs.ts';
import { keyValueStore, layeredSystem } from '../../../language/view/sample-model.ts';

const windows: readonly Size[] = [
  { width: 1550, height: 810 },
  { width: 750, height: 770 },
  { width: 1150, height: 350 },
  { width: 550, height: 650 },
];

const chosenFor = (graph: GraphView, window: Size) =>
  legible(graph, everything, seenAtAGlance, { window, measure: estimatedWidth, arrangement: {} });

const scaleOf = (graph: GraphView, above: number, window: Size): number => {
  const { width, height } = layeredPlacement(layoutGraphOf(drawnOf(graph, everything, above).graph), window);
  return Math.min(1, window.width / width, window.height / height);
};

/** Returns the first limit at which names are read well, found by laying out each; undefined if there is none. */
function laidOutOneByOne(graph: GraphView, window: Size): number | undefined {
  for (let at: number | undefined = seenAtAGlance; at !== undefined;) {
    if (scaleOf(graph, at, window) >= wellRead) return at;
    at = closedFurther(graph, everything, at, drawnOf(graph, everything, at).graph.nodes.length);
  }
  return undefined;
}

describe('What is closed so that names can be read', () => {
  it('is chosen before anything is laid out, as laying out one choice after the other finds it', () => {
    let [count, same, wrong] = [0, 0, 0];
    fc.assert(
      fc.property(systems(12), fc.constantFrom(...windows), (graph, window) => {
        const { above, isLegible } = chosenFor(graph, window);
        count += 1;
        if ((laidOutOneByOne(graph, window) ?? 0) === (isLegible ? above : 0)) same += 1;
        if (isLegible && scaleOf(graph, above, window) < wellRead) wrong += 1;
      }),
      { numRuns: runs(12, 600) },
    );
    assert.ok(same > 0.8 * count && wrong < 0.1 * count, `${same.toString()} same, ${wrong.toString()} wrong`);
  });

  it('is the choice with the largest names where none can be read', () => {
    const { model, sources } = layeredSystem(170);
    const graph = graphView(model, sources);
    const low = { width: 700, height: 20 };
    const { above, isLegible } = chosenFor(graph, low);
    assert.equal(isLegible, false);
    assert.ok(scaleOf(graph, above, low) >= scaleOf(graph, seenAtAGlance, low));
  });

  it('is nearly everything, up to a box for each kind, before names cannot be read', () => {
    let few = 0;
    const small = fc.constantFrom(
      { width: 550, height: 300 },
      { width: 330, height: 420 },
      { width: 200, height: 130 },
    );
    const written = fc.constantFrom(layeredSystem(60), layeredSystem(110), keyValueStore());
    const systemsOrWritten = fc.oneof(
      systems(12),
      written.map(({ model, sources }) => graphView(model, sources)),
    );
    fc.assert(
      fc.property(systemsOrWritten, small, (graph, window) => {
        const { above, isLegible } = chosenFor(graph, window);
        const boxes = (at: number): number => drawnOf(graph, everything, at).graph.nodes.length;
        let last = seenAtAGlance;
        for (let at: number | undefined = last; at !== undefined; at = closedFurther(graph, everything, at, boxes(at)))
          last = at;
        const kinds = new Set(graph.nodes.flatMap(({ kind, parent }) => (parent === undefined ? [kind] : []))).size;
        assert.ok(boxes(last) <= Math.max(2, kinds), `${boxes(last).toString()} boxes of ${kinds.toString()} kinds`);
        assert.ok(isLegible || scaleOf(graph, last, window) < wellRead * 1.15);
        if (isLegible && boxes(above) <= kinds) few += 1;
      }),
      { numRuns: runs(12, 600) },
    );
    assert.ok(few > 0);
  });
});
