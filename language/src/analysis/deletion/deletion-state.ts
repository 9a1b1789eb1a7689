/**
 * The data of a deletion: what is asked, what has happened, and the outcome.
 */
import type { Digraph } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { DeletionMode } from '../../model/policy.ts';
import type { RelationId } from '../../model/relation.ts';
import type { RelatedEntities, RelationIndex } from '../facts/relation-index.ts';
import type { DeletionSpread } from './deletion-spread.ts';

/**
 * The way in which something ends: an object in its mode, everything else as by `destroy`. What a collection ends and
 * something holds up takes nothing protected along: by `collect`, without what it owns, what the collection found; by
 * `taken` what ends with that.
 */
export type EndMode = DeletionMode | 'destroy' | 'collect' | 'taken';

/** Returns true for the end of what a collection ends. */
export const isCollected = (mode: EndMode | undefined): boolean => mode === 'collect' || mode === 'taken';

/** Returns true for an end that no finalizer holds up, and that no deletion replaces. */
export const isSentence = (mode: EndMode | undefined): boolean => mode === 'destroy' || isCollected(mode);

/** Returns true if an end that has begun goes on as another one that takes more along. */
export const isStronger = (mode: EndMode, before: EndMode): boolean => strength(mode) > strength(before);

/** Returns true if an end that has begun goes on as it is when the same entity would also end in another way. */
export const goesOn = (before: EndMode | undefined, mode: EndMode): boolean =>
  isSentence(before) && before !== undefined && !isStronger(mode, before);

const strength = (mode: EndMode): number => ['taken', 'destroy'].indexOf(mode);

/** The input of a deletion. */
export interface DeletionStart {
  readonly model: RelatedEntities;
  readonly targets: readonly EntityId[];
  readonly mode: DeletionMode;
  /** The mode of a single target; `mode` if undefined. */
  readonly modeOf?: (target: EntityId) => EndMode | undefined;
  /** The mode of an object that is deleted as a dependent; background if undefined. */
  readonly ownModeOf: (dependent: EntityId) => DeletionMode | undefined;
  /** 1 for each entity that exists before. */
  readonly exists: Uint8Array;
  /** Returns true if an object must not end yet for reasons of its own. */
  readonly isHeld: (entity: EntityId) => boolean;
  /** Returns true if an owner cannot own that object at all, such as one in another namespace. */
  readonly isForeign: (owner: EntityId, owned: EntityId) => boolean;
  /** Returns true if one waits for an entity by `waits for`; always if absent. */
  readonly isAwaited?: (entity: EntityId) => boolean;
  /** True if nothing is asked of what ends after a delay. */
  readonly isInstant?: boolean;
  /** Returns true if an object stays that has lost all its owners before; undefined if none does. */
  readonly staysAbandoned?: (entity: EntityId) => boolean;
  /** Returns true if an object stays that loses its last owner by this deletion; undefined if none does. */
  readonly staysWithoutOwners?: (entity: EntityId) => boolean;
}

/** The outcome; arrays are indexed by entity. */
export interface DeletionRun {
  /** The way in which each entity ends; undefined if it stays. */
  readonly mode: readonly (EndMode | undefined)[];
  /** 1 for each entity that has ended. */
  readonly ended: Uint8Array;
  /** The number of delays after which an entity is doomed. */
  readonly stage: Int32Array;
  /** The number of delays after which an entity has ended; -1 if it has not. */
  readonly endedAt: Int32Array;
  /** The entity whose end dooms this one; -1 for targets, and for objects without an owner from the start. */
  readonly by: Int32Array;
  /** The relation by which it does so: the `owns` that is lost, for example; -1 for nesting. */
  readonly cause: Int32Array;
  /** The entity and the relation by which an end under way goes on as a stronger one. */
  readonly raised: ReadonlyMap<EntityId, { readonly by: EntityId; readonly cause: number }>;
  /** The ownership that the deletion removes. */
  readonly cut: ReadonlySet<RelationId>;
  /** 1 for objects whose owners no longer wait for them, which breaks cycles in the foreground. */
  readonly released: Uint8Array;
  /** Returns the entities that one that is to end still waits for. */
  readonly waitsFor: (entity: EntityId) => EntityId[];
}

/** A deletion under way. */
export interface OngoingDeletion extends DeletionStart {
  readonly index: RelationIndex;
  readonly owned: Digraph;
  readonly modes: (EndMode | undefined)[];
  readonly endedAt: Int32Array;
  readonly by: Int32Array;
  /** The graphs of what ends with what; undefined in a model where only ownership spreads a deletion. */
  readonly spread: DeletionSpread | undefined;
  readonly ended: Uint8Array;
  readonly stage: Int32Array;
  readonly cause: Int32Array;
  readonly raised: Map<EntityId, { readonly by: EntityId; readonly cause: number }>;
  readonly cut: Set<RelationId>;
  /** Ownership to cut if the owned object does not end within the instant. */
  loosened: RelationId[];
  /** What has begun to end in the foreground and has not ended. */
  readonly foreground: Set<EntityId>;
  /** The number of existing owners of an object that do not wait for it to end. */
  readonly solid: Int32Array;
  /** The number of owners that an object names. */
  readonly owners: Int32Array;
  /** 1 for objects whose owners no longer wait for them, which breaks cycles in the foreground. */
  readonly released: Uint8Array;
  /** 1 for objects whose deletion has begun. */
  readonly begun: Uint8Array;
  /** The current stage. */
  now: number;
  /** The objects to process in the current stage. */
  queue: EntityId[];
  /** The objects of the next stage. */
  later: EntityId[];
}
