/**
 * The inspection of a stopped run: entities, their states, and values that can be expanded. Plain records; each user
 * interface decides how to show them.
 */
import type { Span } from '../../model/span.ts';

/** An actor in a run: the run itself, or an entity. */
export interface InspectedActor {
  /** 0 is the run itself, with its scenario; any other id is the entity's id plus one. */
  readonly id: number;
  readonly name: string;
  /** Its state, or whether it is alive. */
  readonly detail: string;
}

/** The next turn. */
export interface InspectedTurn {
  readonly actor: number;
  readonly text: string;
  readonly span?: Span;
}

/** A run after a step. */
export interface InspectedRun {
  readonly step: number;
  /** As written in the language. */
  readonly time: string;
  readonly actors: readonly InspectedActor[];
  /** The number of actors beyond those listed. */
  readonly otherActors: number;
  /** Absent at the end. */
  readonly next?: InspectedTurn;
}

/** One of the nested contexts of an actor, the innermost first. */
export interface InspectedFrame {
  readonly kind: 'next' | 'state' | 'machine' | 'entity' | 'run';
  readonly name: string;
  readonly span?: Span;
}

/** A value; its parts are included, or requested through the actor that it is. */
export interface InspectedValue {
  readonly name: string;
  readonly text: string;
  readonly type?: string;
  readonly parts?: readonly InspectedValue[];
  /** The actor that it refers to. */
  readonly actor?: number;
  /** The expression for it, if there is one. */
  readonly expression?: string;
  /** True if another value can be tried in its place. */
  readonly isVariable?: boolean;
}

/** A group of values. */
export interface InspectedScope {
  readonly name: 'variables' | 'parameters' | 'timers' | 'facts' | 'event' | 'run' | 'entities' | 'underway';
  readonly values: readonly InspectedValue[];
}

/** The details of an actor. */
export interface InspectedDetails {
  readonly frames: readonly InspectedFrame[];
  readonly scopes: readonly InspectedScope[];
}
