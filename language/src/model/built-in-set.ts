/**
 * The sets of all entities of one kind (`pds`), or of one class, in expressions of kind `all`.
 */
import type { Entity } from './entity.ts';

const prefix = 'instances of ';

/** Returns the name of the set of a class's instances, which no set in a text has. */
export const instanceSetName = (className: string): string => `${prefix}${className}`;

/** Returns the class whose instances a set is; undefined if it is another set. */
export const classOfSet = (of: string): string | undefined =>
  of.startsWith(prefix) ? of.slice(prefix.length) : undefined;

/** Returns the entities of a set, in the order of the model. */
export function entitiesOfSet(entities: readonly Entity[], of: string): readonly Entity[] {
  if (of === 'entities') return entities;
  const named = classOfSet(of);
  return entities.filter(({ kind, classes }) =>
    named === undefined ? of === `${kind}s` : classes?.includes(named) === true,
  );
}
