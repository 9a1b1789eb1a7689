/**
 * Orders vertices such that those of one edge are near each other: the heuristic FORCE (Aloul, Markov, Sakallah 2003).
 * Each edge has its centre, each vertex moves to the mean of the centres of its edges, and so on.
 */
import { itemAt } from '../../model/common/lookup.ts';

/** The rounds; the span seldom falls further. */
const rounds = 100;
/** Edges of more vertices say too little of each: they only pull everything to the middle. */
const longest = 40;

/**
 * Returns the vertices `0 … count - 1` in an order of small total span of the edges; of equal spans the first that was
 * found, beginning with the order of the numbers. Cost: O(rounds × (size of the edges + V log V)).
 */
export function forceOrder(count: number, all: readonly (readonly number[])[]): number[] {
  const edges = all.filter(({ length }) => length > 1 && length <= longest);
  const edgesOf: number[][] = Array.from({ length: count }, () => []);
  for (const [edge, vertices] of edges.entries()) for (const vertex of vertices) edgesOf[vertex]?.push(edge);
  const place = Float64Array.from({ length: count }, (_, vertex) => vertex);
  const placeOf = (vertex: number): number => itemAt(place, vertex);
  const spanOf = (): number =>
    edges.reduce((sum, vertices) => {
      const places = vertices.map(placeOf);
      return sum + (places.length < 2 ? 0 : Math.max(...places) - Math.min(...places));
    }, 0);
  let order = Array.from(place.keys());
  let best = { order, span: spanOf() };
  for (let round = 0; round < rounds; round++) {
    const centres = edges.map((vertices) => vertices.reduce((sum, each) => sum + placeOf(each), 0) / vertices.length);
    const wanted = edgesOf.map((own, vertex) =>
      own.length === 0 ? placeOf(vertex) : own.reduce((sum, edge) => sum + itemAt(centres, edge), 0) / own.length,
    );
    order = order.toSorted((a, b) => itemAt(wanted, a) - itemAt(wanted, b) || a - b);
    for (const [index, vertex] of order.entries()) place[vertex] = index;
    const span = spanOf();
    if (span < best.span) best = { order, span };
  }
  return best.order;
}
