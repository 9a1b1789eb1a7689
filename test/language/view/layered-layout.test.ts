/** The layered layout without an engine: on the samples and on random models, in windows of any form. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import type { Arrangement } from '../../../language/src/model/view.ts';
import { attachedSpaces } from '../../../language/src/view/layout/attached.ts';
import { layeredPlacement } from '../../../language/src/view/layout/levels/layered-layout.ts';
import type { Placement, Point } from '../../../language/src/view/layout/placement.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { withBundledLines } from '../../../language/src/view/shown/bundled.ts';
import { runs } from '../../properties.ts';
import { buildModel } from '../build-model.ts';
import { assertGoodPlacement } from './placement-checks.ts';
import { graphs, systems } from './random-graphs.ts';
import { everything, keyValueStore, layeredSystem } from './sample-model.ts';

const viewOf = ({ model, sources }: ReturnType<typeof buildModel>): GraphView =>
  withBundledLines(graphView(model, sources));
const windows = fc.constantFrom(
  { width: 1600, height: 900 },
  { width: 500, height: 900 },
  { width: 1600, height: 250 },
);
const wide = { width: 1600, height: 900 };

/** Asserts that lines run straight across or down. */
function assertStraight({ routes }: Placement): void {
  for (const [id, { points }] of routes)
    points.slice(1).forEach((point, at) => {
      const before = points[at] ?? point;
      const slant = Math.min(Math.abs(point.x - before.x), Math.abs(point.y - before.y));
      assert.ok(slant < 1.5, `${id} runs askew by ${slant.toString()}`);
    });
}

const lengthOnEachOther = (one: readonly Point[], other: readonly Point[]): number => {
  let length = 0;
  one.slice(1).forEach((to, at) => {
    const from = one[at] ?? to;
    other.slice(1).forEach((end, place) => {
      const start = other[place] ?? end;
      const [along, across]: readonly ['x' | 'y', 'x' | 'y'] =
        Math.abs(to.x - from.x) > Math.abs(to.y - from.y) ? ['x', 'y'] : ['y', 'x'];
      if (Math.abs(start[across] - end[across]) > 0.5 || Math.abs(start[across] - from[across]) > 0.5) return;
      const shared =
        Math.min(Math.max(from[along], to[along]), Math.max(start[along], end[along])) -
        Math.max(Math.min(from[along], to[along]), Math.min(start[along], end[along]));
      length += Math.max(0, shared);
    });
  });
  return length;
};

describe('The layered layout', () => {
  for (const [name, built] of Object.entries({
    'a small system': keyValueStore(),
    everything: everything(),
    '1,000 entities': layeredSystem(1000),
  }))
    it(`gives all of ${name} a place, the nested inside, siblings apart, lines at their ends`, () => {
      const view = viewOf(built);
      const placement = layeredPlacement(layoutGraphOf(view), wide);
      assertGoodPlacement(view, placement);
      assertStraight(placement);
    });

  it('does so for any nesting and any lines, in any window', () => {
    fc.assert(
      fc.property(fc.oneof(graphs(16), systems(6)), windows, (graph, window) => {
        for (const view of [graph, withBundledLines(graph)]) {
          const placement = layeredPlacement(layoutGraphOf(view), window);
          assertGoodPlacement(view, placement);
          assertStraight(placement);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('draws hardly any line on another', () => {
    let [lines, hidden] = [0, 0];
    fc.assert(
      fc.property(systems(6), (graph) => {
        const view = withBundledLines(graph);
        const routes = [...layeredPlacement(layoutGraphOf(view), wide).routes.values()];
        routes.forEach((one, at) => {
          lines += 1;
          if (routes.slice(at + 1).some((other) => lengthOnEachOther(one.points, other.points) > 8)) hidden += 1;
        });
      }),
      { numRuns: runs(60) },
    );
    assert.ok(lines > 200 && hidden < lines * 0.03, `${hidden.toString()} of ${lines.toString()}`);
  });

  it('is the same for the same graph', () => {
    const graph = layoutGraphOf(viewOf(keyValueStore()));
    assert.deepEqual(layeredPlacement(graph, wide), layeredPlacement(graph, wide));
  });

  it('takes the form of the window', () => {
    const graph = layoutGraphOf(viewOf(keyValueStore()));
    const [across, down] = [layeredPlacement(graph, wide), layeredPlacement(graph, { width: 450, height: 900 })];
    assert.ok(across.width > across.height && down.height > down.width);
    assert.ok(down.width < 650, down.width.toString());
  });

  it('brings boxes closer where names would be small otherwise', () => {
    const low = fc.constantFrom({ width: 700, height: 250 }, { width: 350, height: 400 });
    let closer = 0;
    fc.assert(
      fc.property(systems(6), low, (graph, window) => {
        const scaleWith = (arrangement: Arrangement): number => {
          const { width, height } = layeredPlacement(layoutGraphOf(graph), window, arrangement);
          return Math.min(1, window.width / width, window.height / height);
        };
        const [usual, compact] = [scaleWith({}), scaleWith({ spacing: 'compact' })];
        if (usual >= 0.75 || usual <= 0.3) return;
        assert.ok(usual * 1.06 > compact, `${usual.toString()} instead of ${compact.toString()}`);
        if (usual === compact) closer += 1;
      }),
      { numRuns: runs(20) },
    );
    assert.ok(closer > 0);
  });

  it('puts a space below its manager, touching nothing else, also if the manager is on a host', () => {
    const view = viewOf(buildModel('space s\nresource s.r\nnode h\npd h.p\npd q\nh.p manages s\nq holds s.r'));
    assert.deepEqual([...attachedSpaces(view)], [['s', 'h.p']]);
    const { boxes } = layeredPlacement(layoutGraphOf(view), wide);
    const [manager, space, host] = ['h.p', 's', 'h'].map((id) => boxes.get(id) ?? assert.fail(id));
    assert.equal(manager?.x, space?.x);
    assert.equal(manager?.width, space?.width);
    assert.ok((space?.y ?? 0) - (manager?.y ?? 0) - (manager?.height ?? 0) < 20);
    assert.ok(
      (host?.x ?? 0) < (space?.x ?? 0) && (host?.y ?? 0) + (host?.height ?? 0) > (space?.y ?? 0) + (space?.height ?? 0),
    );
  });

  it('attaches no space with two managers or within something else', () => {
    const view = viewOf(
      buildModel('object o\nspace o.s\nspace t\npd p\npd q\np manages o.s\np manages t\nq manages t'),
    );
    assert.equal(attachedSpaces(view).size, 0);
  });
});
