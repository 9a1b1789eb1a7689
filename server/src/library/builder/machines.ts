/**
 * Machines for the builder: states, transitions and variables, as data.
 */
import type { EntityKind } from '../../../../language/src/model/entity-kind.ts';
import { body, joined, name, emptyPiece, exactNumber, type Piece, say, word } from './piece.ts';
import { type StepPiece, stepsInBraces } from './steps.ts';
import { operand, type Term, type Value, written } from './terms.ts';
import { fieldsOf } from './untyped.ts';

/** The type of a parameter or variable. */
export type ValueType =
  | 'bool'
  | 'int'
  | 'number'
  | 'duration'
  | 'rate'
  | 'text'
  | EntityKind
  | { readonly from: number; readonly to: number }
  | { readonly oneOf: readonly string[] }
  | { readonly set: ValueType };

/** Returns a type. */
export function typePiece(given: ValueType): Piece {
  if (typeof given === 'string') return word(given);
  const type = fieldsOf(given) as Exclude<ValueType, string>;
  if ('set' in type) return say`set<${typePiece(type.set)}>`;
  if ('oneOf' in type) return say`{${joined(type.oneOf.map(name), ', ')}}`;
  return say`${exactNumber(type.from)}..${exactNumber(type.to)}`;
}

/** Variables or parameters by name, each with its type and perhaps a value to begin with. */
export type Variables = Readonly<Record<string, ValueType | { readonly type: ValueType; readonly value: Value }>>;

/** Returns declarations of variables. */
const variablesOf = (kind: 'var' | 'param', variables: Variables = {}): Piece[] =>
  Object.entries(variables).map(([key, said]) => {
    const hasValue = typeof said === 'object' && 'type' in said;
    const initial = hasValue ? say` = ${written(said.value)}` : emptyPiece;
    return say`${word(kind)} ${name(key)}: ${typePiece(hasValue ? said.type : said)}${initial}`;
  });

/**
 * The trigger of a transition: an event with names for its values, a time after the state was entered, or a guard
 * alone.
 */
export type TriggerOf =
  | { readonly on: { readonly name: string }; readonly values?: readonly string[] }
  | { readonly after: Term }
  | { readonly always: true };

/** A transition. Without `to` the state stays. */
export type TransitionOf = TriggerOf & {
  readonly when?: Value;
  readonly do?: readonly StepPiece[];
  readonly to?: string;
};

/** A state. */
export interface StateOf {
  readonly initial?: boolean;
  readonly final?: boolean;
  readonly enter?: readonly StepPiece[];
  readonly leave?: readonly StepPiece[];
  readonly transitions?: readonly TransitionOf[];
  readonly defer?: readonly { readonly name: string }[];
  readonly states?: Readonly<Record<string, StateOf>>;
}

/** A machine: its parameters and variables, and its states by name. */
export interface MachineOf {
  readonly for?: EntityKind;
  readonly parameters?: Variables;
  readonly variables?: Variables;
  readonly states: Readonly<Record<string, StateOf>>;
}

/** Returns the declaration of a machine. */
export function machineDeclaration(title: string, { for: kind, parameters, variables, states }: MachineOf): Piece {
  const head = say`machine ${name(title)}${kind === undefined ? emptyPiece : word(` for ${kind}`)}`;
  const members = [...variablesOf('param', parameters), ...variablesOf('var', variables), ...statesOf(states)];
  return say`${head} ${body(members)}`;
}

const statesOf = (states: Readonly<Record<string, StateOf>>): Piece[] =>
  Object.entries(states).map(([title, state]) => {
    const words = `${state.initial === true ? 'initial ' : ''}${state.final === true ? 'final ' : ''}state `;
    const members = [
      ...(state.enter === undefined ? [] : [say`enter ${stepsInBraces(state.enter)}`]),
      ...(state.leave === undefined ? [] : [say`leave ${stepsInBraces(state.leave)}`]),
      ...(state.defer ?? []).map((event) => say`defer ${name(event.name)}`),
      ...(state.transitions ?? []).map(transitionOf),
      ...statesOf(state.states ?? {}),
    ];
    return say`${word(words)}${name(title)}${members.length === 0 ? emptyPiece : say` ${body(members)}`}`;
  });

function transitionOf(transition: TransitionOf): Piece {
  const { when, do: actions, to } = transition;
  const guard = when === undefined ? emptyPiece : say` when ${operand(when)}`;
  const done = actions === undefined ? emptyPiece : say` do ${stepsInBraces(actions)}`;
  return say`${triggerOf(transition)}${guard}${done}${to === undefined ? emptyPiece : say` -> ${name(to)}`}`;
}

function triggerOf(trigger: TriggerOf): Piece {
  if ('after' in trigger) return say`after ${operand(trigger.after)}`;
  if ('always' in trigger) return word('always');
  const { on, values = [] } = trigger;
  return say`on ${name(on.name)}${values.length === 0 ? emptyPiece : say`(${joined(values.map(name), ', ')})`}`;
}
