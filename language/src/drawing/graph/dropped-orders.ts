/**
 * Assigns the orders of a plan that give way to edges and nodes of the picture; an order that follows from nesting has
 * no edge.
 */
import type { GraphEdge } from '../../view/graph-edge.ts';
import type { GraphView } from '../../view/graph.ts';
import type { OrderMark, PlanOverlay } from '../../view/report/plan-overlay.ts';
import { representedNames } from './node-status.ts';
import { append } from '../../model/common/append.ts';

/** An order that gives way, with its index in the plan. */
export interface PlacedOrder {
  readonly index: number;
  readonly order: OrderMark;
}

/** The orders that give way, by edge and node. */
export interface DroppedOrders {
  /** By the id of the edge that declares them. */
  readonly edges: ReadonlyMap<string, readonly PlacedOrder[]>;
  /** By the id of the node at either end. */
  readonly nodes: ReadonlyMap<string, readonly PlacedOrder[]>;
}

/** Returns the orders of a plan that give way, by edges and nodes of a graph. */
export function droppedOrdersOf(graph: GraphView, plan: PlanOverlay): DroppedOrders {
  const nodeByName = new Map(
    graph.nodes.flatMap((node) => representedNames(node).map((name) => [name, node.id] as const)),
  );
  const edgesByEnds = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges) append(edgesByEnds, keyOf(edge), edge);
  const edges = new Map<string, PlacedOrder[]>();
  const nodes = new Map<string, PlacedOrder[]>();
  for (const [index, order] of plan.dropped.entries()) {
    const { relation, first, then } = order;
    const [source, target] = [nodeByName.get(relation?.source ?? ''), nodeByName.get(relation?.target ?? '')];
    if (relation !== undefined && source !== undefined && target !== undefined) {
      for (const { id } of edgesByEnds.get(keyOf({ kind: relation.kind, source, target })) ?? [])
        append(edges, id, { index, order });
    }
    const ends = new Set([first, then].flatMap((name) => nodeByName.get(name) ?? []));
    for (const id of ends) append(nodes, id, { index, order });
  }
  return { edges, nodes };
}

const keyOf = ({ kind, source, target }: Pick<GraphEdge, 'kind' | 'source' | 'target'>): string =>
  JSON.stringify([kind, source, target]);
