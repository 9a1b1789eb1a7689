/**
 * What a doomed set is: the entities that an event ends, with the reasons, and what it leaves behind.
 * How each kind of event finds its set stands in the files `doomed-by-*`; the order is asked elsewhere.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import type { RelatedEntities } from './relation-index.ts';

/** Something that is to end and cannot yet. */
export interface Held extends Explained {
  /** Its own finalizers, in their order. */
  readonly finalizers: readonly string[];
  /** What it owns and has to wait for. */
  readonly waitsFor: readonly EntityId[];
}

/** The entities that end, and what else there is to say about who does not. */
export interface DoomedSet {
  /** `stages[i]` ends together, in teardown order, after all stages before it. Within a stage by declaration. */
  readonly stages: readonly (readonly EntityId[])[];
  /** The relations by which an entity of a later stage follows from those of earlier stages: it waits for all of them. */
  readonly followsBy: (entity: EntityId) => readonly RelationId[];
  /** The chain of facts from the event to the end of an entity; none for what does not end. */
  readonly because: (entity: EntityId) => readonly Fact[];
  /** How many facts lead from the event to the end of an entity, the event itself not counted. */
  readonly hops: (entity: EntityId) => number;
  /** Relations that the event itself takes away. */
  readonly cut: ReadonlySet<RelationId>;
  readonly held: readonly Held[];
  /** What ends too, but not for the event: a deletion finds it without owners. */
  readonly anyway: readonly Explained[];
  /** What ends as well once nothing is held up any more. */
  readonly later: readonly Explained[];
  /** What was asked for and lives on, and why. */
  readonly spared: readonly Explained[];
}

/** The state in which an event happens. */
export interface DoomOptions {
  /** What exists before. Default: all that is not absent at the start. */
  readonly alive?: (entity: EntityId) => boolean;
}

/** Returns a set without anything held, spared or cut. */
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

/** Marks with 1 what exists before the event, by entity. */
export function existing(model: RelatedEntities, { alive }: DoomOptions): Uint8Array {
  return Uint8Array.from(model.entities, ({ id, absent }) => ((alive === undefined ? !absent : alive(id)) ? 1 : 0));
}

/** Returns an explained entity whose chain is computed when it is read. */
export function explainedBy(entity: EntityId, because: (entity: EntityId) => readonly Fact[]): Explained {
  return {
    entity,
    get because() {
      return because(entity);
    },
  };
}
