/**
 * Defines what ends with an entity: what it hosts, owns or manages, and what `dies with` or `stops with` it.
 */
import { createEdgeList, type Digraph } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import { reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { Relation } from '../../model/relation.ts';
import { indexRelations, type RelatedEntities, type RelationIndex } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';
import { sharedFates } from '../facts/spread.ts';

/**
 * Returns edges from each entity to what it hosts, owns or manages, labelled with their relation, or -1 for nesting. It
 * never ends before these.
 */
export const inner = oncePer((index: RelationIndex): Digraph => edgesOf(index, []));

/** Returns edges from each entity to all that ends with it when it is destroyed in an orderly way. */
export const takesAlong = oncePer((index: RelationIndex): Digraph =>
  edgesOf(index, [...sharedFates(index), ...sharedFates(index, 'stops with')]),
);

/**
 * Returns what ends with any of `ended` because it dies or stops with it, and what this takes along, but for `ended`
 * itself. Cost: O(V + E).
 */
export function fatesOf(model: RelatedEntities, ended: readonly EntityId[], exists: Uint8Array): EntityId[] {
  const isEnded = new Set(ended);
  return takenBy(model, ended, exists).filter((id) => !isEnded.has(id));
}

/** Returns the same with those of `ended` that others of them take along. Cost: O(V + E). */
export function takenBy(model: RelatedEntities, ended: readonly EntityId[], exists: Uint8Array): EntityId[] {
  const index = indexRelations(model);
  const isEnded = new Set(ended);
  const first = [...sharedFates(index), ...sharedFates(index, 'stops with')].filter(({ target }) =>
    isEnded.has(target),
  );
  if (first.length === 0) return [];
  const { distance } = reach(model.entities.length, {
    sources: first.map(({ source }) => ({ node: source, hops: 0 })),
    free: takesAlong(index),
    blocked: exists.map((mark) => 1 - mark),
  });
  return model.entities.map(({ id }) => id).filter((id) => at(distance, id) >= 0);
}

function edgesOf(index: RelationIndex, fates: readonly Relation[]): Digraph {
  const { entities } = index.model;
  const edges = createEdgeList(entities.length * 2);
  for (const { id, source, target } of index.all('owns')) edges.add(source, target, id);
  for (const { id, source, target } of index.all('manages')) edges.add(source, target, id);
  for (const { id, source, target } of fates) edges.add(target, source, id);
  for (const { id, kind, parent } of entities) {
    // An object in an object has an `owns` relation already.
    const isOwned = parent !== undefined && kind === 'object' && entityOf(index.model, parent).kind === 'object';
    if (parent !== undefined && !isOwned) edges.add(parent, id, -1);
  }
  return edges.toDigraph(entities.length);
}
