/**
 * What a person who stops in a run can look at: entities, where they stand, and values that can be opened.
 * Plain records; who shows them decides how.
 */
import type { Span } from '../../model/span.ts';

/** Somebody who acts in a run: the run itself, or an entity. */
export interface InspectedActor {
  /** 0 is the run itself, with its scenario; any other is one more than the number of an entity. */
  readonly id: number;
  readonly name: string;
  /** Its state, or whether it is alive. */
  readonly detail: string;
}

/** What comes next. */
export interface InspectedTurn {
  readonly actor: number;
  readonly text: string;
  readonly span?: Span;
}

/** A run after a step. */
export interface InspectedRun {
  readonly step: number;
  /** As it is written in the language. */
  readonly time: string;
  readonly actors: readonly InspectedActor[];
  /** How many more there are than can be listed. */
  readonly otherActors: number;
  /** Absent at the end. */
  readonly next?: InspectedTurn;
}

/** One of the things around each other in which an actor is, the innermost first. */
export interface InspectedFrame {
  readonly kind: 'next' | 'state' | 'machine' | 'entity' | 'run';
  readonly name: string;
  readonly span?: Span;
}

/** A value; what is in it is told with it, or asked for by the actor that it is. */
export interface InspectedValue {
  readonly name: string;
  readonly text: string;
  readonly type?: string;
  readonly parts?: readonly InspectedValue[];
  /** The actor that stands behind it. */
  readonly actor?: number;
  /** How it is written in an expression, where it can be. */
  readonly expression?: string;
  /** Whether another value can be tried in its place. */
  readonly isVariable?: boolean;
}

/** Values that belong together. */
export interface InspectedScope {
  readonly name: 'variables' | 'parameters' | 'timers' | 'facts' | 'event' | 'run' | 'entities' | 'underway';
  readonly values: readonly InspectedValue[];
}

/** All that is to be seen of an actor. */
export interface InspectedDetails {
  readonly frames: readonly InspectedFrame[];
  readonly scopes: readonly InspectedScope[];
}
