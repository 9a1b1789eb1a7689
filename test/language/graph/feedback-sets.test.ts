/** Cuts of cycles: compared with trying every set of edges, and on graphs too large for that. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stronglyConnected } from '../../../language/src/graph/components.ts';
import {
  type CyclicComponent,
  cyclicComponents,
  type Solution,
} from '../../../language/src/graph/feedback/feedback-sets.ts';
import { compareSets } from '../../../language/src/graph/feedback/hitting-sets.ts';
import { buildDigraph } from '../../../language/src/graph/digraph.ts';
import { runs } from '../../properties.ts';

interface Labelled {
  readonly nodeCount: number;
  /** Source, target, label. */
  readonly edges: readonly (readonly [number, number, number])[];
}

/** The components with their solutions. */
const solved = (...args: Parameters<typeof cyclicComponents>): (CyclicComponent & Solution)[] =>
  cyclicComponents(...args).map((component) => ({ ...component, ...component.solution() }));

const graphOf = ({ nodeCount, edges }: Labelled) =>
  buildDigraph(
    nodeCount,
    Int32Array.from(edges, ([a]) => a),
    Int32Array.from(edges, ([, b]) => b),
    Int32Array.from(edges, ([, , label]) => label),
  );

/** Up to six nodes and twelve edges; some labels stand for several edges. */
const small: fc.Arbitrary<Labelled> = fc.integer({ min: 1, max: 6 }).chain((nodeCount) => {
  const node = fc.integer({ min: 0, max: nodeCount - 1 });
  return fc.record({
    nodeCount: fc.constant(nodeCount),
    edges: fc.array(fc.tuple(node, node, fc.nat(14)), { minLength: 4, maxLength: 12 }),
  });
});

/** Whether some edges form a cycle, by taking away nodes that nothing leads to. */
function isCyclic(edges: Labelled['edges']): boolean {
  let left = edges;
  for (let before = -1; before !== left.length;) {
    before = left.length;
    left = left.filter(([a]) => left.some(([, b]) => b === a));
  }
  return left.length > 0;
}

/** All minimal sets of labels that break all cycles of these edges, in order. */
function bruteCuts(edges: Labelled['edges'], isLocked: (label: number) => boolean): number[][] {
  const labels = [...new Set(edges.map(([, , label]) => label))]
    .filter((label) => !isLocked(label))
    .sort((a, b) => a - b);
  const breaks: number[] = [];
  for (let chosen = 0; chosen < 2 ** labels.length; chosen++) {
    const holds = breaks.some((mask) => (mask & chosen) === mask);
    if (!holds && !isCyclic(edges.filter(([, , label]) => !isIn(chosen, labels, label)))) breaks.push(chosen);
  }
  const minimal = breaks.filter((mask) => !breaks.some((other) => other !== mask && (other & mask) === other));
  return minimal.map((mask) => labels.filter((label) => isIn(mask, labels, label))).sort(compareSets);
}

const isIn = (mask: number, labels: readonly number[], label: number): boolean =>
  labels.includes(label) && ((mask >> labels.indexOf(label)) & 1) === 1;

const inside = ({ edges }: Labelled, { nodes }: CyclicComponent): Labelled['edges'] =>
  edges.filter(([a, b]) => nodes.includes(a) && nodes.includes(b));

