/** What an exploration knows of a step, and wants to know of it. Steps are watched only where nothing can be suspended. */
import type { EntityId } from '../../model/entity-kind.ts';

/** The exploration that watches a step. */
export interface StepWatch {
  /** Called for each entity of which timers, or what it has yet to send, are taken back, whether there are any or not. */
  readonly takesBack: (entity: EntityId) => void;
  /** Returns true for an entity of whose machine it is known that no `always` is enabled. */
  readonly isQuiet: (entity: EntityId) => boolean;
}
