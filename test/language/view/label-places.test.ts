/** The labels of lines overlap no node, no name of a container and no other label: on the examples and on random models. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { createLoader } from '../../../language/src/dsl/load.ts';
import { routings, viewDirections, type Arrangement } from '../../../language/src/model/view.ts';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import { attachedSpaces } from '../../../language/src/view/layout/attached.ts';
import { edgeLabel } from '../../../language/src/view/edge-words.ts';
import { withLabels } from '../../../language/src/view/layout/label-places.ts';
import { keptPlacement } from '../../../language/src/view/layout/kept.ts';
import { withRouting } from '../../../language/src/view/layout/arrangement.ts';
import { layeredPlacement, usualWindow } from '../../../language/src/view/layout/levels/layered-layout.ts';
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import type { Box, Placement, Point } from '../../../language/src/view/layout/placement.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { atAGlance } from '../../../language/src/view/shown/at-a-glance.ts';
import { runs } from '../../properties.ts';
import { graphs } from './random-graphs.ts';
import { layeredSystem } from './sample-model.ts';
import { assertGoodPlacement } from './placement-checks.ts';

const examples = join(import.meta.dirname, '../../../language/examples');

const read = (uri: string): Promise<string> => Promise.resolve(readFileSync(fileURLToPath(uri), 'utf8'));

const placed = (view: GraphView, arrangement: Arrangement = {}): Placement => {
  const graph = layoutGraphOf(view);
  const placement = withLabels(graph, layeredPlacement(graph, usualWindow, arrangement));
  return withRouting(graph, placement, arrangement.routing);
};

const arrangements = viewDirections.flatMap((direction) => routings.map((routing) => ({ direction, routing })));

/** Examines every pair; the code that is tested looks only at neighbours. */
function overlapsOf(view: GraphView, placement: Placement): readonly string[] {
  const graph = layoutGraphOf(view);
  const containers = new Set(view.nodes.map(({ parent }) => parent));
  const drawn = graph.nodes.filter(({ isColumn }) => isColumn !== true);
  const nodes = drawn.map(({ id }): [string, Box] => {
    const box = placement.boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
    return [id, containers.has(id) ? { ...box, height: graph.frame.top } : box];
  });
  const labels = graph.edges.flatMap(({ id, label }): [string, Box][] => {
    const at = placement.routes.get(id)?.label;
    if (at === undefined || label === undefined) return [];
    return [[id, { x: at.x - label.width / 2, y: at.y - label.height / 2, ...label }]];
  });
  return labels.flatMap(([id, box], at) =>
    [...nodes, ...labels.slice(at + 1)]
      .filter(([, other]) => haveCommon(box, other))
      .map(([other]) => `${id} on ${other}`),
  );
}

const haveCommon = (one: Box, other: Box): boolean =>
  Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 0.01 &&
  Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 0.01;

/** Returns the lines that run over the name of a container that they enter, and the straight ones through a box. */
function hiding(view: GraphView, placement: Placement, isStraight: boolean): readonly string[] {
  const graph = layoutGraphOf(view);
  const around = (id: string | undefined): readonly string[] =>
    id === undefined ? [] : [id, ...around(graph.nodes.find((node) => node.id === id)?.parent)];
  const containers = new Set(graph.nodes.map(({ parent }) => parent));
  return graph.edges.flatMap(({ id, source, target }) => {
    const ways = placement.routes.get(id)?.points ?? [];
    const own = new Set([...around(source), ...around(target)]);
    return graph.nodes.flatMap((node) => {
      const box = placement.boxes.get(node.id);
      if (box === undefined || node.isColumn === true) return [];
      const isEntered = containers.has(node.id) && own.has(node.id) && node.id !== source && node.id !== target;
      // The name begins beside the icon, and ends before the handle and the room for signs.
      const name = { x: box.x + 12, y: box.y + 4, width: node.width - 50, height: graph.frame.top - 10 };
      if (isEntered && isOn(ways, name)) return [`${id} over the name of ${node.id}`];
      const isForeign = !containers.has(node.id) && !own.has(node.id);
      const inner = { x: box.x + 2, y: box.y + 2, width: box.width - 4, height: box.height - 4 };
      return isForeign && isStraight && isOn(ways, inner) ? [`${id} through ${node.id}`] : [];
    });
  });
}

/** Returns true if one of a hundred points on each stretch of a line is in a box. */
const isOn = (points: readonly Point[], { x, y, width, height }: Box): boolean =>
  points.slice(1).some((to, at) => {
    const from = points[at] ?? to;
    return Array.from({ length: 100 }, (_, part) => part / 100).some((share) => {
      const [across, down] = [from.x + (to.x - from.x) * share - x, from.y + (to.y - from.y) * share - y];
      return across > 0 && across < width && down > 0 && down < height;
    });
  });

/** Everything is drawn. */
const whole = { above: Number.POSITIVE_INFINITY, closed: [], opened: [], asked: [] };

/** Returns the lines without a label, but for those from a manager to its space right below it. */
function unlabelled(view: GraphView, placement: Placement): readonly string[] {
  const attached = attachedSpaces(view);
  return view.edges
    .filter((edge) => edgeLabel(edge) !== '' && !(edge.kind === 'manages' && attached.has(edge.target)))
    .flatMap(({ id }) => (placement.routes.get(id)?.label === undefined ? [id] : []));
}