describe('the cuts of a cyclic component', () => {
  it('of up to 12 edges are the first of all that trying every set gives', () => {
    fc.assert(
      fc.property(
        small,
        fc.array(fc.nat(14), { maxLength: 4 }),
        fc.integer({ min: 1, max: 6 }),
        (graph, locked, alternatives) => {
          const isLocked = (label: number): boolean => locked.includes(label);
          for (const component of solved(graphOf(graph), { isLocked, alternatives, budget: 0 })) {
            const expected = bruteCuts(inside(graph, component), isLocked);
            assert.equal(component.method, 'exact');
            assert.deepEqual(
              component.cuts,
              expected.slice(0, alternatives).map((labels) => ({ labels, isMinimal: true })),
            );
            assert.equal(component.lockedCycle === undefined, expected.length > 0);
          }
        },
      ),
      { numRuns: runs(600, 30_000) },
    );
  });

  it('are there for every component with a cycle and no other, each with a cycle in it', () => {
    fc.assert(
      fc.property(small, (graph) => {
        const digraph = graphOf(graph);
        const found = cyclicComponents(digraph);
        const { of } = stronglyConnected(digraph);
        const cyclic = new Set(graph.edges.filter(([a, b]) => of[a] === of[b]).map(([a]) => of[a]));
        assert.deepEqual(new Set(found.map(({ nodes }) => of[nodes[0] ?? -1])), cyclic);
        for (const { shortest, nodes } of found) {
          for (const [place, node] of shortest.nodes.entries()) {
            const next = shortest.nodes[(place + 1) % shortest.nodes.length];
            const label = shortest.labels[place];
            assert.ok(nodes.includes(node));
            assert.ok(graph.edges.some((edge) => edge[0] === node && edge[1] === next && edge[2] === label));
          }
        }
      }),
    );
  });

  it('found heuristically break all cycles, contain no locked edge, and need each of their edges', () => {
    const node = fc.nat(9);
    const edges = fc.array(fc.tuple(node, node), { minLength: 25, maxLength: 45 });
    fc.assert(
      fc.property(edges, fc.nat(4), (pairs, every) => {
        const graph: Labelled = { nodeCount: 10, edges: pairs.map(([a, b], label) => [a, b, label] as const) };
        const isLocked = (label: number): boolean => every > 0 && label % (every + 4) === 0;
        for (const component of solved(graphOf(graph), { isLocked, budget: -1 })) {
          const own = inside(graph, component);
          if (component.lockedCycle !== undefined) {
            assert.deepEqual(component.cuts, []);
            assert.ok(component.lockedCycle.labels.every(isLocked));
            continue;
          }
          assert.equal(component.method, component.labelCount > 12 ? 'heuristic' : 'exact');
          assert.ok(component.cuts.length > 0);
          for (const { labels, isMinimal } of component.cuts) {
            const without = (cut: readonly number[]): Labelled['edges'] =>
              own.filter(([, , label]) => !cut.includes(label));
            assert.equal(labels.some(isLocked), false);
            assert.equal(isMinimal, true);
            assert.equal(isCyclic(without(labels)), false);
            for (const label of labels) assert.ok(isCyclic(without(labels.filter((each) => each !== label))));
          }
        }
      }),
      { numRuns: runs(100, 5000) },
    );
  });

  it('says that an answer is exact beyond 12 edges if the budget was enough', () => {
    const ring = Array.from({ length: 30 }, (_, node) => [node, (node + 1) % 30, node] as const);
    const [component] = solved(graphOf({ nodeCount: 30, edges: ring }));
    assert.equal(component?.method, 'exact');
    assert.deepEqual(
      component.cuts.map(({ labels }) => labels),
      [[0], [1], [2], [3], [4]],
    );
  });

  it('are found in a ring of 100,000 nodes and in a dense tangle without running away', function () {
    const length = 100_000;
    const ring = Array.from({ length }, (_, node) => [node, (node + 1) % length, node] as const);
    const [component] = solved(graphOf({ nodeCount: length, edges: ring }));
    assert.deepEqual(component?.cuts[0], { labels: [0], isMinimal: true });
    const tangle = Array.from(
      { length: 20_000 },
      (_, label) => [(label * 7919) % 2000, (label * 104_729 + 3) % 1999, label] as const,
    );
    const [dense] = solved(graphOf({ nodeCount: 2000, edges: tangle }));
    assert.equal(dense?.method, 'heuristic');
    const cut = new Set(dense.cuts[0]?.labels);
    const kept = tangle.filter(([, , label]) => !cut.has(label));
    const { count } = stronglyConnected(graphOf({ nodeCount: 2000, edges: kept }));
    assert.equal(count, 2000);
  });
});
