/**
 * Whether a relation can stand between two entities. What cannot takes no part in any analysis.
 */
import type { Entity } from '../model/entity.ts';
import { type RelationKind, relationEnds } from '../model/relation.ts';

/** Returns whether a relation of that kind can stand between these two. */
export function canRelate(kind: RelationKind, source: Entity, target: Entity): boolean {
  const { from, to } = relationEnds[kind];
  if (kind === 'maps' && source.kind !== target.kind) return false;
  return from.includes(source.kind) && to.includes(target.kind);
}
