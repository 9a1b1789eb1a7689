/**
 * Finds what crashes itself in an event, without the cascade.
 */
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';

/**
 * Returns the PDs and nodes of an event, each once: those that are named, in their order, then the living PDs and nodes
 * on a named node, in declaration order. Cost: O(1) for PDs, O(V) with a node.
 */
export function crashedWith(
  model: Pick<RelatedEntities, 'entities'>,
  named: readonly EntityId[],
  aliveBefore: Uint8Array,
): EntityId[] {
  const nodes = named.filter((id) => model.entities[id]?.kind === 'node');
  if (nodes.length === 0) return [...new Set(named)];
  const on = new Uint8Array(aliveBefore.length);
  for (const node of nodes) on[node] = 1;
  // An entity comes before those nested in it, so one pass is enough.
  for (const { id, parent } of model.entities) {
    if (parent !== undefined && on[parent] === 1 && aliveBefore[id] === 1) on[id] = 1;
  }
  const located = model.entities.filter(({ id, kind }) => on[id] === 1 && canCrash(kind)).map(({ id }) => id);
  return [...new Set([...named, ...located])];
}
