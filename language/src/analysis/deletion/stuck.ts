/**
 * Finds the entities that are to end and cannot, because something that they wait for does not end either.
 */
import { stronglyConnected } from '../../graph/components.ts';
import { buildDigraph, reversed } from '../../graph/digraph.ts';
import { at, itemAt } from '../../model/common/lookup.ts';
import { reach } from '../../graph/reach.ts';

/** The waits: edge i leads from the one that waits to the one that it waits for. */
export interface Waits {
  readonly nodeCount: number;
  readonly waiting: readonly number[];
  readonly awaited: readonly number[];
  /** True for an edge that keeps both from ever ending if it is on a cycle. */
  readonly isStrict: readonly boolean[];
  /** The entities that are held up anyway. */
  readonly held: readonly number[];
}

/**
 * Marks with 1 what is held up, what is on a cycle with a strict edge, and what waits for any of these. Cost: O(V + E).
 */
export function stuck({ nodeCount, waiting, awaited, isStrict, held }: Waits): Uint8Array {
  const graph = buildDigraph(nodeCount, Int32Array.from(waiting), Int32Array.from(awaited));
  const { of } = stronglyConnected(graph);
  const onCycle = waiting.filter(
    (node, edge) => isStrict[edge] === true && at(of, node) === at(of, itemAt(awaited, edge)),
  );
  const { distance } = reach(nodeCount, {
    sources: [...held, ...onCycle].map((node) => ({ node, hops: 0 })),
    free: reversed(graph),
  });
  return Uint8Array.from(distance, (steps) => (steps >= 0 ? 1 : 0));
}
