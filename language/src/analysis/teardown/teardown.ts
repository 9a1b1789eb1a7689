/**
 * The order in which doomed entities are destroyed, why, who is told before, and which declared
 * orders could not be kept: "Order" and "Notifications" in the language reference. What is doomed in
 * the first place is asked elsewhere; blocks `on destroy` are not run here.
 */
import { at } from '../../graph/digraph.ts';
import type { OrderedMembers } from '../../graph/member-layers.ts';
import { membersBefore, membersBehind } from '../../graph/member-layers.ts';
import { reducedPairs } from '../../graph/member-reduction.ts';
import { shortestPath } from '../../graph/shortest-path.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import type { RelationId } from '../../model/relation.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import type { LeftOut } from './left-out.ts';
import { leftOutOrders } from './left-out.ts';
import { orderEdges, orderFact } from './order-edges.ts';
import { settleOrder } from './settled-order.ts';
import type { Told } from './subscriptions.ts';
import { subscriptionsTold } from './subscriptions.ts';

/** One of two entities that are destroyed in this order. */
export type OrderedPair = readonly [first: EntityId, then: EntityId];

/** The answer; what is costly is computed when it is read. */
export interface Teardown {
  /** `layers[i]` may be destroyed together, after all before it; within a layer by declaration. */
  readonly layers: readonly (readonly EntityId[])[];
  /** The partial order in its smallest form, by declaration. For its cost see `reducedPairs`. */
  readonly before: readonly OrderedPair[];
  /** Declared orders that do not hold, in declaration order. */
  readonly leftOut: readonly LeftOut[];
  /** Calls of actions in their order, all before anything is destroyed. */
  readonly notifications: readonly Told[];
  /** Returns the fewest facts from which `first` goes before `then`, in that direction; none if it does not. */
  readonly because: (first: EntityId, then: EntityId) => readonly Fact[];
}

/** What a teardown depends on besides the model. */
export type TeardownPolicy = Pick<Policy, 'conflict' | 'layers' | 'throughSurvivors'>;

/** The state in which a teardown happens. */
export interface TeardownOptions {
  /** What exists before; what is doomed always does. Default: all that is not absent at the start. */
  readonly alive?: (entity: EntityId) => boolean;
  /** Relations that do not hold any more. Default: none. */
  readonly cut?: ReadonlySet<RelationId>;
}

/**
 * Returns how `doomed` is torn down; every doomed entity is in exactly one layer, whatever is declared.
 * Cost: O(V + E) without contradicting orders; for these see `leftOutEdges`. Survivors in between cost
 * nothing extra: layers are computed through them, and only `before` lists pairs.
 */
export function teardown(
  model: RelatedEntities,
  doomed: Iterable<EntityId>,
  policy: TeardownPolicy,
  options: TeardownOptions = {},
): Teardown {
  const edges = orderEdges(model);
  const alive = options.alive ?? ((id: EntityId) => model.entities[id]?.absent === false);
  const isDoomed = new Uint8Array(model.entities.length);
  for (const id of doomed) isDoomed[id] = 1;
  const exists = isDoomed.map((mark, id) => (mark === 1 || alive(id) ? 1 : 0));
  const order = settleOrder(edges, { doomed: isDoomed, exists, policy, cut: options.cut ?? new Set() });
  const layers = layersOf(order, policy.layers);
  let before: readonly OrderedPair[] | undefined;
  return {
    layers,
    get before() {
      return (before ??= reducedPairs(order));
    },
    leftOut: leftOutOrders(edges, order, policy.conflict),
    notifications: subscriptionsTold(edges.index, layers, exists),
    because: (first, then) => {
      const isAsked = first !== then && isDoomed[first] === 1 && isDoomed[then] === 1;
      const path = isAsked ? shortestPath(order.graph, first, then) : undefined;
      return path?.labels.flatMap((edge) => orderFact(edges, edge) ?? []) ?? [];
    },
  };
}

function layersOf(order: OrderedMembers, kind: Policy['layers']): EntityId[][] {
  const { members } = order;
  const distance = kind === 'earliest' ? membersBefore(order) : membersBehind(order);
  const layers: EntityId[][] = [];
  for (let node = 0; node < members.length; node++) {
    if (members[node] !== 1) continue;
    const layer = at(distance, node);
    while (layers.length <= layer) layers.push([]);
    layers[layer]?.push(node);
  }
  return kind === 'earliest' ? layers : layers.reverse();
}
