/**
 * Facts: the declared statements that a computed result follows from. A chain of facts is the
 * reason that hover, Problems, the views and the command line all show.
 */
import type { EntityId } from './entity-kind.ts';
import type { RelationId } from './relation.ts';

/** One link of a reason chain, in words, with what to look up its place in the source by. */
export interface Fact {
  /** A full clause without a full stop, such as `"db" requests "files"`. */
  readonly text: string;
  /** The relation that says it, if one does. */
  readonly relation?: RelationId;
  /** The entity it is about, for facts that are no relation (`"blockServer1" crashed`). */
  readonly entity?: EntityId;
}

/** An entity that a computed fact holds of, and why: from the cause to the effect. */
export interface Explained {
  readonly entity: EntityId;
  readonly because: readonly Fact[];
}
