/** The orders of graphs so large that shortcuts apply, compared with oracles without shortcuts. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { graphBetween } from '../../../language/src/graph/between.ts';
import { stronglyConnected } from '../../../language/src/graph/components.ts';
import { coveredPairs } from '../../../language/src/graph/covered-blocks.ts';
import { buildDigraph, type Digraph } from '../../../language/src/graph/digraph.ts';
import { feedbackEdges } from '../../../language/src/graph/feedback/greedy-order.ts';
import { membersAfter, membersBefore, type OrderedMembers } from '../../../language/src/graph/member-layers.ts';
import { reducedPairs } from '../../../language/src/graph/member-reduction.ts';
import { createNextMembers } from '../../../language/src/graph/next-members.ts';
import { rankMembers } from '../../../language/src/graph/ranked-members.ts';
import { shortestPath } from '../../../language/src/graph/shortest-path.ts';
import { runs } from '../../properties.ts';
import { compact, type PlainGraph, plainGraph } from './random-digraph.ts';

/** A graph of many nodes, with the share of them that are members. */
interface Shape {
  readonly nodeCount: number;
  readonly edgeCount: number;
  /** How far an edge leads at most. */
  readonly span: number;
  readonly memberShare: number;
  readonly seed: number;
}

const shape = (nodeCount: number, edgeCount: number): fc.Arbitrary<Shape> =>
  fc.record({
    nodeCount: fc.constant(nodeCount),
    edgeCount: fc.integer({ min: nodeCount, max: edgeCount }),
    span: fc.constantFrom(20, nodeCount),
    memberShare: fc.constantFrom(0.2, 0.7, 0.95, 1),
    seed: fc.integer({ min: 1 }),
  });

/** Returns a stream of numbers in [0, 1) that depends on the seed alone. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function randomMembers({ nodeCount, memberShare }: Shape, draw: () => number): Uint8Array {
  return Uint8Array.from({ length: nodeCount }, () => (draw() < memberShare ? 1 : 0));
}

/** Returns a graph without cycles, whose nodes are numbered in no useful way. */
function randomOrder(from: Shape): OrderedMembers {
  const draw = draws(from.seed);
  const edges = Array.from({ length: from.edgeCount }, () => {
    const first = Math.floor(draw() * (from.nodeCount - 1));
    const then = first + 1 + Math.floor(draw() * Math.min(from.span, from.nodeCount - 1 - first));
    // 7 has no factor in common with the counts used here.
    return [(first * 7) % from.nodeCount, (then * 7) % from.nodeCount] as const;
  });
  return orderOf({ nodeCount: from.nodeCount, edges }, randomMembers(from, draw));
}

function orderOf(plain: PlainGraph, members: Uint8Array): OrderedMembers {
  const graph = compact(plain);
  return { graph, components: stronglyConnected(graph), members };
}

/** The pairs by definition: a set of bits for all that a node reaches. */
function naivePairs({ graph, components, members }: OrderedMembers): string[] {
  const nodes = [...new Array(graph.nodeCount).keys()];
  const reached: bigint[] = nodes.map(() => 0n);
  const isMember = (node: number): boolean => members[node] === 1;
  for (const node of nodes.toSorted((a, b) => (components.of[a] ?? 0) - (components.of[b] ?? 0))) {
    reached[node] = targetsOf(graph, node).reduce(
      (all, next) => all | (1n << BigInt(next)) | (reached[next] ?? 0n),
      0n,
    );
  }
  return nodes.filter(isMember).flatMap((first) => {
    const behind = nodes.filter((node) => isMember(node) && has(reached[first], node));
    const covered = behind.reduce((all, node) => all | (reached[node] ?? 0n), 0n);
    return behind.filter((then) => !has(covered, then)).map((then) => `${first} ${then}`);
  });
}

function has(bits: bigint | undefined, node: number): boolean {
  return (((bits ?? 0n) >> BigInt(node)) & 1n) === 1n;
}

function targetsOf({ offsets, targets }: Digraph, node: number): number[] {
  return [...targets.subarray(offsets[node], offsets[node + 1])];
}

/** Adds edge by edge; the only new cycle is that through the edge itself. */
function naivelyLeftOut({ nodeCount, edges }: PlainGraph, members: Uint8Array): number[] {
  const out: number[][] = Array.from({ length: nodeCount }, () => []);
  const into: number[][] = Array.from({ length: nodeCount }, () => []);
  return edges.map(([source, target]) => {
    const behind = spread(out, target);
    const circle = [...spread(into, source)].filter((node) => behind.has(node) && members[node] === 1);
    if (source !== target && behind.has(source) && circle.length > 1) return 1;
    out[source]?.push(target);
    into[target]?.push(source);
    return 0;
  });
}

