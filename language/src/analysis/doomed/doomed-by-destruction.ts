/**
 * Computes what an orderly end destroys: `destroy x` ends x, what it hosts or owns, what dies with it, and a PD's
 * managed spaces with their resources. A `crash` is answered by the cleanup.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { at, createEdgeList } from '../../graph/digraph.ts';
import { pathTo, reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Cleanup } from '../crash/cleanup.ts';
import type { DoomedSet, DoomOptions } from '../facts/doomed.ts';
import { existing, plainDoomedSet } from '../facts/doomed.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import type { RelatedEntities, RelationIndex } from '../facts/relation-index.ts';
import { entityOf, indexRelations } from '../facts/relation-index.ts';
import { sharedFates } from '../crash/spread.ts';

/** Returns what ends when `targets` are destroyed. Cost: O(V + E). */
export function doomedByDestruction(
  model: RelatedEntities,
  targets: readonly EntityId[],
  options: DoomOptions = {},
): DoomedSet {
  const found = reach(model.entities.length, {
    sources: targets.map((node) => ({ node, hops: 0 })),
    free: takesAlong(indexRelations(model)),
    blocked: existing(model, options).map((mark) => 1 - mark),
  });
  const because = (entity: EntityId): Fact[] => {
    if (at(found.distance, entity) < 0) return [];
    return pathTo(found, entity).map((node, position) => {
      if (position === 0) return { text: `"${entityOf(model, node).name}" is destroyed`, entity: node };
      const label = at(found.label, node);
      return label < 0 ? nestingFact(model, node) : relationFact(model, label);
    });
  };
  const entities = model.entities.map(({ id }) => id).filter((id) => at(found.distance, id) >= 0);
  return plainDoomedSet(entities, { because, hops: (entity) => at(found.hops, entity) });
}

/** Returns what a crash destroys, from its cleanup. */
export function doomedByCrash({ destroyed }: Cleanup): DoomedSet {
  const reasons = new Map(destroyed.map((each) => [each.entity, each]));
  const because = (entity: EntityId): readonly Fact[] => reasons.get(entity)?.because ?? [];
  return plainDoomedSet([...reasons.keys()], { because, hops: (entity) => because(entity).length - 1 });
}

/** Returns edges from each entity to those destroyed with it, labelled with their relation, or -1 for nesting. */
function takesAlong(index: RelationIndex): Digraph {
  const { entities } = index.model;
  const edges = createEdgeList(entities.length * 2);
  for (const { id, source, target } of index.all('owns')) edges.add(source, target, id);
  for (const { id, source, target } of index.all('manages')) edges.add(source, target, id);
  for (const { id, source, target } of sharedFates(index)) edges.add(target, source, id);
  for (const { id, kind, parent } of entities) {
    // An object in an object has an `owns` relation already.
    const isOwned = parent !== undefined && kind === 'object' && entityOf(index.model, parent).kind === 'object';
    if (parent !== undefined && !isOwned) edges.add(parent, id, -1);
  }
  return edges.toDigraph(entities.length);
}
