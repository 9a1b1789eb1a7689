/** Ways that are known without a search, compared with all paths. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addEdge, mergeNodes, startGraph } from '../../../language/src/graph/feedback/growing-graph.ts';
import { createKnownWays } from '../../../language/src/graph/feedback/known-ways.ts';
import { runs } from '../../properties.ts';
import { type PlainGraph, plainGraph, walkLengths } from './random-digraph.ts';

/** A graph whose edges lead from lower to higher numbers. */
const ascending: fc.Arbitrary<PlainGraph> = plainGraph.map(({ nodeCount, edges }) => ({
  nodeCount,
  edges: edges.filter(([a, b]) => a < b),
}));

/** The nodes of a growing graph with these edges, and the ways known in it. */
function startWays({ nodeCount, edges }: PlainGraph, weight: Uint8Array) {
  const graph = startGraph(
    nodeCount,
    Int32Array.from(edges, ([a]) => a),
    Int32Array.from(edges, ([, b]) => b),
  );
  const ways = createKnownWays(nodeCount);
  const nodes = [...new Array(nodeCount).keys()];
  const standing = (): Int32Array => Int32Array.from(nodes.filter((node) => graph.parent[node] === node));
  return {
    graph,
    ways,
    renew: (): void => {
      ways.renew(standing(), graph, weight);
    },
    known: (): string[] =>
      nodes.flatMap((from) => nodes.filter((to) => ways.leads(from, to)).map((to) => `${from} ${to}`)),
  };
}

describe('known ways', () => {
  it('are just the paths over a hub that have another chosen node, ends included', () => {
    const marks = fc.array(fc.nat(1), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(ascending, marks, marks, (plain, chosen, wanted) => {
        const { nodeCount, edges } = plain;
        const weight = Uint8Array.from(chosen.slice(0, nodeCount));
        const hubs = [...weight.keys()].filter((node) => weight[node] === 1 && wanted[node] === 1);
        const { graph, ways, renew, known } = startWays(plain, weight);
        for (const [a, b] of edges) addEdge(graph, a, b);
        assert.deepEqual(known(), []);
        for (const hub of hubs) ways.suggest(hub);
        renew();
        const table = walkLengths(plain);
        const reaches = (a: number, b: number): boolean => a === b || (table[a]?.[b] ?? Infinity) < Infinity;
        const isKnown = (from: number, to: number): boolean =>
          hubs.some((hub) =>
            [...weight.keys()].some((other) => {
              const [first, then] = hub < other ? [hub, other] : [other, hub];
              const isOther = other !== hub && weight[other] === 1;
              return isOther && reaches(from, first) && reaches(first, then) && reaches(then, to);
            }),
          );
        const nodes = [...weight.keys()];
        assert.deepEqual(
          known(),
          nodes.flatMap((from) => nodes.filter((to) => isKnown(from, to)).map((to) => `${from} ${to}`)),
        );
      }),
      { numRuns: runs(300, 20_000) },
    );
  });

  it('lead on over a hub that was merged into another node, and over what was merged into a hub', () => {
    const chain: PlainGraph = { nodeCount: 5, edges: [[0, 1], [1, 2], [2, 3], [3, 4]] }; // prettier-ignore
    const weight = Uint8Array.of(1, 0, 1, 0, 0);
    const { graph, ways, renew, known } = startWays(chain, weight);
    for (const [a, b] of chain.edges) addEdge(graph, a, b);
    ways.suggest(2);
    mergeNodes(graph, 1, 2);
    ways.merge(1, 2);
    weight[1] = 1;
    renew();
    assert.deepEqual(known(), ['0 1', '0 3', '0 4']);
  });

  it('stay known while few other hubs have come, and are forgotten at last', () => {
    const chain: PlainGraph = { nodeCount: 3, edges: [[0, 1], [1, 2]] }; // prettier-ignore
    const { graph, ways, renew, known } = startWays(chain, Uint8Array.of(1, 1, 0));
    for (const [a, b] of chain.edges) addEdge(graph, a, b);
    ways.suggest(1);
    renew();
    renew();
    assert.deepEqual(known(), ['0 1', '0 2']);
    for (let round = 0; round < 10; round++) renew();
    assert.deepEqual(known(), []);
  });
});
