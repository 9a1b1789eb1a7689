/**
 * Computes the order in which doomed entities are destroyed, why, who is notified first, and which declared orders
 * could not be kept: "Order" and "Notifications" in the language reference. The doomed set is an input; `on destroy`
 * blocks do not run here.
 */
import { at } from '../../model/common/lookup.ts';
import { membersAfter, membersBefore, type OrderedMembers } from '../../graph/member-layers.ts';
import { reducedPairs } from '../../graph/member-reduction.ts';
import { shortestPath } from '../../graph/shortest-path.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import type { RelationId } from '../../model/relation.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { type DroppedOrder, droppedOrders } from './dropped-order-cycles.ts';
import { orderEdges, orderFact } from './order-edges.ts';
import { settleOrder } from './settled-order.ts';
import { type AnnouncedCall, announcedCalls } from './subscriptions.ts';

/** Two entities in their order of destruction. */
export type OrderedPair = readonly [first: EntityId, then: EntityId];

/** The teardown; costly parts are computed when read. */
export interface Teardown {
  /**
   * The entities of `layers[i]` may be destroyed together, after all earlier ones; within a layer in declaration order.
   */
  readonly layers: readonly (readonly EntityId[])[];
  /** The partial order in its smallest form, in declaration order. For its cost see `reducedPairs`. */
  readonly before: readonly OrderedPair[];
  /** Declared orders that do not hold, in declaration order. */
  readonly dropped: readonly DroppedOrder[];
  /** Calls of actions in order, all before anything is destroyed. */
  readonly notifications: readonly AnnouncedCall[];
  /** Returns the fewest facts by which `first` goes before `then`, in that direction; empty if it does not. */
  readonly because: (first: EntityId, then: EntityId) => readonly Fact[];
}

/** The settings of a policy that affect a teardown. */
export type TeardownPolicy = Pick<Policy, 'conflict' | 'layers' | 'throughSurvivors'>;

/** The state in which a teardown happens. */
export interface TeardownOptions {
  /** Returns true if an entity exists before; doomed ones always do. Default: all that are not absent at the start. */
  readonly alive?: (entity: EntityId) => boolean;
  /** Relations that no longer hold. Default: none. */
  readonly cut?: ReadonlySet<RelationId>;
}

/**
 * Returns how `doomed` is torn down; every doomed entity is in exactly one layer, whatever is declared. Cost: O(V + E)
 * without contradicting orders; for these see `feedbackEdges`. Survivors in between cost nothing extra: layers are
 * computed through them, and only `before` lists pairs.
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
  const exists = isDoomed.slice();
  for (let id = 0; id < exists.length; id++) if (exists[id] === 0 && alive(id)) exists[id] = 1;
  const order = settleOrder(edges, { doomed: isDoomed, exists, policy, cut: options.cut ?? new Set() });
  const layers = layersOf(order, policy.layers);
  let before: readonly OrderedPair[] | undefined;
  let notifications: readonly AnnouncedCall[] | undefined;
  return {
    layers,
    get before() {
      return (before ??= reducedPairs(order));
    },
    dropped: droppedOrders(edges, order, policy.conflict),
    get notifications() {
      return (notifications ??= announcedCalls(edges.index, layers, exists));
    },
    because: (first, then) => {
      const isAsked = first !== then && isDoomed[first] === 1 && isDoomed[then] === 1;
      const path = isAsked ? shortestPath(order.graph, first, then) : undefined;
      return path?.labels.flatMap((edge) => orderFact(edges, edge) ?? []) ?? [];
    },
  };
}

function layersOf(order: OrderedMembers, kind: Policy['layers']): EntityId[][] {
  const { members } = order;
  const distance = kind === 'earliest' ? membersBefore(order) : membersAfter(order);
  const layers: EntityId[][] = [];
  for (let node = 0; node < members.length; node++) {
    if (members[node] !== 1) continue;
    const layer = at(distance, node);
    while (layers.length <= layer) layers.push([]);
    layers[layer]?.push(node);
  }
  return kind === 'earliest' ? layers : layers.reverse();
}
