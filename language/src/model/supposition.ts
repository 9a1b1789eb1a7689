/**
 * Suppositions: changes of a model for one question, without changing its text.
 */
import { t } from './common/translation.ts';
import type { EntityId } from './entity-kind.ts';
import { itemAt } from './common/lookup.ts';
import type { Model, Sources } from './model.ts';
import type { RelationId } from './relation.ts';

/** The name of the file that states what is supposed; none that a user would have. */
export const supposedName = '<supposed>';

/** The changes that are supposed, as the user writes them. */
export interface Supposition {
  /** Declarations as at the level of a file: `a holds c`, `pd spare { manages tables }`. */
  readonly with: readonly string[];
  /** Relations as at the level of a file, `a owns b`, or names of entities, `db` or `api[*]`. */
  readonly without: readonly string[];
}

/** Returns true if a supposition changes nothing. */
export const isNothing = (supposition: Supposition): boolean =>
  supposition.with.length === 0 && supposition.without.length === 0;

/** Returns a supposition as a line for a reader: `without a owns b; with a holds c`. */
export const suppositionText = (supposition: Supposition): string =>
  [...supposition.without.map((what) => t`without ${what}`), ...supposition.with.map((what) => t`with ${what}`)].join(
    '; ',
  );

/** A model and its sources. */
interface Sourced {
  readonly model: Model;
  readonly sources: Sources;
}

/** Returns a model without some relations; those after them get other ids. */
export function droppedRelations({ model, sources }: Sourced, gone: ReadonlySet<RelationId>): Sourced {
  const kept = model.relations.filter(({ id }) => !gone.has(id));
  return {
    model: { ...model, relations: kept.map((relation, id) => ({ ...relation, id })) },
    sources: { ...sources, relations: kept.map(({ id }) => itemAt(sources.relations, id)) },
  };
}

/** Returns a model in which some entities, and all that is nested in them, do not exist at the start. */
export function withoutEntities(model: Model, gone: ReadonlySet<EntityId>): Model {
  const all = new Set(gone);
  const entities = model.entities.map((entity) => {
    // An entity comes before those nested in it.
    if (entity.parent !== undefined && all.has(entity.parent)) all.add(entity.id);
    // What does not exist is not ending either.
    return all.has(entity.id) ? { ...entity, absent: true, doomed: false } : entity;
  });
  return { ...model, entities };
}
