/**
 * The model: all that a text (and what it imports) declares, lowered to frozen plain data. Every
 * analysis, the simulator, the views and the exporters read this and nothing else.
 */
import type { PlaceId } from './action.ts';
import type { Entity, Setting } from './entity.ts';
import type { EntityId } from './entity-kind.ts';
import type { EventDeclaration, Machine } from './machine.ts';
import type { Policy } from './policy.ts';
import type { Relation, RelationId } from './relation.ts';
import type { Check, Scenario } from './scenario.ts';
import type { Span } from './span.ts';

/** A message channel with its settings (`delay`, `loss`, `ordered`, `between`). */
export interface Channel {
  readonly name: string;
  readonly settings: readonly Setting[];
  readonly place: PlaceId;
}

/** A keepalive collector with its settings (`duration`, `period`, `sweep`, …). */
export interface Collector {
  readonly name: string;
  readonly settings: readonly Setting[];
  readonly place: PlaceId;
}

export interface Model {
  /** Indexed by `EntityId`; an entity comes before what is nested in it. */
  readonly entities: readonly Entity[];
  /** Indexed by `RelationId`. */
  readonly relations: readonly Relation[];
  /** The policies that the text declares; the predefined ones are not repeated here. */
  readonly policies: readonly Policy[];
  readonly events: readonly EventDeclaration[];
  readonly machines: readonly Machine[];
  readonly channels: readonly Channel[];
  readonly collectors: readonly Collector[];
  readonly scenarios: readonly Scenario[];
  readonly checks: readonly Check[];
}

/** Where everything of a model is written. Copies of one declaration share one span object. */
export interface Sources {
  /** The declared name of each entity, by `EntityId`. */
  readonly entities: readonly Span[];
  /** The target's text of each relation, by `RelationId`. */
  readonly relations: readonly Span[];
  /** By `PlaceId`. */
  readonly places: readonly Span[];
  /** The declared name of each policy, by its index in `Model.policies`. */
  readonly policies: readonly Span[];
}

/** A model that declares nothing, for a text that could not be read. */
export const emptyModel: Model = {
  entities: [],
  relations: [],
  policies: [],
  events: [],
  machines: [],
  channels: [],
  collectors: [],
  scenarios: [],
  checks: [],
};

/** The places of the empty model: none. */
export const emptySources: Sources = { entities: [], relations: [], places: [], policies: [] };

/** Looks up the declared name of an entity. */
export const entitySpan = (sources: Sources, id: EntityId): Span => found(sources.entities[id]);

/** Looks up the target's text of a relation. */
export const relationSpan = (sources: Sources, id: RelationId): Span => found(sources.relations[id]);

/** Looks up a piece of text that has no entity or relation. */
export const placeSpan = (sources: Sources, id: PlaceId): Span => found(sources.places[id]);

function found(span: Span | undefined): Span {
  if (span === undefined) throw new Error('An id of another model was looked up in these sources.');
  return span;
}
