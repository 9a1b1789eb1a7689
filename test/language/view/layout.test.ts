import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { runs } from '../../properties.ts';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import type { ElkNode } from '../../../language/src/view/layout/levels/elk-graph.ts';
import { withLabels } from '../../../language/src/view/layout/label-places.ts';
import { createLevelLayout } from '../../../language/src/view/layout/levels/level-layout.ts';
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import { middleOf, type Placement } from '../../../language/src/view/layout/placement.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { buildModel, makeModel, type Built, type EntityLiteral, type RelationLiteral } from '../build-model.ts';
import { graphs } from './random-graphs.ts';
import { assertGoodPlacement } from './placement-checks.ts';
import { everything, keyValueStore, layeredSystem } from './sample-model.ts';

interface Engine {
  readonly layout: (graph: ElkNode) => Promise<ElkNode>;
}

// The engine's package is CommonJS and has types for another form of its graph.
const Elk = createRequire(import.meta.url)('elkjs/lib/elk.bundled.js') as new () => Engine;
const engine = new Elk();

const elkPlacement = async (view: GraphView): Promise<Placement> => {
  const graph = layoutGraphOf(view);
  return withLabels(graph, await createLevelLayout().place(graph, engine.layout.bind(engine)));
};

const graphOf = ({ model, sources }: Built): GraphView => graphView(model, sources);

describe('The layout by ELK', () => {
  for (const [name, built] of Object.entries({ 'a small system': keyValueStore(), everything: everything() })) {
    it(`gives all of ${name} a place, the nested inside, siblings apart, edges at their ends`, async () => {
      const view = graphOf(built);
      const placement = await elkPlacement(view);
      assert.equal(placement.engine, 'elk');
      assertGoodPlacement(view, placement);
    });
  }

  it('does so for any nesting and any edges', async () => {
    await fc.assert(
      fc.asyncProperty(graphs(14), async (view) => {
        assertGoodPlacement(view, await elkPlacement(view));
      }),
      { numRuns: runs(15, 600) },
    );
  });

  it('is the same for the same graph', async () => {
    const view = graphOf(everything());
    assert.deepEqual(await elkPlacement(view), await elkPlacement(view));
  });

  it('does so for 300 entities', async () => {
    const view = graphOf(layeredSystem(300));
    assert.equal(view.nodes.length, 300);
    assertGoodPlacement(view, await elkPlacement(view));
  });

  it('packs siblings that no edge reaches into rows and columns, in declaration order', async () => {
    const view = graphOf(buildModel('space s\nresource s.r[7]\nobject a\nobject b\npd p\np holds s'));
    const placement = await elkPlacement(view);
    assertGoodPlacement(view, placement);
    const corners = [0, 1, 2, 3, 4, 5, 6].map((copy) => placement.boxes.get(`s.r[${copy.toString()}]`));
    const read = corners.toSorted((one, other) => (one?.y ?? 0) - (other?.y ?? 0) || (one?.x ?? 0) - (other?.x ?? 0));
    assert.deepEqual(read, corners);
    assert.ok(new Set(corners.map((box) => box?.x)).size > 1);
    assert.ok(new Set(corners.map((box) => box?.y)).size > 1);
  });

  it('is not disturbed by names that mean something to JavaScript or to ELK', async () => {
    const names = ['__proto__', 'constructor', 'root', 'n0', ''];
    const entities = names.map((name): EntityLiteral => ({ kind: 'pd', name }));
    const view = graphOf(makeModel(entities, [{ kind: 'feeds', source: 0, target: 1 }]));
    assertGoodPlacement(view, await elkPlacement(view));
  });
});

describe('The simple layout', () => {
  it('gives any graph a place, the nested inside, siblings apart, edges at their ends', () => {
    fc.assert(
      fc.property(graphs(30), (view) => {
        // A straight line between a container and what is in it has an end within the container.
        const edges = view.edges.filter((edge) => !isWithin(edge.source, edge.target));
        const placement = simplePlacement(layoutGraphOf({ ...view, edges }));
        assert.equal(placement.engine, 'simple');
        assertGoodPlacement({ ...view, edges }, placement);
      }),
    );
  });

  it('puts what an edge points to in a later row', () => {
    const view = graphOf(keyValueStore());
    const { boxes } = simplePlacement(layoutGraphOf(view));
    const top = (id: string): number => boxes.get(id)?.y ?? Number.NaN;
    assert.ok(top('app') < top('database'));
    assert.ok(top('database') < top('files'));
    assert.ok(top('files') < top('disk1'));
  });

  it('places 3,000 entities in a cycle', () => {
    const entities = Array.from({ length: 3000 }, (): EntityLiteral => ({ kind: 'pd' }));
    const relations = entities.map((_, source): RelationLiteral => {
      return { kind: 'feeds', source, target: (source + 1) % entities.length };
    });
    const { model, sources } = makeModel(entities, relations);
    const view = graphView(model, sources);
    assert.equal(view.nodes.length, 3000);
    assert.equal(simplePlacement(layoutGraphOf(view)).boxes.size, 3000);
  });
});

describe('The middle of a line', () => {
  it('is halfway along it', () => {
    const corner = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 30 },
    ];
    assert.deepEqual(middleOf(corner), { x: 10, y: 10 });
    assert.deepEqual(middleOf(corner.slice(0, 1)), { x: 0, y: 0 });
    assert.deepEqual(middleOf([corner[1], corner[1]].filter((point) => point !== undefined)), { x: 10, y: 0 });
  });
});

const isWithin = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
