/**
 * Entities: everything that a model declares, with copies already expanded. Plain data; relations between entities are
 * in `relation.ts`.
 */
import type { Action } from './machines/action.ts';
import type { EntityId, EntityKind } from './entity-kind.ts';
import type { Expression } from './machines/expression.ts';
import type { Origin } from './origin.ts';

/** A setting `name: value`, or its default. */
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

/** A declared entity. All copies of one declaration share their settings and actions. */
export interface Entity {
  readonly id: EntityId;
  readonly kind: EntityKind;
  /** Qualified name, including the copy numbers of the entity and of those around it: `job.pod[3]`. */
  readonly name: string;
  /** The entity that this one is nested in. */
  readonly parent: EntityId | undefined;
  /** The type label; without one the name of its class, and for a resource that of its space. */
  readonly type: string | undefined;
  /** The classes it is an instance of, the most derived first. */
  readonly classes?: readonly string[];
  /** Those among them that the standard library declares, with their files: `std/systemd Restart`. */
  readonly standard?: readonly string[];
  /** The copy number, if the declaration has a copy count. */
  readonly copy: number | undefined;
  /** True if it is marked `root`, a garbage-collection root. */
  readonly root: boolean;
  /** True if it does not exist at the start: marked `absent`, or nested in an absent entity. */
  readonly absent: boolean;
  /** True if it is marked `protected`: no orderly end takes it. */
  readonly protected?: boolean;
  /** True if it is already ending at the start: marked `doomed`. */
  readonly doomed?: boolean;
  /** The index in `Model.machines` of the machine it runs. */
  readonly machine: number | undefined;
  readonly settings: readonly Setting[];
  /** The author's own values, `data { … }`: they have no meaning in the language. */
  readonly data: readonly Setting[];
  readonly actions: readonly EntityAction[];
  /** The block `on destroy { … }`. */
  readonly destructor: readonly Action[] | undefined;
  /** The text of the documentation comment, without its stars. */
  readonly documentation: string | undefined;
  /** The place in another tool's file that states it, if it is imported. */
  readonly origin?: Origin;
}
