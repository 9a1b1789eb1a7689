/**
 * Decides which relations are legal between two entities, and what can be nested in what. All analyses ignore illegal
 * relations.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import type { Entity } from '../../model/entity.ts';
import { type RelationKind, relationEnds } from '../../model/relation.ts';

/** Returns true if a relation of that kind is legal between these two. */
export function canRelate(kind: RelationKind, source: Entity, target: Entity): boolean {
  const { from, to } = relationEnds[kind];
  if (kind === 'maps' && source.kind !== target.kind) return false;
  return from.includes(source.kind) && to.includes(target.kind);
}

/** The kinds that may be nested in each kind; any kind if there is no row. */
const nestable: Readonly<Partial<Record<EntityKind, readonly EntityKind[]>>> = {
  space: ['resource'],
  resource: [],
  object: ['object'],
  region: [],
};

/** Returns the kinds that may be nested in a kind; undefined if any may. */
export const nestableIn = (around: EntityKind): readonly EntityKind[] | undefined => nestable[around];
