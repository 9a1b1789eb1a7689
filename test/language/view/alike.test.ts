import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { GraphNode, GraphView } from '../../../language/src/view/graph.ts';
import { withLikeStacked, type Stacking } from '../../../language/src/view/shown/alike.ts';
import { everything, shownOf } from '../../../language/src/view/shown/shown.ts';
import { graphs } from './random-graphs.ts';

const namesOf = ({ id, stack, inside }: GraphNode): readonly string[] => stack ?? [id, ...(inside ?? [])];
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Whether two boxes may be drawn as one, field by field. */
const areAlike = (one: GraphNode, other: GraphNode): boolean =>
  (['kind', 'type', 'parent', 'root', 'absent', 'machine'] as const).every((field) => one[field] === other[field]) &&
  (one.inside === undefined) === (other.inside === undefined);

const stacking = ({ nodes }: GraphView): Stacking => ({
  within: new Set([undefined, ...nodes.map(({ id }) => id)]),
  single: new Set(),
  opened: new Set(),
});

describe('What looks alike in a graph', () => {
  const views: fc.Arbitrary<GraphView> = fc
    .tuple(graphs(30), fc.array(fc.nat(29), { maxLength: 10 }))
    .map(([view, picks]) => {
      const closed = picks.flatMap((at) => view.nodes[at]?.id ?? []);
      return shownOf(view, { ...everything, closed }).graph;
    });

  it('is one stack with a count if there are more than three, and nothing else is', () => {
    fc.assert(
      fc.property(views, (view) => {
        const { nodes } = withLikeStacked(view, stacking(view)).graph;
        const containers = new Set(view.nodes.map(({ parent }) => parent));
        for (const node of view.nodes) {
          const like = containers.has(node.id)
            ? [node]
            : view.nodes.filter((other) => !containers.has(other.id) && areAlike(node, other));
          const drawn = nodes.filter((one) => namesOf(one).includes(namesOf(node)[0] ?? ''));
          assert.equal(drawn.length, 1);
          if (like.length <= 3) assert.equal(drawn[0], node);
          else assert.deepEqual([...(drawn[0]?.stack ?? [])].sort(), like.flatMap(namesOf).sort());
        }
        assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length);
      }),
    );
  });

  it('keeps every relation, between the nodes that represent its ends', () => {
    fc.assert(
      fc.property(views, (view) => {
        const { nodes, edges } = withLikeStacked(view, stacking(view)).graph;
        const ids = new Set(nodes.map(({ id }) => id));
        for (const { source, target } of edges) assert.ok(ids.has(source) && ids.has(target));
        const counts = ({ edges: all }: GraphView): number => sum(all.map(({ count = 1 }) => count));
        assert.equal(counts({ ...view, edges }), counts(view));
      }),
    );
  });
});
