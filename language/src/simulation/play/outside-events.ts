/**
 * The events that the outside world may send to a model that says nothing about it: each event that a machine takes and
 * no machine sends, with values drawn for its parameters.
 */
import type { Action } from '../../model/machines/action.ts';
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Type } from '../../model/machines/expression.ts';
import type { EventDeclaration, Machine, Transition } from '../../model/machines/machine.ts';
import type { PossibleAction } from './environment.ts';
import { isAlive } from '../kernel/graph-now.ts';
import { send } from '../kernel/messages.ts';
import type { Program, Run } from '../kernel/run.ts';
import { initialOf } from '../values/fits.ts';
import { duration, rate, type Value, valueText } from '../values/values.ts';
import { entityMachine, entityName, type Model } from '../../model/model.ts';
import { itemAt, required } from '../../model/common/lookup.ts';
import { readValue } from '../program/read-value.ts';

/** Numbers without a range are drawn from 0 to 9, durations in seconds, and rates from 1 to 9 per second. */
const mostNumber = 9;
const secondsOfDay = 86_400;

/** Returns one action for each entity and event that comes from outside. */
export function outsideActions(program: Program): PossibleAction[] {
  const sent = sentEvents(program.model);
  return takenActions(program).filter(({ event }) => event !== undefined && !sent.has(event));
}

/** Returns one action for each entity and event that its machine takes, whoever sends it. */
export function takenActions(program: Program): PossibleAction[] {
  const { model } = program;
  return program.active.flatMap((entity) => {
    const machine = entityMachine(model, entity);
    if (machine === undefined) return [];
    return [...takenEvents(machine)].flatMap((event) => outsideAction(program, machine, entity, event) ?? []);
  });
}

/** Returns the parameters of an event that the machine of an entity takes; undefined if it takes no such event. */
export function parametersTaken(
  { model }: Pick<Program, 'model'>,
  entity: EntityId,
  event: string,
): EventDeclaration['parameters'] | undefined {
  const machine = entityMachine(model, entity);
  if (machine === undefined || !takenEvents(machine).has(event)) return undefined;
  return eventNamed(model, machine, event)?.parameters;
}

/** What may be in an event whose arguments are not known. */
export type OmittedArguments =
  /** Nothing reads them: these do, written as in the language. */
  | { readonly kind: 'any'; readonly arguments: readonly string[] }
  /** `takenActions` draws all of them, or only some of the many that there are. */
  | { readonly kind: 'all' | 'some' };

/** Returns the possible arguments of an event to an entity; undefined if its machine knows no such event. */
export function omittedArguments({ model }: Program, to: EntityId, event: string): OmittedArguments | undefined {
  const machine = entityMachine(model, to);
  const declared = machine === undefined ? undefined : eventNamed(model, machine, event);
  if (machine === undefined || declared === undefined) return undefined;
  const types = declared.parameters.map(({ type }) => type);
  const isRead = transitionsOf(machine).some(
    ({ trigger }) => trigger.kind === 'event' && trigger.event === event && trigger.parameters.length > 0,
  );
  if (isRead) return { kind: types.every(({ kind }) => isDrawnWhole.has(kind)) ? 'all' : 'some' };
  return { kind: 'any', arguments: types.map((type) => valueText(initialOf(type), (id) => entityName(model, id))) };
}

/** The types of which every value is drawn. */
const isDrawnWhole: ReadonlySet<Type['kind']> = new Set(['bool', 'range', 'enum', 'entity'] as const);

function outsideAction(
  program: Program,
  machine: Machine,
  entity: EntityId,
  event: string,
): PossibleAction | undefined {
  const declared = eventNamed(program.model, machine, event);
  if (!declared?.parameters.every(({ type }) => canDraw(type))) return undefined;
  return {
    place: machine.place,
    upTo: undefined,
    to: entity,
    event,
    isPossible: ({ state }) => isAlive(state, entity),
    execute: ({ run }) => {
      const values = declared.parameters.map(({ type }) => drawValue(run, type));
      send(run, { from: undefined, event, arguments: values, place: machine.place }, { kind: 'entity', id: entity });
    },
  };
}

