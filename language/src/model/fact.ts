/**
 * Facts: the declarations that a computed result follows from. A chain of facts is the reason shown by hover, Problems,
 * the views and the command line.
 */
import type { EntityId } from './entity-kind.ts';
import type { RelationId } from './relation.ts';

/** One link of a reason chain, in words, with the ids that locate it in the source. */
export interface Fact {
  /** A full clause without a full stop, such as `"db" requests "files"`. */
  readonly text: string;
  /** The relation that states it, if there is one. */
  readonly relation?: RelationId;
  /** The entity it is about, for facts that are not relations (`"blockServer1" crashed`). */
  readonly entity?: EntityId;
}

/** An entity for which a computed fact holds, and why: from the cause to the effect. */
export interface Explained {
  readonly entity: EntityId;
  readonly because: readonly Fact[];
}
