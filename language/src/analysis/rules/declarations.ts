/**
 * Reports one finding per declaration: the thousand copies of `pod[1000]`, or what a class gives to a thousand instances,
 * are one fault in the text, not a thousand.
 * Groups the results of a rule by source location.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { entityOf, entitySpan, isInCopy, quotedName, relationSpan } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import type { RuleContext } from './rule.ts';
import { t } from '../../model/common/translation.ts';

/** The first copy found of one declaration, and the number of copies found. */
export interface DeclaredCopies<T> {
  readonly first: T;
  readonly count: number;
  readonly span: Span;
}

/** Returns the declarations of entities, in the order given. */
export function declaredEntities(context: RuleContext, ids: readonly EntityId[]): DeclaredCopies<EntityId>[] {
  return grouped(
    ids,
    (id) => entitySpan(context.sources, id),
    (id) => isShared(context, id),
  );
}

/** Returns the declarations of relations, in the order given. */
export function declaredRelations(context: RuleContext, relations: readonly Relation[]): DeclaredCopies<Relation>[] {
  return grouped(
    relations,
    ({ id }) => relationSpan(context.sources, id),
    ({ source, target }) => isShared(context, source) || isShared(context, target),
  );
}

/** Returns a name with the number of copies or instances it represents: `"pod[0]" and 4 other copies`. */
export function namedCopies(context: RuleContext, id: EntityId, count: number): string {
  const name = quotedEntityName(context, id);
  if (count === 1) return name;
  const [one, several] = isInCopy(context.model, id) ? [t`copy`, t`copies`] : [t`instance`, t`instances`];
  return t`${name} and ${count - 1} other ${count === 2 ? one : several}`;
}

/** Returns an entity's name in double quotes. */
export function quotedEntityName({ model }: RuleContext, id: EntityId): string {
  return quotedName(model, id);
}

/** Returns true if an entity shares its location with others: as a copy, or as a part of instances of a class. */
function isShared(context: RuleContext, id: EntityId): boolean {
  const { classes, parent } = entityOf(context.model, id);
  return isInCopy(context.model, id) || classes !== undefined || (parent !== undefined && isShared(context, parent));
}

function grouped<T>(
  items: readonly T[],
  spanOf: (item: T) => Span,
  hasCopies: (item: T) => boolean,
): DeclaredCopies<T>[] {
  const groups = new Map<unknown, { first: T; count: number; span: Span }>();
  for (const item of items) {
    const span = spanOf(item);
    // Copies and instances share one location; anything else is a declaration of its own, whatever its span.
    const key = hasCopies(item) ? `${span.uri} ${span.start.line}:${span.start.character}` : item;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { first: item, count: 1, span });
    else known.count += 1;
  }
  return [...groups.values()];
}
