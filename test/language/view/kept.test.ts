/** A layout after a small edit: existing nodes stay, new ones do not overlap, and lines still fit. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { createLoader } from '../../../language/src/dsl/load.ts';
import { drawable } from '../../../language/src/view/shown/drawable.ts';
import { graphView, type GraphNode, type GraphView } from '../../../language/src/view/graph.ts';
import { keptPlacement } from '../../../language/src/view/layout/kept.ts';
import { layeredPlacement } from '../../../language/src/view/layout/levels/layered-layout.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { runs } from '../../properties.ts';
import { required } from '../../../language/src/model/common/lookup.ts';
import { withBundledLines } from '../../../language/src/view/shown/bundled.ts';
import { graphs } from './random-graphs.ts';
import { layeredSystem } from './sample-model.ts';
import { assertGoodPlacement } from './placement-checks.ts';

const examples = join(import.meta.dirname, '../../../language/examples');
const read = (uri: string): Promise<string> => Promise.resolve(readFileSync(fileURLToPath(uri), 'utf8'));

/** What an edit leaves of the names: each earlier id with its new one. */
interface Edited {
  readonly view: GraphView;
  readonly renamed: ReadonlyMap<string, string>;
}

/** A new node in the place of `at`: beside it, related to it. */
function added(view: GraphView, at: number): Edited {
  const beside = view.nodes[at % view.nodes.length];
  assert.ok(beside);
  const prefix = beside.parent === undefined ? '' : `${beside.parent}.`;
  const { kind, root, absent, span, parent } = beside;
  const like = { kind, root, absent, span, ...(parent !== undefined && { parent }) };
  const node: GraphNode = { ...like, id: `${prefix}anew`, label: 'anew' };
  const edge = { id: 'new edge', kind: 'refers', source: node.id, target: beside.id, span: beside.span } as const;
  const nodes = [
    ...view.nodes.slice(0, (at % view.nodes.length) + 1),
    node,
    ...view.nodes.slice((at % view.nodes.length) + 1),
  ];
  return {
    view: { ...view, nodes, edges: [...view.edges, edge] },
    renamed: new Map(view.nodes.map(({ id }) => [id, id])),
  };
}

/** Another name for one node, and so for all that is in it. */
function renamed(view: GraphView, at: number): Edited {
  const old = view.nodes[at % view.nodes.length];
  assert.ok(old);
  const prefix = old.parent === undefined ? '' : `${old.parent}.`;
  const next = `${prefix}another`;
  const name = (id: string): string =>
    id === old.id ? next : id.startsWith(`${old.id}.`) ? next + id.slice(old.id.length) : id;
  return {
    view: {
      ...view,
      nodes: view.nodes.map((node) => ({
        ...node,
        id: name(node.id),
        label: node.id === old.id ? 'another' : node.label,
        ...(node.parent !== undefined && { parent: name(node.parent) }),
      })),
      edges: view.edges.map((edge) => {
        const [source, target] = [name(edge.source), name(edge.target)];
        return { ...edge, id: edge.id.replace(edge.source, source), source, target };
      }),
    },
    renamed: new Map(view.nodes.map(({ id }) => [id, name(id)])),
  };
}

const laidOut = (view: GraphView): Placement => layeredPlacement(layoutGraphOf(view));

/** Returns how many of the nodes have not moved by a hair, and of how many. */
function stayed(before: Placement, after: Placement, { renamed: names }: Edited): readonly [number, number] {
  const still = [...before.boxes].filter(([id, box]) => {
    const now = after.boxes.get(names.get(id) ?? id);
    return now?.x === box.x && now.y === box.y;
  });
  return [still.length, before.boxes.size];
}

/**
 * Returns how many have moved by themselves. A neighbour that is in the way moves with all that is in it: that is one
 * thing, however much it holds, and beside a container without free room there may be no place that spares it.
 */
function pushed(before: Placement, after: Placement, { view, renamed: names }: Edited): number {
  const moves = new Map(
    [...before.boxes].map(([id, box]) => {
      const now = after.boxes.get(names.get(id) ?? id);
      return [names.get(id) ?? id, now && `${(now.x - box.x).toString()} ${(now.y - box.y).toString()}`];
    }),
  );
  return layoutGraphOf(view).nodes.filter(({ id, parent }) => {
    const move = moves.get(id);
    return move !== undefined && move !== '0 0' && (parent === undefined || moves.get(parent) !== move);
  }).length;
}