function spread(next: readonly (readonly number[])[], start: number): ReadonlySet<number> {
  const found = new Set([start]);
  for (const node of found) for (const other of next[node] ?? []) found.add(other);
  return found;
}

describe('the reduction of a large order', () => {
  it('lists the pairs of members without a third in between, whatever edges skip', () => {
    fc.assert(
      fc.property(shape(1500, 6000), (from) => {
        const ordered = randomOrder(from);
        assert.deepEqual(
          reducedPairs(ordered).map(([first, then]) => `${first} ${then}`),
          naivePairs(ordered),
        );
      }),
      { numRuns: runs(2, 120) },
    );
  });

  it('is the same by walks alone and by sets of bits alone', () => {
    const bits = fc.array(fc.nat(1), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(plainGraph, bits, ({ nodeCount, edges }, marks) => {
        const acyclic = { nodeCount, edges: edges.filter(([a, b]) => a < b) };
        const ordered = orderOf(acyclic, Uint8Array.from(marks.slice(0, nodeCount)));
        const ranked = rankMembers(ordered);
        const isHard = ranked.memberAt.map((member) => (member < 0 ? 0 : 1));
        const ranks = [...isHard.keys()].filter((rank) => isHard[rank] === 1);
        const nextMembers = createNextMembers(ranked);
        const byWalks = ranks.flatMap((rank) => (nextMembers(rank, Infinity) ?? []).map((next) => `${rank} ${next}`));
        const byBits: string[] = [];
        coveredPairs(ranked, Uint8Array.from(isHard), (first, then) => byBits.push(`${first} ${then}`));
        assert.deepEqual(byBits.sort(), byWalks.sort());
        assert.equal(byBits.length, naivePairs(ordered).length);
      }),
      { numRuns: runs(200, 10_000) },
    );
  });
});

describe('a chain of 250,000 members, as many as a model can have', () => {
  const nodeCount = 250_000;
  const sources = Int32Array.from({ length: nodeCount - 1 }, (_, node) => node);
  const targets = sources.map((node) => node + 1);
  const chain = buildDigraph(nodeCount, sources, targets);

  it('is ordered, layered and reduced without recursion', () => {
    const members = new Uint8Array(nodeCount).fill(1);
    const graph = graphBetween(chain, { members, passable: members });
    const ordered = { graph, components: stronglyConnected(graph), members };
    assert.equal(membersBefore(ordered)[nodeCount - 1], nodeCount - 1);
    assert.equal(membersAfter(ordered)[0], nodeCount - 1);
    assert.equal(shortestPath(graph, 0, nodeCount - 1)?.labels.length, nodeCount - 1);
    const pairs = reducedPairs(ordered);
    assert.equal(pairs.length, nodeCount - 1);
    assert.deepEqual(pairs.at(-1), [nodeCount - 2, nodeCount - 1]);
  });

  it('transmits order from end to end where all between only transmit', () => {
    const members = new Uint8Array(nodeCount);
    members[0] = members[nodeCount - 1] = 1;
    assert.deepEqual(reducedPairs({ graph: chain, components: stronglyConnected(chain), members }), [
      [0, nodeCount - 1],
    ]);
  });
});

describe('many edges added one after the other', () => {
  it('are omitted just if two members would then reach each other', () => {
    fc.assert(
      fc.property(shape(300, 2500), (from) => {
        const draw = draws(from.seed);
        const node = (): number => Math.floor(draw() * from.nodeCount);
        const edges = Array.from({ length: from.edgeCount }, () => [node(), node()] as const);
        const members = randomMembers(from, draw);
        const sources = Int32Array.from(edges, ([a]) => a);
        const targets = Int32Array.from(edges, ([, b]) => b);
        assert.deepEqual(
          [...feedbackEdges({ nodeCount: from.nodeCount, sources, targets, members })],
          naivelyLeftOut({ nodeCount: from.nodeCount, edges }, members),
        );
      }),
      { numRuns: runs(4, 200) },
    );
  });

  it('are omitted just then, too, where many nodes that only transmit are merged into one', () => {
    const few = fc.constantFrom(0.02, 0.05, 0.1, 0.3);
    fc.assert(
      fc.property(shape(60, 240), few, (from, memberShare) => {
        const draw = draws(from.seed);
        const node = (): number => Math.floor(draw() * from.nodeCount);
        const edges = Array.from({ length: from.edgeCount }, () => [node(), node()] as const);
        const members = randomMembers({ ...from, memberShare }, draw);
        const sources = Int32Array.from(edges, ([a]) => a);
        const targets = Int32Array.from(edges, ([, b]) => b);
        assert.deepEqual(
          [...feedbackEdges({ nodeCount: from.nodeCount, sources, targets, members })],
          naivelyLeftOut({ nodeCount: from.nodeCount, edges }, members),
        );
      }),
      { numRuns: runs(200, 20_000) },
    );
  });
});
