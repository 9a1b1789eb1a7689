/**
 * Finds the PDs that crash themselves with a PD or a node, without the cascade.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';

/**
 * Returns the PD itself, or for a node the living PDs on it, including nested ones, in declaration order. Cost: O(1)
 * for a PD, O(V) for a node.
 */
export function crashedPds(model: RelatedEntities, crashed: EntityId, aliveBefore: Uint8Array): EntityId[] {
  if (entityOf(model, crashed).kind === 'pd') return [crashed];
  const on = new Uint8Array(aliveBefore.length);
  on[crashed] = 1;
  // An entity comes before those nested in it, so one pass is enough.
  for (const { id, parent } of model.entities) {
    if (parent !== undefined && on[parent] === 1 && aliveBefore[id] === 1) on[id] = 1;
  }
  return model.entities.filter(({ id, kind }) => on[id] === 1 && kind === 'pd').map(({ id }) => id);
}
