/** The order among chosen nodes of random graphs, compared with tables of walks. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { graphBetween } from '../../../language/src/graph/between.ts';
import { stronglyConnected } from '../../../language/src/graph/components.ts';
import type { Digraph } from '../../../language/src/graph/digraph.ts';
import { feedbackEdges } from '../../../language/src/graph/feedback/greedy-order.ts';
import { membersBefore, membersAfter } from '../../../language/src/graph/member-layers.ts';
import { reducedPairs } from '../../../language/src/graph/member-reduction.ts';
import { createMovableOrder } from '../../../language/src/graph/feedback/movable-order.ts';
import { nearOrder } from '../../../language/src/graph/feedback/near-order.ts';
import { createNumberHeap } from '../../../language/src/graph/number-heap.ts';
import { shortestPath } from '../../../language/src/graph/shortest-path.ts';
import { runs } from '../../properties.ts';
import { compact, type PlainGraph, plainGraph, walkLengths } from './random-digraph.ts';

const bits = fc.array(fc.nat(1), { minLength: 9, maxLength: 9 });
const chosen = ({ nodeCount }: PlainGraph, marks: readonly number[]): Uint8Array =>
  Uint8Array.from(marks.slice(0, nodeCount));
const nodesOf = ({ nodeCount }: PlainGraph): number[] => [...new Array(nodeCount).keys()];
const edgesOf = ({ nodeCount, offsets, targets }: Digraph): string[] =>
  [...new Array(nodeCount).keys()].flatMap((node) =>
    [...targets.subarray(offsets[node], offsets[node + 1])].map((target) => `${node} ${target}`),
  );
const isFinite = (table: readonly (readonly number[])[], a: number, b: number): boolean =>
  (table[a]?.[b] ?? Infinity) < Infinity;

/** The same graph without edges against the numbers, so that it has no cycles. */
const acyclic = ({ nodeCount, edges }: PlainGraph): PlainGraph => ({
  nodeCount,
  edges: edges.filter(([a, b]) => a < b),
});

describe('the graph between members', () => {
  it('keeps just the edges on walks from member to member over passable nodes', () => {
    fc.assert(
      fc.property(plainGraph, bits, bits, (plain, marks, passes) => {
        const [members, passable] = [chosen(plain, marks), chosen(plain, passes)];
        const isInner = (node: number): boolean => members[node] !== 1 && passable[node] === 1;
        const inner = walkLengths({ ...plain, edges: plain.edges.filter(([a, b]) => isInner(a) && isInner(b)) });
        const starts = (node: number): boolean =>
          members[node] === 1 ||
          (isInner(node) &&
            plain.edges.some(([a, b]) => members[a] === 1 && isInner(b) && (b === node || isFinite(inner, b, node))));
        const ends = (node: number): boolean =>
          members[node] === 1 ||
          (isInner(node) &&
            plain.edges.some(([a, b]) => members[b] === 1 && isInner(a) && (a === node || isFinite(inner, node, a))));
        const expected = plain.edges.filter(([a, b]) => a !== b && [a, b].every((node) => starts(node) && ends(node)));
        assert.deepEqual(
          edgesOf(graphBetween(compact(plain), { members, passable })).sort(),
          expected.map(([a, b]) => `${a} ${b}`).sort(),
        );
      }),
    );
  });
});

describe('layers and reduction of members', () => {
  it('count the members on the longest walk before and after a node', () => {
    fc.assert(
      fc.property(plainGraph, bits, (random, marks) => {
        const plain = acyclic(random);
        const members = chosen(plain, marks);
        const graph = compact(plain);
        const ordered = { graph, components: stronglyConnected(graph), members };
        const longest = (node: number, isBefore: boolean): number =>
          Math.max(
            0,
            ...plain.edges.flatMap(([a, b]) => {
              if ((isBefore ? b : a) !== node) return [];
              const other = isBefore ? a : b;
              return [longest(other, isBefore) + (members[other] ?? 0)];
            }),
          );
        assert.deepEqual(
          [...membersBefore(ordered)],
          nodesOf(plain).map((node) => longest(node, true)),
        );
        assert.deepEqual(
          [...membersAfter(ordered)],
          nodesOf(plain).map((node) => longest(node, false)),
        );
      }),
    );
  });

  it('list the pairs of members without a third in between', () => {
    fc.assert(
      fc.property(plainGraph, bits, (random, marks) => {
        const plain = acyclic(random);
        const members = chosen(plain, marks);
        const graph = compact(plain);
        const table = walkLengths(plain);
        const all = nodesOf(plain).filter((node) => members[node] === 1);
        const expected = all.flatMap((a) =>
          all
            .filter((b) => isFinite(table, a, b) && !all.some((c) => isFinite(table, a, c) && isFinite(table, c, b)))
            .map((b) => [a, b]),
        );
        assert.deepEqual(reducedPairs({ graph, components: stronglyConnected(graph), members }), expected);
      }),
      { numRuns: runs(100, 5000) },
    );
  });
});

