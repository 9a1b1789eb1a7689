/** The graph core, compared with naive oracles, and on shapes that overflow a recursive algorithm. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { membersOf, stronglyConnected } from '../../../language/src/graph/components.ts';
import { shortestCycles } from '../../../language/src/graph/cycles.ts';
import { buildDigraph, createEdgeList, reversed } from '../../../language/src/graph/digraph.ts';
import { compact, plainGraph, walkLengths } from './random-digraph.ts';

const million = 1_000_000;
const ring = buildDigraph(
  million,
  Int32Array.from({ length: million }, (_, node) => node),
  Int32Array.from({ length: million }, (_, node) => (node + 1) % million),
);
const chain = buildDigraph(
  million,
  Int32Array.from({ length: million - 1 }, (_, node) => node),
  Int32Array.from({ length: million - 1 }, (_, node) => node + 1),
);

describe('a digraph', () => {
  it('keeps the edges of each node in the order they were added, with their labels', () => {
    const list = createEdgeList(1);
    list.add(1, 0, 70);
    list.add(0, 2, 71);
    list.add(1, 2, 72);
    const graph = list.toDigraph(3);
    assert.deepEqual([...graph.offsets], [0, 1, 3, 3]);
    assert.deepEqual([...graph.targets], [2, 0, 2]);
    assert.deepEqual([...graph.labels], [71, 70, 72]);
  });

  it('has each edge reversed in its reverse, and is itself when reversed twice', () => {
    fc.assert(
      fc.property(plainGraph, (plain) => {
        const turned = compact({ ...plain, edges: plain.edges.map(([a, b]) => [b, a] as const) });
        const back = reversed(compact(plain));
        assert.deepEqual(edgeSet(back), edgeSet(turned));
        assert.deepEqual(edgeSet(reversed(back)), edgeSet(compact(plain)));
      }),
    );
  });
});

describe('strongly connected components', () => {
  it('put two nodes together exactly if each reaches the other', () => {
    fc.assert(
      fc.property(plainGraph, (plain) => {
        const { of } = stronglyConnected(compact(plain));
        const walks = walkLengths(plain);
        for (let a = 0; a < plain.nodeCount; a++) {
          for (let b = 0; b < plain.nodeCount; b++) {
            const mutual = a === b || ((walks[a]?.[b] ?? 0) < Infinity && (walks[b]?.[a] ?? 0) < Infinity);
            assert.equal(of[a] === of[b], mutual);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('are numbered so that edges between them go down', () => {
    fc.assert(
      fc.property(plainGraph, (plain) => {
        const { of } = stronglyConnected(compact(plain));
        for (const [a, b] of plain.edges) assert.ok((of[a] ?? 0) >= (of[b] ?? 0));
      }),
    );
  });

  it('list each node once, ascending within its component', () => {
    fc.assert(
      fc.property(plainGraph, (plain) => {
        const components = stronglyConnected(compact(plain));
        const { offsets, nodes } = membersOf(components);
        assert.deepEqual(
          [...nodes].sort((a, b) => a - b),
          Array.from({ length: plain.nodeCount }, (_, node) => node),
        );
        for (let component = 0; component < components.count; component++) {
          const members = [...nodes.subarray(offsets[component], offsets[component + 1])];
          assert.ok(members.length > 0 && members.every((node) => components.of[node] === component));
          assert.deepEqual(
            members,
            [...members].sort((a, b) => a - b),
          );
        }
      }),
    );
  });

  it('of a ring and of a chain of a million nodes need no recursion', () => {
    assert.equal(stronglyConnected(ring).count, 1);
    assert.equal(stronglyConnected(chain).count, million);
  });
});

describe('shortest cycles', () => {
  it('are one for each component that has a cycle, closed, and as short as any in it', () => {
    fc.assert(
      fc.property(plainGraph, (plain) => {
        const { of } = stronglyConnected(compact(plain));
        const walks = walkLengths(plain);
        const shortest = new Map<number, number>();
        for (const [node, row] of walks.entries()) {
          const length = row[node] ?? Infinity;
          const component = of[node] ?? -1;
          if (length < Infinity) shortest.set(component, Math.min(length, shortest.get(component) ?? Infinity));
        }
        const cycles = shortestCycles(compact(plain));
        assert.equal(cycles.length, shortest.size);
        for (const { nodes, labels } of cycles) {
          assert.equal(nodes.length, shortest.get(of[nodes[0] ?? -1] ?? -1));
          assert.equal(nodes[0], Math.min(...nodes));
          for (const [index, label] of labels.entries()) {
            assert.deepEqual(plain.edges[label], [nodes[index], nodes[(index + 1) % nodes.length]]);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('through chosen edges begin with one of them and are as short as any that do', () => {
    fc.assert(
      fc.property(plainGraph, (plain) => {
        const graph = compact(plain);
        const { of } = stronglyConnected(graph);
        const walks = walkLengths(plain);
        const isChosen = (label: number): boolean => label % 3 === 0;
        const shortest = new Map<number, number>();
        for (const [label, [a, b]] of plain.edges.entries()) {
          const length = a === b ? 1 : 1 + (walks[b]?.[a] ?? Infinity);
          const component = of[a] ?? -1;
          if (!isChosen(label) || length === Infinity) continue;
          shortest.set(component, Math.min(length, shortest.get(component) ?? Infinity));
        }
        const cycles = shortestCycles(graph, { through: (_, edge) => isChosen(graph.labels[edge] ?? -1) });
        assert.equal(cycles.length, shortest.size);
        for (const { nodes, labels } of cycles) {
          assert.ok(isChosen(labels[0] ?? -1));
          assert.equal(nodes.length, shortest.get(of[nodes[0] ?? -1] ?? -1));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('stop at the budget, still with a cycle', () => {
    const [cycle] = shortestCycles(ring, { budget: 10 });
    assert.equal(cycle?.nodes.length, million);
  });
});

function edgeSet({ nodeCount, offsets, targets, labels }: ReturnType<typeof compact>): string[] {
  const edges: string[] = [];
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = offsets[node] ?? 0; edge < (offsets[node + 1] ?? 0); edge++) {
      edges.push(`${node}-${targets[edge]}:${labels[edge]}`);
    }
  }
  return edges.sort();
}
