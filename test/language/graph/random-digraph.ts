/** Random small graphs, and the naive answers with which the fast algorithms are compared. */
import fc from 'fast-check';
import { buildDigraph, type Digraph } from '../../../language/src/graph/digraph.ts';

/** A graph as a plain list of edges; an edge's label is its index. */
export interface PlainGraph {
  readonly nodeCount: number;
  readonly edges: readonly (readonly [number, number])[];
}

/** A graph of up to nine nodes and twenty edges. */
export const plainGraph: fc.Arbitrary<PlainGraph> = fc.integer({ min: 1, max: 9 }).chain((nodeCount) => {
  const node = fc.integer({ min: 0, max: nodeCount - 1 });
  return fc.record({ nodeCount: fc.constant(nodeCount), edges: fc.array(fc.tuple(node, node), { maxLength: 20 }) });
});

/** The same graph in typed arrays, each edge labelled with its index. */
export function compact({ nodeCount, edges }: PlainGraph): Digraph {
  return buildDigraph(
    nodeCount,
    Int32Array.from(edges, ([a]) => a),
    Int32Array.from(edges, ([, b]) => b),
  );
}

/** `table[a][b]`: the number of edges of the shortest walk of at least one edge from a to b. */
export function walkLengths({ nodeCount, edges }: PlainGraph): number[][] {
  const table = Array.from({ length: nodeCount }, () => new Array<number>(nodeCount).fill(Infinity));
  for (const [a, b] of edges) (table[a] ?? [])[b] = 1;
  for (let via = 0; via < nodeCount; via++) {
    for (const row of table) {
      for (let b = 0; b < nodeCount; b++) {
        row[b] = Math.min(row[b] ?? Infinity, (row[via] ?? Infinity) + (table[via]?.[b] ?? Infinity));
      }
    }
  }
  return table;
}
