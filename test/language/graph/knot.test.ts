/** The knot of a small graph: what is connected with it, and what has to be tied into it, compared with all paths. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addEdge, mergeNodes, startGraph } from '../../../language/src/graph/feedback/growing-graph.ts';
import {
  createKnot,
  isKnotted,
  isKnottedOver,
  type Knot,
  noteEdge,
  noteMerge,
  tie,
} from '../../../language/src/graph/feedback/knot.ts';
import { createMovableOrder } from '../../../language/src/graph/feedback/movable-order.ts';
import { runs } from '../../properties.ts';
import { type PlainGraph, plainGraph, walkLengths } from './random-digraph.ts';

/** The number of nodes that only make the knot large. */
const filling = 16;

interface Tangle {
  readonly plain: PlainGraph;
  readonly node: number;
  readonly weight: Uint8Array;
}

/** A graph whose edges lead to higher numbers, with a node to be the knot, and chosen nodes. */
const tangle: fc.Arbitrary<Tangle> = fc
  .tuple(plainGraph, fc.nat(8), fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: 9, maxLength: 9 }))
  .map(([{ nodeCount, edges }, node, chosen]) => ({
    plain: { nodeCount, edges: edges.filter(([a, b]) => a !== b).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]) },
    node: node % nodeCount,
    weight: Uint8Array.from([...chosen.slice(0, nodeCount), ...new Array<number>(filling).fill(0)]),
  }));

/** Starts a graph with room for some edges, in which one node is the knot. */
function start({ plain: { nodeCount, edges }, node, weight }: Tangle): Knot {
  const count = nodeCount + filling;
  const [sources, targets] = [edges.map(([a]) => a), edges.map(([, b]) => b)];
  const graph = startGraph(count, Int32Array.from(sources), Int32Array.from(targets));
  const knot = createKnot({ graph, weight, sequence: createMovableOrder(graph.parent.slice()) });
  const others = Array.from({ length: filling }, (_, index) => nodeCount + index);
  for (const other of others) mergeNodes(graph, node, other);
  noteMerge(knot, node, [node, ...others]);
  return knot;
}

/** Returns a function that tells whether one node leads to another, or is it, in a graph with some edges. */
function paths(plain: PlainGraph): (from: number, to: number) => boolean {
  const table = walkLengths(plain);
  return (from, to) => from === to || (table[from]?.[to] ?? Infinity) < Infinity;
}

/** The nodes on paths from one to another, ends included. */
const between = (leads: (from: number, to: number) => boolean, count: number, from: number, to: number): number[] =>
  [...new Array(count).keys()].filter((each) => leads(from, each) && leads(each, to));

/** Checks for each pair of nodes what is known of the knot between them. */
function assertConnected(knot: Knot, plain: PlainGraph, names: readonly number[]): void {
  const leads = paths(plain);
  const isChosen = (each: number): boolean => each !== knot.node && knot.weight[each] === 1;
  for (const from of names) {
    for (const to of names) {
      const isThere = leads(from, knot.node) && leads(knot.node, to);
      assert.equal(isKnotted(knot, from, to), isThere);
      if (!isThere) continue;
      const [early, late] = [
        between(leads, plain.nodeCount, from, knot.node).some(isChosen),
        between(leads, plain.nodeCount, knot.node, to).some(isChosen),
      ];
      assert.equal(isKnottedOver(knot, from, to), knot.weight[knot.node] === 1 ? early || late : early && late);
    }
  }
}

describe('the knot', () => {
  it('knows after each edge and merging what it leads to and what leads to it, and over which chosen nodes', () => {
    fc.assert(
      fc.property(tangle, fc.nat(8), fc.nat(8), fc.nat(20), (given, one, other, moment) => {
        const { nodeCount, edges } = given.plain;
        const knot = start(given);
        let names = [...new Array(nodeCount).keys()];
        const added: (readonly [number, number])[] = [];
        const [kept, merged] = [one % nodeCount, other % nodeCount];
        const now = (): PlainGraph => ({
          nodeCount,
          edges: added.map(([a, b]) => [knot.graph.parent[a] ?? a, knot.graph.parent[b] ?? b] as const),
        });
        const mergeThem = (): void => {
          const isOdd = kept === merged || [kept, merged].includes(knot.node);
          if (isOdd || (knot.weight[kept] ?? 0) + (knot.weight[merged] ?? 0) > 1) return;
          // What is merged is on a cycle; here without other nodes on it.
          const leads = paths(now());
          if ([...between(leads, nodeCount, kept, merged), ...between(leads, nodeCount, merged, kept)].length > 2)
            return;
          mergeNodes(knot.graph, kept, merged);
          knot.weight[kept] = (knot.weight[kept] ?? 0) + (knot.weight[merged] ?? 0);
          noteMerge(knot, kept, [kept, merged]);
          names = names.filter((each) => each !== merged);
        };
        for (const [index, [a, b]] of edges.entries()) {
          if (index === moment % edges.length) mergeThem();
          const [source, target] = [knot.graph.parent[a] ?? a, knot.graph.parent[b] ?? b];
          // An edge that closes a cycle would be one for merging.
          if (paths(now())(target, source)) continue;
          addEdge(knot.graph, a, b);
          noteEdge(knot, source, target);
          added.push([a, b]);
          assertConnected(knot, now(), names);
        }
      }),
      { numRuns: runs(300, 30_000) },
    );
  });

  it('ties just what is on paths between two nodes, and leaves an order that all other edges follow', () => {
    fc.assert(
      fc.property(tangle, (given) => {
        const { plain, weight } = given;
        const leads = paths(plain);
        for (const from of new Array(plain.nodeCount).keys()) {
          for (const to of new Array(plain.nodeCount).keys()) {
            if (from === to || !leads(from, given.node) || !leads(given.node, to)) continue;
            const knot = start(given);
            for (const [a, b] of plain.edges) {
              addEdge(knot.graph, a, b);
              noteEdge(knot, a, b);
            }
            const expected = between(leads, plain.nodeCount, from, to);
            const tied = tie(knot, from, to);
            if (expected.filter((each) => weight[each] === 1).length > 1) assert.equal(tied, undefined);
            else assert.deepEqual([...(tied ?? []), knot.node].sort(), expected);
            const place = (each: number): number => (tied?.includes(each) === true ? knot.node : each);
            for (const [a, b] of plain.edges) {
              if (place(a) !== place(b)) assert.ok(knot.sequence.isBefore(place(a), place(b)));
            }
          }
        }
      }),
      { numRuns: runs(100, 10_000) },
    );
  });
});