describe('edges added one after the other', () => {
  it('are omitted just if two members would then reach each other', () => {
    fc.assert(
      fc.property(plainGraph, bits, (plain, marks) => {
        const members = chosen(plain, marks);
        const kept: (readonly [number, number])[] = [];
        const expected = plain.edges.map((edge) => {
          const table = walkLengths({ ...plain, edges: [...kept, edge] });
          const all = nodesOf(plain).filter((node) => members[node] === 1);
          const isCycle = all.some((a) => all.some((b) => a !== b && isFinite(table, a, b) && isFinite(table, b, a)));
          if (!isCycle) kept.push(edge);
          return isCycle ? 1 : 0;
        });
        const sources = Int32Array.from(plain.edges, ([a]) => a);
        const targets = Int32Array.from(plain.edges, ([, b]) => b);
        assert.deepEqual([...feedbackEdges({ nodeCount: plain.nodeCount, sources, targets, members })], expected);
      }),
      { numRuns: runs(200, 10_000) },
    );
  });

  it('are all kept along a chain of 250,000 nodes, as many as a model can have', () => {
    const nodeCount = 250_000;
    const sources = Int32Array.from({ length: nodeCount - 1 }, (_, node) => node);
    const targets = sources.map((node) => node + 1);
    const members = new Uint8Array(nodeCount).fill(1);
    assert.equal(feedbackEdges({ nodeCount, sources, targets, members }).indexOf(1), -1);
  });
});

describe('the near order of a graph', () => {
  it('places each node once, and is a topological order of a graph without cycles', () => {
    fc.assert(
      fc.property(plainGraph, (plain) => {
        const places = [...nearOrder(compact(plain))];
        assert.deepEqual(
          places.toSorted((a, b) => a - b),
          nodesOf(plain),
        );
        const straight = nearOrder(compact(acyclic(plain)));
        for (const [a, b] of acyclic(plain).edges) assert.ok((straight[a] ?? 0) < (straight[b] ?? 0));
      }),
    );
  });
});

describe('the shortest path', () => {
  it('has as many edges as the shortest walk, each leading on from the one before', () => {
    fc.assert(
      fc.property(plainGraph, fc.nat(8), fc.nat(8), (plain, a, b) => {
        const [from, to] = [a % plain.nodeCount, b % plain.nodeCount];
        const path = shortestPath(compact(plain), from, to);
        const [labels, nodes] = [path?.labels ?? [], path?.nodes ?? []];
        const expected = from === to ? 0 : walkLengths(plain)[from]?.[to];
        assert.equal(path === undefined ? Infinity : labels.length, expected);
        let here = from;
        for (const [index, label] of labels.entries()) {
          const [first, then] = plain.edges[label] ?? [-1, -1];
          assert.equal(first, here);
          here = then;
          assert.equal(nodes[index], here);
        }
      }),
    );
  });
});

describe('a sequence whose nodes move', () => {
  const move = fc.record({
    nodes: fc.uniqueArray(fc.nat(7), { maxLength: 5 }),
    pivot: fc.nat(7),
    isBehind: fc.boolean(),
  });

  it('compares two nodes as a list does, however often they move', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
        fc.array(move, { maxLength: 200 }),
        (start, moves) => {
          let list = start;
          const order = createMovableOrder(Int32Array.from(start.keys(), (node) => start.indexOf(node)));
          for (const { nodes, pivot, isBehind } of moves) {
            const moved = list.filter((node) => nodes.includes(node) && node !== pivot);
            const rest = list.filter((node) => !moved.includes(node));
            list = rest.toSpliced(rest.indexOf(pivot) + (isBehind ? 1 : 0), 0, ...moved);
            if (isBehind)
              order.moveAfter(
                nodes.filter((node) => node !== pivot),
                pivot,
              );
            else
              order.moveBefore(
                nodes.filter((node) => node !== pivot),
                pivot,
              );
          }
          for (const a of list)
            for (const b of list) assert.equal(order.isBefore(a, b), list.indexOf(a) < list.indexOf(b));
        },
      ),
    );
  });
});

describe('a heap of numbers', () => {
  it('gives them back in ascending order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100)), (numbers) => {
        const heap = createNumberHeap();
        for (const number of numbers) heap.add(number);
        assert.deepEqual(
          numbers.map(() => heap.take()),
          numbers.toSorted((a, b) => a - b),
        );
        assert.equal(heap.take(), -1);
      }),
    );
  });
});
