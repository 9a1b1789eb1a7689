/**
 * Finds what to remove so that one order of destruction holds: the smallest sets of relations that are on all cycles
 * through it. The order itself is one of them.
 */
import { at } from '../../model/common/lookup.ts';
import { smallestHittingSets } from '../../graph/feedback/hitting-sets.ts';
import { subgraph } from '../../graph/feedback/inner-edges.ts';
import { shortestPath } from '../../graph/shortest-path.ts';
import type { RelationId } from '../../model/relation.ts';
import type { OrderComponent } from './order-cycles.ts';
import { relationOf } from '../../model/model.ts';
import type { OrderEdges } from '../teardown/order-edges.ts';

/** The relations that may be cut, and the number of cuts wanted. */
export interface CutLimits {
  /**
   * Relations that are never offered. Nesting and management are never offered: there is no text to remove, or no other
   * manager.
   */
  readonly locked?: ReadonlySet<RelationId>;
  /** The number of cuts. Default: 5. */
  readonly alternatives?: number;
  /**
   * The number of edges that may be visited in components of more than 12 relations; the search subtracts what it used.
   */
  readonly work?: { left: number };
}

/** Sets of relations, each of which is sufficient. */
export interface OrderCuts {
  /** Minimal, in declaration order; the fewest relations first, then in declaration order. */
  readonly cuts: readonly (readonly RelationId[])[];
  /** True if these are the first of all minimal cuts; always true up to 12 relations. */
  readonly isExact: boolean;
}

/** Components with at most this many relations are solved exactly, whatever the budget. */
const alwaysExact = 12;

/** Returns the cuts for an edge of a component. */
export function orderCuts(
  edges: OrderEdges,
  { inner, relationCount, numberOf }: OrderComponent,
  edge: number,
  { locked, alternatives = 5, work = { left: 10_000_000 } }: CutLimits,
): OrderCuts {
  const maxSize = relationCount();
  const isSmall = maxSize <= alwaysExact;
  const [from, to] = [numberOf(at(edges.then, edge)), numberOf(at(edges.first, edge))];
  const own = at(edges.relation, edge);
  const found = smallestHittingSets({
    unhit: (chosen) => {
      if (chosen.includes(own)) return undefined;
      work.left -= isSmall ? 0 : inner.labels.length;
      const graph = subgraph(inner, (each) => each !== edge && !chosen.includes(at(edges.relation, each)));
      const path = shortestPath(graph, from, to);
      if (path === undefined) return undefined;
      const onCycle = [own, ...path.labels.map((each) => at(edges.relation, each))];
      return [...new Set(onCycle.filter((id) => canCut(edges, id, locked)))].sort((a, b) => a - b);
    },
    maxSize,
    maxCount: alternatives,
    isSpent: () => !isSmall && work.left < 0,
  });
  const isExact = found.isComplete || found.sets.length >= alternatives;
  if (found.sets.length > 0 || !canCut(edges, own, locked)) return { cuts: found.sets, isExact };
  return { cuts: [[own]], isExact: false };
}

function canCut({ index: { model } }: OrderEdges, id: RelationId, locked: CutLimits['locked']): boolean {
  if (id < 0 || locked?.has(id) === true) return false;
  const { nested, kind } = relationOf(model, id);
  return !nested && kind !== 'manages';
}
