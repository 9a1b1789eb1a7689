/**
 * The shared context of an export: the model at the start, the names given so far, and the uncovered parts found. Names
 * hold letters and digits only; `names` leads back to the model.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Check } from '../../../model/scenario.ts';
import type { Relevance } from '../../explore/relevance/relevance.ts';
import { lifeBits, type MachineProgram, type Program, type State } from '../../kernel/run.ts';
import type { Value } from '../../values/values.ts';
import type { FiniteShape } from './shapes.ts';
import { bool, no, type Term, yes } from './terms.ts';
import { isAboutCoverage, NotCovered, type Uncovered } from './uncovered.ts';
import { byteAt } from '../../../model/common/lookup.ts';

/** A variable of the exported model that is part of its states. */
export interface StateVariable {
  readonly name: string;
  readonly type: string;
  /** The length of an array. */
  readonly count: number | undefined;
  readonly initial: readonly number[];
  /** Its meaning in the model. */
  readonly meaning: string;
}

/** The messages from one entity to another. */
export interface Queue {
  readonly name: string;
  /** Absent for the environment and the system. */
  readonly from: EntityId | undefined;
  readonly to: EntityId;
  readonly isLossy: boolean;
  readonly isOrdered: boolean;
}

/** The context of a piece of a model that is translated. */
export interface Around {
  readonly writing: Writing;
  /** Absent in a check. */
  readonly self: EntityId | undefined;
  readonly locals: ReadonlyMap<string, Term>;
  /** Receives what must hold for an expression to have a value. */
  readonly needs: (test: Term) => void;
  /** The depth of nested `let`s being expanded. */
  readonly depth: number;
}

/** An export under way. */
export interface Writing {
  readonly program: Program;
  readonly check: Check;
  /** After the plain steps. */
  readonly start: State;
  /**
   * The number of times each fault and each action of the environment has happened by then, and the entities owed a
   * restart.
   */
  readonly spent: Readonly<Record<'faults' | 'actions', readonly number[]>> & { readonly down: readonly EntityId[] };
  readonly relevance: Relevance;
  /** Entities that may end or come to life. */
  readonly mortal: ReadonlySet<EntityId>;
  readonly variables: Map<string, StateVariable>;
  /** The names used within a step only. */
  readonly scratch: Set<string>;
  readonly queues: Map<string, Queue>;
  /** The most values that a message carries. */
  readonly arity: number;
  /** Numbers of events. */
  readonly events: string[];
  /** The events found so far that arrive, by entity and event. */
  readonly arriving: Set<string>;
  readonly uncovered: Uncovered[];
  /** True if a step may have several outcomes, by chance. */
  isChancy: boolean;
  /** True if each move is printed where it happens, in a trail. */
  readonly shows: boolean;
}

/** The name of the variable for the innermost active state of a machine. */
export const stateName = (entity: EntityId): string => `state${entity}`;
/** The name of the variable for the bits of `State.life` of an entity. */
export const lifeName = (entity: EntityId): string => `life${entity}`;
/** The name of the timer of a transition. */
export const timerName = (entity: EntityId, transition: number): string => `timer${entity}_${transition}`;
/** The name of the channel of deferred events of an entity. */
export const deferredName = (entity: EntityId): string => `deferred${entity}`;
/** The name of the flag that an entity has entered a state since its deferred events were offered. */
export const enteredName = (entity: EntityId): string => `entered${entity}`;

/** Returns the machine that an entity runs. */
export const machineOfEntity = ({ program }: Writing, entity: EntityId): MachineProgram | undefined =>
  program.machineOf[entity];

/** Returns the condition that an entity is alive; known where nothing ends it or brings it to life. */
export function aliveCondition(writing: Writing, entity: EntityId): Term {
  return hasLife(writing, entity, lifeBits.alive);
}

/** Returns the condition that a bit of `State.life` of an entity is set. */
export function hasLife({ mortal, start }: Writing, entity: EntityId, bit: number): Term {
  if (mortal.has(entity)) return bool(`(${lifeName(entity)} & ${bit}) != 0`);
  return (byteAt(start.life, entity) & bit) !== 0 ? yes : no;
}

/** Returns the number of an event. */
export function eventNumber({ events }: Writing, event: string): number {
  const known = events.indexOf(event);
  return known >= 0 ? known : events.push(event) - 1;
}

/** Translates a piece of a model; an uncovered part is recorded, and `otherwise` takes its place. */
export function covered<T>({ uncovered }: Writing, place: PlaceId, otherwise: T, translate: () => T): T {
  try {
    return translate();
  } catch (error) {
    if (!isAboutCoverage(error)) throw error;
    const what = error instanceof NotCovered ? error.message : 'an expression that takes too much work to write out';
    if (!uncovered.some((each) => each.place === place && each.what === what)) uncovered.push({ what, place });
    return otherwise;
  }
}

/** Declares a variable of the states, once. */
export function declare({ variables }: Writing, variable: StateVariable): void {
  if (!variables.has(variable.name)) variables.set(variable.name, variable);
}

/** Returns a name for use within a step, and declares it. */
export function scratch(writing: Writing, name: string): string {
  writing.scratch.add(name);
  return name;
}

/** The place of a variable of a machine. */
export interface Cell {
  readonly name: string;
  readonly shape: FiniteShape;
  /** The value of keys that are not among those of a map. */
  readonly otherwise: Value;
}
