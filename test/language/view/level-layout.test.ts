/** The layout level by level: segments of lines meet, and an edit lays out only what it changed. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { runs } from '../../properties.ts';
import { graphView } from '../../../language/src/view/graph.ts';
import type { ElkNode } from '../../../language/src/view/layout/levels/elk-graph.ts';
import { createLevelLayout } from '../../../language/src/view/layout/levels/level-layout.ts';
import { levelsOf } from '../../../language/src/view/layout/levels/levels.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { buildModel } from '../build-model.ts';
import { graphs } from './random-graphs.ts';

const Elk = createRequire(import.meta.url)('elkjs/lib/elk.bundled.js') as new () => {
  readonly layout: (graph: ElkNode) => Promise<ElkNode>;
};
const engine = new Elk();
const ask = engine.layout.bind(engine);

const layoutGraph = (text: string) => {
  const { model, sources } = buildModel(text);
  return layoutGraphOf(graphView(model, sources));
};

const three = (inFirst: string): string => `
  space a\nresource a.one\nresource a.two
  space b\nresource b.one\nresource b.two\nresource b.three
  space c\nresource c.one\nresource c.two\nresource c.three\nresource c.four
  ${inFirst}
  a.one maps a.two\nb.one maps b.two\nb.two maps b.three\nc.one maps c.two\nc.two maps c.three\nc.three maps c.four
  a maps b\nb maps c`;

describe('The layout level by level', () => {
  it('lays out each level once, and nothing that it has laid out before', async () => {
    const layout = createLevelLayout();
    await layout.place(layoutGraph(three('')), ask);
    assert.equal(layout.asked(), 4);
    await layout.place(layoutGraph(three('')), ask);
    assert.equal(layout.asked(), 4);
  });

  it('lays out only the container that an edit changed, and what is around it', async () => {
    const layout = createLevelLayout();
    await layout.place(layoutGraph(three('')), ask);
    await layout.place(layoutGraph(three('resource a.new\na.new maps a.one')), ask);
    assert.equal(layout.asked(), 4 + 2);
  });

  it('gives what was remembered the same places as what is laid out again', async () => {
    const layout = createLevelLayout();
    await layout.place(layoutGraph(three('')), ask);
    const changed = layoutGraph(three('resource a.new\na.new maps a.one'));
    assert.deepEqual(await layout.place(changed, ask), await createLevelLayout().place(changed, ask));
  });

  it('has one piece of a line on every level that the line passes', () => {
    fc.assert(
      fc.property(graphs(20), (view) => {
        const graph = layoutGraphOf(view);
        const pieces = [...levelsOf(graph).values()].flatMap((level) => level.pieces.map(({ edge }) => edge));
        const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
        const around = (id: string): readonly string[] => {
          const parent = parents.get(id);
          return parent === undefined ? [] : [parent, ...around(parent)];
        };
        graph.edges.forEach(({ source, target }, edge) => {
          const [from, to] = [new Set(around(source)), new Set(around(target))];
          const isWithin = from.has(target) || to.has(source);
          // Once for each container that has one of the ends in it, and not the other; and where both are.
          const passed = [...from, ...to].filter((id) => from.has(id) !== to.has(id)).length;
          const wanted = isWithin ? Math.max(1, passed) : passed + 1;
          assert.equal(pieces.filter((one) => one === edge).length, wanted, `${source} to ${target}`);
        });
      }),
    );
  });

  it('has lines whose pieces meet: each runs without a gap, straight down or across', async () => {
    await fc.assert(
      fc.asyncProperty(graphs(12), async (view) => {
        const graph = layoutGraphOf(view);
        const { routes } = await createLevelLayout().place(graph, ask);
        for (const { id } of graph.edges) {
          const points = routes.get(id)?.points ?? [];
          points.slice(1).forEach((point, at) => {
            const before = points[at] ?? point;
            const slant = Math.min(Math.abs(point.x - before.x), Math.abs(point.y - before.y));
            assert.ok(slant < 1.5, `${id} runs askew by ${slant.toString()}`);
          });
        }
      }),
      { numRuns: runs(16, 400) },
    );
  });

  it('puts what begins before all that it leads to, whatever leads back to it', async () => {
    const ends = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(ends, async (pairs) => {
        const names = [0, 1, 2, 3, 4].map(String);
        const { boxes } = await createLevelLayout().place(
          {
            nodes: [
              { id: 'mark', first: 'mark', width: 14, height: 14 },
              ...names.map((id) => ({ id, width: 60, height: 30, ...(id === '0' && { first: 'start' as const }) })),
            ],
            edges: [
              { id: 'begin', source: 'mark', target: '0' },
              ...pairs.map(([from, to], at) => ({ id: at.toString(), source: String(from), target: String(to) })),
            ],
            frame: { top: 40, side: 20 },
          },
          ask,
        );
        const left = (id: string): number => boxes.get(id)?.x ?? Number.NaN;
        const right = (id: string): number => left(id) + (boxes.get(id)?.width ?? 0);
        assert.ok(right('mark') < left('0'));
        for (const [from, to] of pairs) if (from === 0 && to !== 0) assert.ok(right('0') < left(String(to)));
      }),
      { numRuns: 20 },
    );
  });
});
