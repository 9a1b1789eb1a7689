/**
 * Whether a relation can stand between two entities, and what can be nested in what. A relation that
 * cannot stand takes no part in any analysis.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import type { Entity } from '../../model/entity.ts';
import { type RelationKind, relationEnds } from '../../model/relation.ts';

/** Returns whether a relation of that kind can stand between these two. */
export function canRelate(kind: RelationKind, source: Entity, target: Entity): boolean {
  const { from, to } = relationEnds[kind];
  if (kind === 'maps' && source.kind !== target.kind) return false;
  return from.includes(source.kind) && to.includes(target.kind);
}

/** What may be nested in each kind; where nothing is said, anything may. */
const nestable: Readonly<Partial<Record<EntityKind, readonly EntityKind[]>>> = {
  space: ['resource'],
  resource: [],
  object: ['object'],
  region: [],
};

/** Returns the kinds that may be nested in a kind; nothing where any may. */
export const nestableIn = (around: EntityKind): readonly EntityKind[] | undefined => nestable[around];
