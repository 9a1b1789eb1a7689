/** Reach with free edges and steps, compared with a naive relaxation of all edges. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildDigraph } from '../../../language/src/graph/digraph.ts';
import { createReachRoom, emptyReachRoom, pathTo, reach } from '../../../language/src/graph/reach.ts';
import { compact, type PlainGraph, plainGraph } from './random-digraph.ts';

const world = plainGraph.chain((free) => {
  const node = fc.integer({ min: 0, max: free.nodeCount - 1 });
  return fc.record({
    free: fc.constant(free),
    steps: fc.array(fc.tuple(node, node), { maxLength: 20 }),
    sources: fc.array(fc.record({ node, hops: fc.integer({ min: 0, max: 4 }) }), { maxLength: 3 }),
    blocked: fc.uniqueArray(node, { maxLength: 2 }),
    limit: fc.integer({ min: 0, max: 5 }),
  });
});

describe('reach', () => {
  it('finds the least distance, and the fewest hops among paths of that distance', () => {
    fc.assert(
      fc.property(world, ({ free, steps, sources, blocked, limit }) => {
        const stepGraph = compact({ nodeCount: free.nodeCount, edges: steps });
        const blockedNodes = new Uint8Array(free.nodeCount);
        for (const node of blocked) blockedNodes[node] = 1;
        const found = reach(free.nodeCount, {
          free: compact(free),
          steps: stepGraph,
          sources,
          limit,
          blocked: blockedNodes,
        });
        const best = relaxed(free, steps, sources, blocked);
        for (let node = 0; node < free.nodeCount; node++) {
          const expected = best.get(node);
          const within = expected !== undefined && expected[0] <= limit ? expected : [-1, -1];
          assert.deepEqual([found.distance[node], found.hops[node]], within);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('finds the same in a room that was emptied after another search as in a new one', () => {
    fc.assert(
      fc.property(world, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), ({ free, steps, limit }, firsts) => {
        const graphs = { free: compact(free), steps: compact({ nodeCount: free.nodeCount, edges: steps }), limit };
        const room = createReachRoom(free.nodeCount);
        for (const first of firsts) {
          const sources = [{ node: first % free.nodeCount, hops: 0 }];
          const found = reach(free.nodeCount, { ...graphs, sources, room });
          assert.deepEqual(found, reach(free.nodeCount, { ...graphs, sources }));
          emptyReachRoom(room, found.nodes);
          assert.deepEqual(room, createReachRoom(free.nodeCount));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a path whose edges exist and add up', () => {
    fc.assert(
      fc.property(world, ({ free, steps, sources }) => {
        const found = reach(free.nodeCount, {
          free: compact(free),
          steps: compact({ nodeCount: free.nodeCount, edges: steps }),
          sources,
        });
        for (let node = 0; node < free.nodeCount; node++) {
          const previous = found.previous[node] ?? -1;
          if (previous < 0) continue;
          const isStep = found.distance[node] !== found.distance[previous];
          assert.deepEqual((isStep ? steps : free.edges)[found.label[node] ?? -1], [previous, node]);
          assert.equal(found.hops[node], (found.hops[previous] ?? 0) + 1);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('prefers the edge that was added first among paths that are equal', () => {
    const graph = buildDigraph(3, Int32Array.of(0, 0, 1), Int32Array.of(1, 1, 2), Int32Array.of(8, 9, 10));
    const found = reach(3, { sources: [{ node: 0, hops: 0 }], steps: graph });
    assert.deepEqual([...found.label], [-1, 8, 10]);
    assert.deepEqual(pathTo(found, 2), [0, 1, 2]);
  });

  it('follows a chain of a million edges', () => {
    const length = 1_000_000;
    const nodes = Int32Array.from({ length }, (_, node) => node);
    const chain = buildDigraph(
      length + 1,
      nodes,
      nodes.map((node) => node + 1),
    );
    assert.equal(reach(length + 1, { sources: [{ node: 0, hops: 0 }], free: chain }).hops[length], length);
    assert.equal(reach(length + 1, { sources: [{ node: 0, hops: 0 }], steps: chain }).distance[length], length);
  });
});

type Cost = readonly [distance: number, hops: number];

function relaxed(
  free: PlainGraph,
  steps: PlainGraph['edges'],
  sources: readonly { node: number; hops: number }[],
  blocked: readonly number[],
): Map<number, Cost> {
  const best = new Map<number, Cost>();
  const improve = (node: number, cost: Cost): boolean => {
    const known = best.get(node);
    const isBetter = known === undefined || cost[0] < known[0] || (cost[0] === known[0] && cost[1] < known[1]);
    if (!isBetter || blocked.includes(node)) return false;
    best.set(node, cost);
    return true;
  };
  for (const { node, hops } of sources) improve(node, [0, hops]);
  const edges = [...free.edges.map((edge) => [...edge, 0] as const), ...steps.map((edge) => [...edge, 1] as const)];
  for (let changed = true; changed;) {
    changed = false;
    for (const [from, to, cost] of edges) {
      const before = best.get(from);
      if (before !== undefined && improve(to, [before[0] + cost, before[1] + 1])) changed = true;
    }
  }
  return best;
}