/**
 * Returns the event with these arguments, written as in the language, sent to an entity from outside; undefined if the
 * entity takes no such event with such arguments.
 */
export function eventWith(
  program: Program,
  to: EntityId,
  event: string,
  texts: readonly string[],
): PossibleAction | undefined {
  const { model } = program;
  const machine = entityMachine(model, to);
  const declared = machine === undefined ? undefined : eventNamed(model, machine, event);
  if (machine === undefined || declared?.parameters.length !== texts.length) return undefined;
  const values = declared.parameters.map(({ type }, index) => readValue(model, type, itemAt(texts, index)));
  if (values.some((value) => value === undefined)) return undefined;
  const sent = values.map((value) => required(value).value);
  return {
    ...{ place: machine.place, upTo: undefined, to, event },
    execute: ({ run }) => {
      send(run, { from: undefined, event, arguments: sent, place: machine.place }, { kind: 'entity', id: to });
    },
  };
}

/** Returns the event that a machine, or else the file, declares. The kernel's own are not declared, and never found. */
export function eventNamed(
  { events }: Model,
  machine: Machine | undefined,
  name: string,
): EventDeclaration | undefined {
  const named = events.filter((event) => event.name === name);
  return (
    named.find((event) => machine !== undefined && event.machine === machine.name) ??
    named.find((event) => event.machine === undefined)
  );
}

function takenEvents(machine: Machine): Set<string> {
  return new Set(transitionsOf(machine).flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.event] : [])));
}

const transitionsOf = (machine: Machine): readonly Transition[] => [
  ...machine.transitions,
  ...machine.states.flatMap((state) => state.transitions),
];

function sentEvents(model: Model): Set<string> {
  const sent = new Set<string>();
  const visit = (actions: readonly Action[]): void => {
    for (const action of actions) {
      if (action.kind === 'send') sent.add(action.event);
      if (action.kind === 'if') [action.then, action.else].forEach(visit);
      if (action.kind === 'for') visit(action.body);
    }
  };
  for (const machine of model.machines) {
    for (const { enter, leave, transitions } of machine.states) {
      visit(enter);
      visit(leave);
      for (const { actions } of transitions) visit(actions);
    }
    for (const { actions } of machine.transitions) visit(actions);
  }
  for (const entity of model.entities) visitEntity(entity, visit);
  return sent;
}

function visitEntity({ actions, destructor }: Entity, visit: (actions: readonly Action[]) => void): void {
  for (const { body } of actions) visit(body);
  if (destructor !== undefined) visit(destructor);
}

const drawable: ReadonlySet<Type['kind']> = new Set([
  'bool',
  'int',
  'number',
  'duration',
  'rate',
  'range',
  'enum',
  'entity',
] as const);

const canDraw = ({ kind }: Type): boolean => drawable.has(kind);

function drawValue({ draw, program }: Run, type: Type): Value {
  switch (type.kind) {
    case 'bool':
      return draw.pick(2) === 1;
    case 'int':
    case 'number':
      return draw.pick(mostNumber + 1);
    case 'duration':
      return duration(draw.pick(mostNumber + 1) * 1_000_000);
    case 'rate':
      return rate((1 + draw.pick(mostNumber)) * secondsOfDay);
    case 'range':
      return type.from + draw.pick(type.to - type.from + 1);
    case 'enum':
      return { kind: 'symbol', name: itemAt(type.values, draw.pick(type.values.length)) };
    case 'entity': {
      const fitting = program.model.entities.filter(({ kind }) => type.of === 'entity' || kind === type.of);
      const one = fitting.length === 0 ? undefined : fitting[draw.pick(fitting.length)];
      return one === undefined ? null : { kind: 'entity', id: one.id };
    }
    default:
      return null;
  }
}
