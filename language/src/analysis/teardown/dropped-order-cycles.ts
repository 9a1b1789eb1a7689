/**
 * Describes the edges that a teardown gives up because orders contradict each other, each with a concrete cycle of
 * facts that it would close.
 */
import { at, byteAt } from '../../model/common/lookup.ts';
import { type Path, shortestPath } from '../../graph/shortest-path.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Severity } from '../../model/finding.ts';
import type { Policy } from '../../model/policy.ts';
import { type OrderEdges, orderEnds, orderFact, orderSides } from './order-edges.ts';
import type { SettledOrder } from './settled-order.ts';

/** A declared order that does not hold. */
export interface DroppedOrder {
  /** The entity that the edge puts first, and the one after it. */
  readonly first: EntityId;
  readonly then: EntityId;
  readonly side: 'ownership' | 'dependency';
  readonly fact: Fact;
  readonly severity: Severity;
  /**
   * The facts of a cycle of orders, beginning with the dropped one, each leading from the earlier to the later entity.
   * At least two doomed entities are on it. Computed when read, in O(V + E).
   */
  readonly cycle: readonly Fact[];
}

/** Returns the dropped orders, in declaration order. */
export function droppedOrders(edges: OrderEdges, order: SettledOrder, conflict: Policy['conflict']): DroppedOrder[] {
  return Array.from(order.dropped, (edge) => {
    const [first, then] = orderEnds(edges, edge);
    return {
      first,
      then,
      side: orderSides[byteAt(edges.side, edge)] === 'ownership' ? 'ownership' : 'dependency',
      fact: orderFact(edges, edge) ?? { text: '' },
      severity: conflict === 'error' ? 'error' : 'warning',
      get cycle() {
        return cycleEdges(edges, order, edge).flatMap((each) => orderFact(edges, each) ?? []);
      },
    };
  });
}

/** Returns the edges of a closed walk over two doomed entities that includes the dropped edge. */
function cycleEdges(edges: OrderEdges, order: SettledOrder, edge: number): number[] {
  const from = at(edges.then, edge);
  const to = at(edges.first, edge);
  const direct = shortestPath(order.graph, from, to);
  const met = membersOn(order, from, direct);
  if (direct === undefined || met.length > 1) return [edge, ...(direct?.labels ?? [])];
  // The shortest way passes at most one doomed entity: use one closed walk for each of two that are on one.
  let [first] = met.length === 1 ? [{ member: met[0], labels: direct.labels }] : [];
  for (let member = 0; member < order.members.length; member++) {
    if (order.members[member] !== 1 || member === first?.member) continue;
    const labels = pathOver(order, from, member, to);
    if (labels === undefined) continue;
    if (first !== undefined) return [edge, ...first.labels, edge, ...labels];
    first = { member, labels };
  }
  return [edge, ...direct.labels];
}

function pathOver({ graph }: SettledOrder, from: number, over: number, to: number): number[] | undefined {
  const there = shortestPath(graph, from, over);
  const back = there === undefined ? undefined : shortestPath(graph, over, to);
  return there === undefined || back === undefined ? undefined : [...there.labels, ...back.labels];
}

function membersOn({ members }: SettledOrder, from: number, path: Path | undefined): number[] {
  return [...new Set([from, ...(path?.nodes ?? [])])].filter((node) => members[node] === 1);
}
