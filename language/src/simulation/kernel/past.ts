/** The memory of a run: its facts, for expectations, and the order of its last end. Types only. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Value } from '../values/values.ts';

/** The order of the last teardown, collection or crash, with the reasons of each end in it. */
export interface LastEnd {
  readonly layers: readonly (readonly EntityId[])[];
  readonly isBefore: (first: EntityId, then: EntityId) => boolean;
  readonly because: (entity: EntityId) => readonly Fact[];
}

/** Facts recorded so far, newest first: shared by all successor states. */
export type Past = undefined | { readonly earlier: Past; readonly fact: PastFact };

/** A fact that expectations may ask for. */
export type PastFact =
  | { readonly kind: 'log'; readonly text: string }
  | {
      readonly kind: 'received';
      readonly entity: EntityId;
      readonly event: string;
      readonly arguments: readonly Value[];
    }
  | { readonly kind: 'notified'; readonly entity: EntityId; readonly of: EntityId }
  /** The reasons why each of some entities ended. */
  | { readonly kind: 'ended'; readonly because: ReadonlyMap<EntityId, readonly Fact[]> };
