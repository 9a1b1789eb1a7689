/**
 * The model: everything that a text and its imports declare, lowered to frozen plain data. It is the only input of the
 * analyses, the simulator, the views and the exporters.
 */
import type { PlaceId } from './machines/action.ts';
import type { Entity, Setting } from './entity.ts';
import type { EntityId } from './entity-kind.ts';
import type { EventDeclaration, Machine } from './machines/machine.ts';
import type { Policy } from './policy.ts';
import type { Relation, RelationId } from './relation.ts';
import type { Check, Scenario } from './scenario.ts';
import type { DeclaredView } from './view.ts';
import type { Span } from './span.ts';
import { itemAt } from './common/lookup.ts';

/** A message channel with its settings (`delay`, `loss`, `ordered`, `between`). */
export interface Channel {
  readonly name: string;
  readonly settings: readonly Setting[];
  readonly place: PlaceId;
}

/** A keepalive collector with its settings (`duration`, `period`, `sweep`, …). */
export interface KeepaliveCollector {
  readonly name: string;
  readonly settings: readonly Setting[];
  readonly place: PlaceId;
}

/** A complete model. */
export interface Model {
  /** Indexed by `EntityId`; an entity comes before those nested in it. */
  readonly entities: readonly Entity[];
  /** Indexed by `RelationId`. */
  readonly relations: readonly Relation[];
  /** The policies that the text declares; the predefined ones are not repeated here. */
  readonly policies: readonly Policy[];
  readonly events: readonly EventDeclaration[];
  readonly machines: readonly Machine[];
  readonly channels: readonly Channel[];
  readonly collectors: readonly KeepaliveCollector[];
  readonly scenarios: readonly Scenario[];
  readonly checks: readonly Check[];
  readonly views: readonly DeclaredView[];
}

/** The source locations of a model. Copies of one declaration share one span object. */
export interface Sources {
  /** The declared name of each entity, by `EntityId`. */
  readonly entities: readonly Span[];
  /** The target's text of each relation, by `RelationId`. */
  readonly relations: readonly Span[];
  /** By `PlaceId`. */
  readonly places: readonly Span[];
  /** The declared name of each policy, by its index in `Model.policies`. */
  readonly policies: readonly Span[];
  readonly uses?: Uses;
}

/**
 * By the place of an entity or relation in a class of another file, the place of the declaration that has it through
 * that class: the same object as in `Sources`, since all instances share the text.
 */
export type Uses = ReadonlyMap<Span, Span>;

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
  views: [],
};

/** The sources of the empty model. */
export const emptySources: Sources = { entities: [], relations: [], places: [], policies: [] };

/** Looks up an entity. */
export const entityOf = ({ entities }: Pick<Model, 'entities'>, id: EntityId): Entity => itemAt(entities, id);

/** Looks up a relation. */
export const relationOf = ({ relations }: Pick<Model, 'relations'>, id: RelationId): Relation => itemAt(relations, id);

/** Looks up the name of an entity. */
export const entityName = (model: Pick<Model, 'entities'>, id: EntityId): string => entityOf(model, id).name;

/** Looks up the name of an entity for a sentence. */
export const quotedName = (model: Pick<Model, 'entities'>, id: EntityId): string => `"${entityName(model, id)}"`;

/** Returns true if an entity, or one around it, is a copy. */
export function isInCopy(model: Pick<Model, 'entities'>, id: EntityId): boolean {
  const { copy, parent } = entityOf(model, id);
  return copy !== undefined || (parent !== undefined && isInCopy(model, parent));
}

/** Looks up the machine that an entity runs, if it runs one. */
export function entityMachine(model: Pick<Model, 'entities' | 'machines'>, id: EntityId): Machine | undefined {
  const { machine } = entityOf(model, id);
  return machine === undefined ? undefined : itemAt(model.machines, machine);
}

/** Looks up the span of an entity's declared name. */
export const entitySpan = (sources: Sources, id: EntityId): Span => itemAt(sources.entities, id);

/** Looks up the span of a relation's target. */
export const relationSpan = (sources: Sources, id: RelationId): Span => itemAt(sources.relations, id);

/** Looks up the span of a piece of text that is neither entity nor relation. */
export const pieceSpan = (sources: Sources, id: PlaceId): Span => itemAt(sources.places, id);