describe('The labels of lines', () => {
  it('stand beside the loop of a stack that refers to itself', () => {
    const { model, sources } = layeredSystem(60);
    const view = atAGlance(graphView(model, sources), { ...whole, above: 2 });
    const loops = view.edges.filter(({ source, target }) => source === target);
    assert.ok(loops.length > 0);
    for (const arrangement of arrangements) {
      const placement = placed(view, arrangement);
      assertGoodPlacement(view, placement);
      // Upwards, the loop hangs among the lines to the stack.
      if (arrangement.direction !== 'up')
        assert.deepEqual([unlabelled(view, placement), overlapsOf(view, placement)], [[], []]);
    }
  });

  for (const name of readdirSync(examples)) {
    it(`overlap nothing in ${name}, and hardly one is missing`, async () => {
      const loaded = await createLoader(read).load(pathToFileURL(join(examples, name)).href);
      const view = atAGlance(graphView(loaded.model, loaded.sources), whole);
      const placement = placed(view);
      assertGoodPlacement(view, placement);
      assert.deepEqual(overlapsOf(view, placement), []);
      const missing = unlabelled(view, placement);
      assert.ok(missing.length <= Math.max(1, view.edges.length / 10), missing.join(', '));
      for (const arrangement of arrangements) {
        const { direction, routing } = arrangement;
        const arranged = placed(view, arrangement);
        const where = `${direction}, ${routing}`;
        assertGoodPlacement(view, arranged);
        assert.deepEqual(overlapsOf(view, arranged), [], where);
        const left = unlabelled(view, arranged);
        // Slanted lines between the same two boxes have less room for two.
        const most = Math.max(routing === 'straight' ? 2 : 1, view.edges.length / 10);
        assert.ok(left.length <= most, `${where}: ${left.join(', ')}`);
        const isDown = direction === 'down' || direction === 'up';
        if (isDown || routing === 'straight')
          assert.deepEqual(hiding(view, arranged, routing === 'straight'), [], where);
      }
    });
  }

  it('of short lines come first, where long ones have other places', () => {
    const label = { width: 90, height: 16 };
    const boxes = { a: [0, 0], b: [80, 160], c: [0, 240] } as const;
    const size = { width: 60, height: 40 };
    const graph = {
      nodes: Object.keys(boxes).map((id) => ({ id, ...size })),
      edges: ['a', 'b'].map((source) => ({ id: source, source, target: 'c', label })),
      frame: { top: 46, side: 16 },
    };
    const line = (x: number, from: number): readonly Point[] => [
      { x, y: from },
      { x, y: 240 },
    ];
    const { routes } = withLabels(graph, {
      boxes: new Map(Object.entries(boxes).map(([id, [x, y]]) => [id, { x, y, ...size }])),
      routes: new Map([
        ['a', { points: line(50, 40), label: { x: 50, y: 220 } }],
        ['b', { points: line(100, 200) }],
      ]),
      ...{ width: 180, height: 300, engine: 'layered' },
    });
    assert.ok((routes.get('a')?.label?.y ?? 240) < 200);
    assert.equal(routes.get('b')?.label?.y, 220);
  });

  it('overlap nothing in any graph, laid out in layers in any direction, with lines of any kind', () => {
    fc.assert(
      fc.property(graphs(14), fc.constantFrom({}, ...arrangements), (view, arrangement) => {
        assert.deepEqual(overlapsOf(view, placed(view, arrangement)), []);
      }),
      { numRuns: runs(10, 600) },
    );
  });

  it('stay on lines that an edit leaves as they are, and still overlap nothing', () => {
    let stayed = 0;
    fc.assert(
      fc.property(graphs(14), (view) => {
        const last = view.nodes.at(-1)?.id;
        const nodes = view.nodes.filter(({ id }) => id !== last);
        const edges = view.edges.filter(({ source, target }) => source !== last && target !== last);
        const graph = layoutGraphOf({ ...view, nodes, edges });
        const before = { graph, placement: withLabels(graph, layeredPlacement(graph)) };
        const now = layoutGraphOf(view);
        const kept = keptPlacement(now, before);
        if (kept === undefined) return;
        const placement = withLabels(now, kept, before);
        assert.deepEqual(overlapsOf(view, placement), []);
        for (const [id, route] of before.placement.routes) {
          if (kept.routes.get(id) !== route || route.label === undefined) continue;
          const alone = { ...placement, routes: new Map([[id, route]]) };
          if (overlapsOf({ ...view, edges: edges.filter((edge) => edge.id === id) }, alone).length > 0) continue;
          assert.equal(placement.routes.get(id), route);
          stayed += 1;
        }
      }),
      { numRuns: runs(60, 2000) },
    );
    assert.ok(stayed > 30, stayed.toString());
  });

  it('overlap nothing in any graph with a simple layout', () => {
    fc.assert(
      fc.property(graphs(30), (view) => {
        const graph = layoutGraphOf(view);
        assert.deepEqual(overlapsOf(view, withLabels(graph, simplePlacement(graph))), []);
      }),
    );
  });
});
