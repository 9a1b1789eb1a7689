/**
 * Reads what entities say of their own end in their settings: the mode of a deletion, finalizers, namespaces, and
 * `protection: named`.
 */
import { constantOf } from '../../model/machines/constant-of.ts';
import type { DeletionMode } from '../../model/policy.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { entityOf } from '../../model/model.ts';
import { printExpression } from '../../model/machines/print-expression.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import type { EndMode } from './deletion-state.ts';
import { holdsUp, ownDeletionMode } from './deletion-words.ts';

type Entities = Pick<RelatedEntities, 'entities'>;

/** Returns the deletion mode that an object asks for itself. */
export const ownModeIn = (model: RelatedEntities, entity: EntityId): DeletionMode | undefined =>
  ownDeletionMode(wordIn(model, entity, 'deletion'), finalizersOf(model, entity));

/** Returns how an entity ends that is ending at the start; undefined for an object that does not say so. */
export const ownEndIn = (model: RelatedEntities, entity: EntityId): EndMode | undefined =>
  entityOf(model, entity).kind === 'object' ? ownModeIn(model, entity) : 'destroy';

/** Returns true if a finalizer keeps an entity from ending. */
export const hasHolding = (model: RelatedEntities, entity: EntityId): boolean =>
  finalizersOf(model, entity).some(holdsUp);

/** Returns the finalizers of an entity, in their order. */
export const finalizersOf = (model: RelatedEntities, entity: EntityId): string[] =>
  wordsIn(model, entity, 'finalizers');

/**
 * Returns the words of a setting that is a list, or its one word; what only a run knows is one word, as it is written.
 */
export function wordsIn(model: Entities, entity: EntityId, name: string): string[] {
  const value = settingOf(model, entity, name);
  if (value === undefined) return [];
  const known = constantOf(value, model, entity);
  const items = known?.kind === 'list' ? known.items : known?.kind === 'none' ? [] : [known];
  const words = items.map((item) => wordOf(model, item));
  return words.every((word) => word !== undefined) ? words : [printExpression(value, (id) => entityOf(model, id).name)];
}

/** Returns true if both name a namespace and these differ, so that the one does not count as owner of the other. */
export function areApart(model: RelatedEntities, owner: EntityId, owned: EntityId): boolean {
  const [first, second] = [namespaceOf(model, owner), namespaceOf(model, owned)];
  return first !== undefined && second !== undefined && first !== second;
}

/** Returns true if the setting `protection` of an entity is `named`. */
export const isNamedOnly = (model: RelatedEntities, entity: EntityId): boolean =>
  wordIn(model, entity, 'protection') === 'named';

/** Returns the namespace that an object names in its settings. */
export const namespaceOf = (model: RelatedEntities, entity: EntityId): string | undefined =>
  wordIn(model, entity, 'namespace');

/** Returns the word that a setting is; undefined for one that only a run knows. */
function wordIn(model: RelatedEntities, entity: EntityId, name: string): string | undefined {
  const value = settingOf(model, entity, name);
  return value === undefined ? undefined : wordOf(model, constantOf(value, model, entity));
}

function settingOf(model: Entities, entity: EntityId, name: string): Expression | undefined {
  return entityOf(model, entity).settings.find((setting) => setting.name === name)?.value;
}

function wordOf(model: Entities, value: ReturnType<typeof constantOf>): string | undefined {
  if (value?.kind === 'symbol' || value?.kind === 'text') return value.value;
  return value?.kind === 'entity' ? entityOf(model, value.entity).name : undefined;
}
