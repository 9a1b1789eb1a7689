/**
 * A doomed set: the entities that an event ends, with the reasons, and what it leaves over. The files `doomed-by-*`
 * find the set for each kind of event; `teardown` finds the order.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import type { RelatedEntities } from './relation-index.ts';

/** An entity that is to end later. */
export interface Later extends Explained {
  /** True if it never ends by itself: it waits for what ends only after it, or for something that waits so. */
  readonly isDeadlocked: boolean;
}

/** An entity that is to end and cannot yet. */
export interface Held extends Later {
  /** Its own finalizers, in their order. */
  readonly finalizers: readonly string[];
  /** The entities that it waits for. */
  readonly waitsFor: readonly EntityId[];
  /** The operators that ended before they removed one of its finalizers. */
  readonly lostOperators?: readonly EntityId[];
}

/** The entities that end, and remarks on those that do not. */
export interface DoomedSet {
  /**
   * The entities of `stages[i]` end together, in teardown order, after all earlier stages. Within a stage in
   * declaration order.
   */
  readonly stages: readonly (readonly EntityId[])[];
  /**
   * Returns the relations by which an entity of a later stage follows from those of earlier stages: it waits for all of
   * them.
   */
  readonly followsBy: (entity: EntityId) => readonly RelationId[];
  /** Returns the chain of facts from the event to the end of an entity; empty if it does not end. */
  readonly because: (entity: EntityId) => readonly Fact[];
  /** Returns the number of facts from the event to the end of an entity, not counting the event. */
  readonly hops: (entity: EntityId) => number;
  /** Relations that the event itself removes. */
  readonly cut: ReadonlySet<RelationId>;
  readonly held: readonly Held[];
  /** Entities that end as well, but not because of the event: a deletion finds them without owners. */
  readonly anyway: readonly Explained[];
  /** Entities that end as well once nothing is held up any more, those of a deadlock included. */
  readonly later: readonly Later[];
  /** Requested entities that survive, and why. */
  readonly spared: readonly Explained[];
  /** Entities that are ending already, and that a deletion would end as well. */
  readonly again?: readonly EntityId[];
}

/** The state in which an event happens. */
export interface DoomOptions {
  /** Returns true if an entity exists before the event. Default: all that are not absent at the start. */
  readonly alive?: (entity: EntityId) => boolean;
}

/** Returns a set with nothing held, spared or cut. */
export function plainDoomedSet(entities: readonly EntityId[], reasons: Pick<DoomedSet, 'because' | 'hops'>): DoomedSet {
  return {
    stages: entities.length === 0 ? [] : [[...entities].sort((a, b) => a - b)],
    followsBy: () => [],
    because: reasons.because,
    hops: reasons.hops,
    cut: new Set(),
    held: [],
    anyway: [],
    later: [],
    spared: [],
  };
}

/** Marks with 1 the entities that exist before the event. */
export function existing(model: RelatedEntities, { alive }: DoomOptions): Uint8Array {
  const marks = new Uint8Array(model.entities.length);
  for (const { id, absent } of model.entities) marks[id] = (alive === undefined ? !absent : alive(id)) ? 1 : 0;
  return marks;
}

/** Returns an entity that ends later, whose chain is computed when read. */
export function laterBy(
  entity: EntityId,
  because: (entity: EntityId) => readonly Fact[],
  isDeadlocked: boolean,
): Later {
  return {
    entity,
    isDeadlocked,
    get because() {
      return because(entity);
    },
  };
}

/** Returns an explained entity whose chain is computed when read. */
export function explainedBy(entity: EntityId, because: (entity: EntityId) => readonly Fact[]): Explained {
  return {
    entity,
    get because() {
      return because(entity);
    },
  };
}

/** Returns the entities of a list, without the reasons. */
export const idsOf = (list: readonly Explained[]): EntityId[] => list.map(({ entity }) => entity);
