/**
 * Finds the relations that are on a cycle the cycle doctor handles: of one kind, or of orders of several kinds.
 */
import { type Components, stronglyConnected } from '../../graph/components.ts';
import type { Digraph } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import type { RelationId } from '../../model/relation.ts';
import { cycleGraph, cycleKinds } from '../points/cycle-graphs.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { orderComponents, orderEdges, orderGraph } from '../teardown/order-edges.ts';

/** Returns the relations on cycles. Cost: O(V + E). */
export function circularRelations(model: RelatedEntities): ReadonlySet<RelationId> {
  const index = indexRelations(model);
  const circular = new Set<RelationId>();
  for (const kind of cycleKinds) {
    const graph = cycleGraph(index, kind);
    markInner(graph, stronglyConnected(graph), (label) => label, circular);
  }
  const edges = orderEdges(model);
  markInner(orderGraph(edges), orderComponents(edges), (edge) => at(edges.relation, edge), circular);
  return circular;
}

/** Adds the relations of all edges whose ends reach each other. */
function markInner(
  graph: Digraph,
  { of }: Components,
  relationOf: (label: number) => RelationId,
  circular: Set<RelationId>,
): void {
  for (let node = 0; node < graph.nodeCount; node++) {
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      if (at(of, node) !== at(of, at(graph.targets, edge))) continue;
      const id = relationOf(at(graph.labels, edge));
      if (id >= 0) circular.add(id);
    }
  }
}
