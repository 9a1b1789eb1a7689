/**
 * Finds the PDs that a PD has to trust (its trusted computing base, TCB) and those that it can harm (its impact
 * boundary, IB). P25 section 4 defines both by shared resources and control.
 */
import { at } from '../../model/common/lookup.ts';
import { reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';
import { closures, type MetricOptions, resourcesIn } from './closure.ts';

/** The set of existing entities. */
type TrustOptions = Pick<MetricOptions, 'alive'>;

/** Returns the other PDs whose closure shares a resource with that of a PD, in declaration order. Cost: O(V + E). */
export function sharingPds(model: RelatedEntities, pd: EntityId, options: TrustOptions = {}): EntityId[] {
  const index = indexRelations(model);
  const own = resourcesIn(model, closures(model, options)(pd));
  // A PD that reaches one of these holds something from which maps lead there.
  const isAlive = options.alive ?? ((id: EntityId) => !entityOf(model, id).absent);
  const blocked = Uint8Array.from(model.entities, ({ id }) => (isAlive(id) ? 0 : 1));
  const { distance } = reach(model.entities.length, {
    sources: own.map((node) => ({ node, hops: 0 })),
    free: index.to('maps'),
    blocked,
  });
  const holdsAny = heldNodes(model, options);
  return model.entities
    .filter(({ id, kind }) => kind === 'pd' && id !== pd && isAlive(id))
    .map(({ id }) => id)
    .filter((id) => holdsAny(id).some((node) => at(distance, node) >= 0));
}

/** Returns the living PDs that hold a PD and so may end it: one hold backwards. */
export function canControl(model: RelatedEntities, pd: EntityId, options: TrustOptions = {}): EntityId[] {
  return controlPairs(model, options).flatMap(({ source, target }) => (target === pd ? [source] : []));
}

/** Returns the living PDs that a PD holds and so may end: one hold forwards. */
export function controlledBy(model: RelatedEntities, pd: EntityId, options: TrustOptions = {}): EntityId[] {
  return controlPairs(model, options).flatMap(({ source, target }) => (source === pd ? [target] : []));
}

/**
 * Returns the TCB of P25: the PDs that share resources with a PD or may end it, in declaration order. Cost: O(V + E).
 */
export function trustedBase(model: RelatedEntities, pd: EntityId, options: TrustOptions = {}): EntityId[] {
  return union(sharingPds(model, pd, options), canControl(model, pd, options), pd);
}

/**
 * Returns the IB of P25: the PDs that share resources with a PD or that it may end, in declaration order. Cost: O(V +
 * E).
 */
export function impactBoundary(model: RelatedEntities, pd: EntityId, options: TrustOptions = {}): EntityId[] {
  return union(sharingPds(model, pd, options), controlledBy(model, pd, options), pd);
}

function heldNodes(model: RelatedEntities, options: TrustOptions): (pd: EntityId) => readonly EntityId[] {
  const held = closures(model, { ...options, follow: 'direct' });
  return (pd) => held(pd).nodes;
}

function controlPairs(
  model: RelatedEntities,
  options: TrustOptions,
): { readonly source: EntityId; readonly target: EntityId }[] {
  const isAlive = options.alive ?? ((id: EntityId) => !entityOf(model, id).absent);
  return indexRelations(model)
    .all('holds')
    .filter(({ source, target }) => entityOf(model, target).kind === 'pd' && isAlive(source) && isAlive(target));
}

function union(a: readonly EntityId[], b: readonly EntityId[], except: EntityId): EntityId[] {
  return [...new Set([...a, ...b])].filter((id) => id !== except).sort((x, y) => x - y);
}