function edits(view: GraphView): readonly Edited[] {
  return view.nodes.flatMap((_, at) => [added(view, at), renamed(view, at)]);
}

function assertKept(view: GraphView, placement: Placement, edited: Edited): void {
  const before = { graph: layoutGraphOf(view), placement };
  const after = keptPlacement(layoutGraphOf(edited.view), before);
  assert.ok(after !== undefined, 'so small an edit can be kept');
  assertGoodPlacement(edited.view, after);
}

describe('The layout after an edit', () => {
  for (const name of readdirSync(examples)) {
    it(`leaves nine of ten nodes in place, or moves one aside, wherever one is added or renamed in ${name}`, async () => {
      const loaded = await createLoader(read).load(pathToFileURL(join(examples, name)).href);
      const view = drawable(graphView(loaded.model, loaded.sources));
      if (view.nodes.length === 0) return;
      const placement = laidOut(view);
      for (const edited of edits(view)) {
        const after = keptPlacement(layoutGraphOf(edited.view), { graph: layoutGraphOf(view), placement });
        assert.ok(after !== undefined);
        assertGoodPlacement(edited.view, after);
        const [still, all] = stayed(placement, after, edited);
        const most = Math.max(1, Math.round(all / 10));
        assert.ok(
          all - still <= most || pushed(placement, after, edited) === 1,
          `${edited.view.nodes.length > all ? 'added' : 'renamed'} ${edited.view.nodes.find(({ label }) => label === 'anew' || label === 'another')?.id ?? ''}: ${(all - still).toString()} of ${all.toString()} moved`,
        );
      }
    });
  }

  it('leaves nine of ten nodes in place in random models of fifty, nearly always', () => {
    const rates: number[] = [];
    fc.assert(
      fc.property(graphs(50, 'max'), fc.nat(), fc.boolean(), (view, at, isRenamed) => {
        if (view.nodes.length < 20) return;
        const placement = laidOut(view);
        const edited = isRenamed ? renamed(view, at) : added(view, at);
        const after = keptPlacement(layoutGraphOf(edited.view), { graph: layoutGraphOf(view), placement });
        assert.ok(after !== undefined);
        const [still, all] = stayed(placement, after, edited);
        rates.push(still / all);
      }),
      { numRuns: runs(8, 400) },
    );
    const good = rates.filter((rate) => rate >= 0.9).length / Math.max(1, rates.length);
    assert.ok(
      good >= 0.9,
      `only in ${(100 * good).toFixed(0)} of 100: ${rates.map((one) => one.toFixed(2)).join(' ')}`,
    );
  });

  it('is a good placement whatever is added or renamed', () => {
    fc.assert(
      fc.property(graphs(14), fc.nat(), fc.boolean(), (view, at, isRenamed) => {
        assertKept(view, laidOut(view), isRenamed ? renamed(view, at) : added(view, at));
      }),
      { numRuns: runs(10, 600) },
    );
  });

  it('keeps every box and line of a thousand entities where nothing changed, also in columns as wide as their widest', () => {
    const { model, sources } = layeredSystem(1000);
    const view = withBundledLines(graphView(model, sources));
    const before = { graph: layoutGraphOf(view), placement: laidOut(view) };
    assert.ok(before.graph.nodes.some(({ id, width }) => required(before.placement.boxes.get(id)).width > width));
    const same = required(keptPlacement(layoutGraphOf(view), before));
    assert.deepEqual([...same.boxes], [...before.placement.boxes]);
    assert.deepEqual([...same.routes].sort(), [...before.placement.routes].sort());
    const edited = added(view, 500);
    const after = required(keptPlacement(layoutGraphOf(edited.view), before));
    const other = [...before.placement.routes].filter(([id, route]) => after.routes.get(id) !== route);
    assert.ok(other.length < 20, `${other.length.toString()} lines are drawn anew`);
  });

  it('is left to a new layout if much is new', () => {
    const [small, large] = [
      fc.sample(graphs(5), { seed: 1, numRuns: 1 })[0],
      fc.sample(graphs(60, 'max'), { seed: 3, numRuns: 9 }),
    ];
    const big = large.find(({ nodes }) => nodes.length > 30);
    assert.ok(small !== undefined && big !== undefined);
    const before = { graph: layoutGraphOf(small), placement: laidOut(small) };
    assert.equal(keptPlacement(layoutGraphOf(big), before), undefined);
  });
});
