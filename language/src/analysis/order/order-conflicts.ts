/**
 * Finds the orders that a teardown of everything would drop because relations of different kinds contradict each
 * other, each with a cycle and with the smallest sets of relations whose removal lets it hold. Cycles of one kind of
 * relation, such as objects that own each other, are found by `cuts.ts`.
 */
import type { Components } from '../../graph/components.ts';
import { at, byteAt } from '../../model/common/lookup.ts';
import type { Fact } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import type { RelationId } from '../../model/relation.ts';
import { cycleSearch, type CycleSearch } from './order-cycles.ts';
import { type CutLimits, type OrderCuts, orderCuts } from './order-cuts.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import type { DroppedOrder } from '../teardown/dropped-order-cycles.ts';
import {
  orderComponents,
  type OrderEdges,
  orderEdges,
  orderEnds,
  orderFact,
  type OrderSide,
  orderSides,
} from '../teardown/order-edges.ts';
import { settleOrder } from '../teardown/settled-order.ts';

/** An order that gives way to relations of other kinds. */
export interface OrderConflict extends DroppedOrder {
  /**
   * True if its cycle consists of `destroyed after`, ownership, nesting and management, with at least one `destroyed
   * after`.
   */
  readonly isAgainstOwnership: boolean;
  /** True if its cycle has orders of both sides, so that the setting `conflict` decides. */
  readonly isDecided: boolean;
  /** Returns the sets of relations whose removal lets the order hold. */
  readonly cuts: (limits: CutLimits) => OrderCuts;
}

/** The examined conflicts, and the number of other dropped orders. */
export interface OrderConflicts {
  /** In declaration order. */
  readonly conflicts: readonly OrderConflict[];
  /** The number of orders dropped in components too large for the work budget. */
  readonly unseen: number;
}

/** The number of edges to visit when searching for cycles. */
const cycleBudget = 10_000_000;

/**
 * Returns the conflicts of a model if all of it were torn down under a policy. Cost: O(V + E) without contradicting
 * orders; otherwise that of settling them, plus at most the budget for the cycles.
 */
export function orderConflicts(model: RelatedEntities, { conflict }: Pick<Policy, 'conflict'>): OrderConflicts {
  const edges = orderEdges(model);
  const components = orderComponents(edges);
  if (components.count === edges.nodeCount) return { conflicts: [], unseen: 0 };
  const isMixed = mixedComponents(edges, components);
  const doomed = Uint8Array.from(model.entities, (_, id) => byteAt(isMixed, at(components.of, id)));
  const policy = { conflict, throughSurvivors: false };
  const exists = new Uint8Array(model.entities.length).fill(1);
  const { dropped } = settleOrder(edges, { doomed, exists, policy, cut: new Set<RelationId>() });
  const search = cycleSearch(edges, components, dropped, cycleBudget);
  const conflicts: OrderConflict[] = [];
  let unseen = 0;
  for (const edge of dropped) {
    const cycle = search.cycleOf(edge);
    if (cycle === 'not searched') unseen += 1;
    else if (cycle !== undefined) conflicts.push(orderConflict(edges, cycle, conflict, search));
  }
  return { conflicts, unseen };
}

/**
 * Marks with 1 the components whose own edges follow from relations of several kinds; no other component has a cycle of
 * several.
 */
function mixedComponents(edges: OrderEdges, { of, count }: Components): Uint8Array {
  const kinds: string[] = [];
  const firstKind = new Int32Array(count).fill(-1);
  const isMixed = new Uint8Array(count);
  for (let edge = 0; edge < edges.first.length; edge++) {
    const component = at(of, at(edges.first, edge));
    if (component !== at(of, at(edges.then, edge))) continue;
    const name = kindOf(edges, edge) ?? 'nesting';
    const known = kinds.indexOf(name);
    const kind = known < 0 ? kinds.push(name) - 1 : known;
    if (at(firstKind, component) < 0) firstKind[component] = kind;
    else if (at(firstKind, component) !== kind) isMixed[component] = 1;
  }
  return isMixed;
}

function orderConflict(
  edges: OrderEdges,
  cycle: readonly number[],
  conflict: Policy['conflict'],
  search: CycleSearch,
): OrderConflict {
  const [edge = -1] = cycle;
  const [first, then] = orderEnds(edges, edge);
  const sideOf = (each: number): OrderSide | undefined => orderSides[byteAt(edges.side, each)];
  const isDependency = (each: number): boolean => sideOf(each) === 'dependency';
  const isAfter = (each: number): boolean => kindOf(edges, each) === 'destroyed after';
  const isWait = (each: number): boolean => kindOf(edges, each) === 'waits for';
  return {
    first,
    then,
    side: isDependency(edge) ? 'dependency' : 'ownership',
    fact: orderFact(edges, edge) ?? { text: '' },
    severity: conflict === 'error' ? 'error' : 'warning',
    get cycle(): readonly Fact[] {
      return cycle.flatMap((each) => orderFact(edges, each) ?? []);
    },
    isAgainstOwnership:
      cycle.some(isAfter) && cycle.every((each) => isAfter(each) || (!isDependency(each) && !isWait(each))),
    // Waits never give way, whatever the policy says.
    isDecided: cycle.some(isDependency) && cycle.some((each) => sideOf(each) === 'ownership'),
    cuts: (limits) => orderCuts(edges, search.componentOf(edge), edge, limits),
  };
}

/**
 * Returns the kind of the relation that an edge follows from; undefined for nesting and for edges implied by a service.
 */
function kindOf({ index, relation }: OrderEdges, edge: number): string | undefined {
  return index.model.relations[at(relation, edge)]?.kind;
}
