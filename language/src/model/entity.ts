/**
 * Entities: everything that a model declares, with copies already expanded. Plain data; what is
 * said between entities stands in `relation.ts`.
 */
import type { Action } from './action.ts';
import type { EntityId, EntityKind } from './entity-kind.ts';
import type { Expression } from './expression.ts';

/** A setting `name: value`, or the default that stands for it. */
export interface Setting {
  readonly name: string;
  readonly value: Expression;
}

/** An action `action detach(vm) { … }` that a destruction dependency can notify. */
export interface EntityAction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: readonly Action[];
}

/** One declared thing. All copies of one declaration share their settings and actions. */
export interface Entity {
  readonly id: EntityId;
  readonly kind: EntityKind;
  /** Qualified name, the copy numbers of itself and of the entities around it included: `job.pod[3]`. */
  readonly name: string;
  /** The entity that this one is nested in. */
  readonly parent: EntityId | undefined;
  /** The type label; a resource without one has that of its space. */
  readonly type: string | undefined;
  /** The copy number, where the declaration has a copy count. */
  readonly copy: number | undefined;
  /** Whether it is a garbage-collection root by its own word `root`. */
  readonly root: boolean;
  /** Whether it does not exist at the start: marked `absent`, or nested in what is. */
  readonly absent: boolean;
  /** The index in `Model.machines` of the machine it runs. */
  readonly machine: number | undefined;
  readonly settings: readonly Setting[];
  readonly actions: readonly EntityAction[];
  /** The block `on destroy { … }`. */
  readonly destructor: readonly Action[] | undefined;
  /** The text of the documentation comment, without its stars. */
  readonly documentation: string | undefined;
}
