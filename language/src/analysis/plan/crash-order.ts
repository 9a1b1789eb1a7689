/**
 * The order of a crash: providers first, step by step, as its cleanup found it. No one is notified before a crash, and
 * no order has to give way: the crashed PD is already dead. What the crash releases is torn down after it.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Cleanup } from '../crash/cleanup.ts';
import type { PlanOrder } from './plan-order.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { relationOf } from '../../model/model.ts';
import { required } from '../../model/common/lookup.ts';

/** Returns the order of a crash in the shape of any other plan's order. */
export function crashOrder(model: RelatedEntities, { order: layers, destroyed, released }: Cleanup): PlanOrder {
  const steps = layerIndexes(layers);
  const reasons = new Map(destroyed.map((each) => [each.entity, each]));
  const because = (entity: EntityId): readonly Fact[] => reasons.get(entity)?.because ?? [];
  return {
    layers,
    dropped: released?.dropped ?? [],
    notifications: released?.notifications ?? [],
    get before() {
      return [...pairsOfLayers(layers)];
    },
    get shown() {
      return destroyed.flatMap(({ entity, because: facts }) => {
        const step = required(steps.get(entity));
        const cause = facts.flatMap((fact) => subjectsOf(model, fact)).findLast((each) => isEarlier(steps, each, step));
        return cause === undefined ? [] : [[cause, entity] as const];
      });
    },
    because: (first, then) =>
      isEarlier(steps, first, steps.get(then) ?? -1) ? orderFacts(model, first, because(first), because(then)) : [],
  };
}

/** Returns the index of each entity's layer, from 0. */
export const layerIndexes = (layers: readonly (readonly EntityId[])[]): ReadonlyMap<EntityId, number> =>
  new Map(layers.flatMap((layer, step) => layer.map((id) => [id, step] as const)));

/** Yields the smallest form of the order in which every entity of a layer goes before every entity of the next. */
export function* pairsOfLayers<T>(layers: readonly (readonly T[])[]): Generator<readonly [first: T, then: T]> {
  for (const [step, layer] of layers.entries()) {
    for (const first of layer) for (const then of layers[step + 1] ?? []) yield [first, then];
  }
}

const isEarlier = (steps: ReadonlyMap<EntityId, number>, entity: EntityId, step: number): boolean =>
  (steps.get(entity) ?? Infinity) < step;

/**
 * Returns the facts of a pair; if the end of the later entity follows from that of the earlier one, its own facts are
 * enough.
 */
function orderFacts(
  model: RelatedEntities,
  first: EntityId,
  own: readonly Fact[],
  later: readonly Fact[],
): readonly Fact[] {
  if (later.some((fact) => subjectsOf(model, fact).includes(first))) return later;
  const known = new Set(later.map(keyOf));
  const shared = own.findIndex((fact) => !known.has(keyOf(fact)));
  const more = own.filter((fact) => !known.has(keyOf(fact)));
  return [...later.slice(0, shared), ...more, ...later.slice(shared)];
}

const keyOf = ({ text, relation }: Fact): string => `${String(relation ?? '')} ${text}`;

/** Returns the entities that a fact is about. */
function subjectsOf(model: RelatedEntities, { entity, relation }: Fact): readonly EntityId[] {
  if (relation === undefined) return entity === undefined ? [] : [entity];
  const { source, target } = relationOf(model, relation);
  return [source, target];
}
