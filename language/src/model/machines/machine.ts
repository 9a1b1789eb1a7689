/**
 * Machines: statecharts as plain data, with states and variables by index in document order.
 */
import type { Action, PlaceId } from './action.ts';
import type { EntityKind } from '../entity-kind.ts';
import type { Expression, Type } from './expression.ts';

/** A message's name and signature; `machine` names the machine that declares it, if any. */
export interface EventDeclaration {
  readonly name: string;
  readonly machine: string | undefined;
  readonly parameters: readonly { readonly name: string; readonly type: Type }[];
}

/** A variable, parameter or `let` of a machine. */
export interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly initial: Expression | undefined;
  readonly place: PlaceId;
}

/**
 * The trigger of a transition: an event, any event that nothing else in the state takes, a final state within, a delay
 * or `always`.
 */
export type Trigger =
  | { readonly kind: 'event'; readonly event: string; readonly parameters: readonly string[] }
  | { readonly kind: 'after'; readonly delay: Expression }
  | { readonly kind: 'always' | 'any' | 'done' };

/** A transition. `target` is absent for an internal one; an event without actions and target is ignored. */
export interface Transition {
  readonly trigger: Trigger;
  readonly guard: Expression | undefined;
  readonly actions: readonly Action[];
  /** Index in `Machine.states`. */
  readonly target: number | undefined;
  /** True if a target within the source is entered without leaving the source. */
  readonly isInternal?: true;
  /** Index in `Machine.histories`, of the history of its target that says where in it the transition leads. */
  readonly history?: number;
  readonly place: PlaceId;
}

/** A state of a machine. */
export interface DeclaredState {
  readonly name: string;
  /** Index of the state around it; absent at the top level. */
  readonly parent: number | undefined;
  readonly initial: boolean;
  readonly final: boolean;
  /** True if all the states directly in it are active together. */
  readonly parallel?: boolean;
  readonly enter: readonly Action[];
  readonly leave: readonly Action[];
  readonly transitions: readonly Transition[];
  /** Names of the events that are kept until another state handles them. */
  readonly deferred: readonly string[];
  readonly place: PlaceId;
}

/** A history of a state: stands for the states in it that were active when it was left last. */
export interface History {
  readonly name: string;
  /** Index of its state. */
  readonly state: number;
  /** True if it stands for the innermost states, otherwise for those directly in its state. */
  readonly deep: boolean;
  /** True if it outlives a crash. */
  readonly persistent: boolean;
  /** Index of the state that it stands for at first. */
  readonly target: number;
  readonly place: PlaceId;
}

/** A declared machine. */
export interface Machine {
  readonly name: string;
  /** The kind of entities that may run it; absent means any. */
  readonly for: EntityKind | undefined;
  readonly parameters: readonly Variable[];
  readonly variables: readonly (Variable & { readonly persistent: boolean })[];
  readonly lets: readonly (Variable & { readonly value: Expression })[];
  readonly requirements: readonly {
    readonly condition: Expression;
    readonly message: Expression | undefined;
    readonly place: PlaceId;
  }[];
  /** Transitions written in the machine itself; they apply in every state. */
  readonly transitions: readonly Transition[];
  /** Events that every state defers. */
  readonly deferred: readonly string[];
  /** All states in document order, an outer state before the ones in it. */
  readonly states: readonly DeclaredState[];
  /** In document order. */
  readonly histories?: readonly History[];
  readonly documentation: string | undefined;
  readonly place: PlaceId;
}
