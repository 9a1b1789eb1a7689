/**
 * Offers classes: those that fit an entity or class, and what an entity has by its classes.
 */
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { bodiesOf, type Body, classesOf, kindOf } from '../../../language/src/dsl/types/bodies.ts';
import { nestedIn } from '../../../language/src/dsl/types/symbols.ts';

/** Returns true if an entity can be an instance of a class, or a class extend it. */
export function isFitting(offered: ast.Class, body: Body): boolean {
  if (classesOf(offered).includes(body as ast.Class)) return false;
  const [kind, own] = [kindOf(offered), ast.isEntity(body) ? body.kind : body.for];
  return kind === undefined || own === undefined || kind === own;
}

/** Returns the entities nested in an entity and its classes. */
export const nestedWithClasses = (entity: ast.Entity): readonly ast.Entity[] =>
  entity.members.length === 0 && entity.class === undefined
    ? []
    : bodiesOf(entity).flatMap((body) => [...nestedIn(body).values()]);

/** Returns true if something of these kinds is nested in an entity, at any depth. */
export function leadsTo(entity: ast.Entity, kinds: readonly EntityKind[]): boolean {
  const inside = new Set(nestedWithClasses(entity));
  // The set grows while it is gone through; a class in itself ends it.
  for (const each of inside) for (const nested of nestedWithClasses(each)) inside.add(nested);
  return [...inside].some(({ kind }) => kinds.includes(kind));
}
