/**
 * Lowers machines and events.
 */
import type { Action } from '../../model/action.ts';
import type { Expression, Type } from '../../model/expression.ts';
import type { EventDeclaration, Machine, State, Transition, Trigger, Variable } from '../../model/machine.ts';
import * as ast from '../generated/ast.ts';
import { isDone } from '../types/done-event.ts';
import type { StaticType } from '../types/static-type.ts';
import { typeOf } from '../types/typing.ts';
import { type Collector, giveUp } from './collector.ts';
import { lowerExpression, lowerText, lowerType } from './expressions.ts';
import type { PathContext } from './path-context.ts';
import { lowerBlock } from './steps.ts';

/** Lowers an event; `machine` is the machine that declares it. */
export function lowerEvent(event: ast.Event, machine: string | undefined, collector: Collector): EventDeclaration {
  return {
    name: event.name,
    machine,
    parameters: event.parameters.map(({ name, type }) => ({ name, type: lowerType(type, collector) })),
  };
}

/** Lowers a machine. Abandons all of it if any part is incomplete: half a machine is a different machine. */
export function lowerMachine(machine: ast.Machine, context: PathContext, documentation: string | undefined): Machine {
  const states: State[] = [];
  const indices = stateIndices(machine);
  for (const [state, index] of indices) states[index] = lowerState(state, indices, context);
  return {
    name: machine.name,
    for: machine.for,
    parameters: machine.members.filter(ast.isParameter).map((each) => lowerValue(each, context)),
    variables: machine.members
      .filter(ast.isVariable)
      .map((each) => ({ ...lowerValue(each, context), persistent: each.persistent })),
    lets: machine.members.filter(ast.isLet).map((each) => lowerLet(each, context)),
    requirements: machine.members.filter(ast.isRequirement).map((each) => lowerRequirement(each, context)),
    transitions: machine.members.filter(ast.isTransition).map((each) => lowerTransition(each, indices, context)),
    deferred: machine.members.filter(ast.isDeferral).flatMap(deferredEvents),
    states,
    documentation,
    place: context.collector.place(machine, 'name'),
  };
}

/** Returns the index of every state in document order, outer states before those in them. */
function stateIndices(machine: ast.Machine): Map<ast.State, number> {
  const indices = new Map<ast.State, number>();
  const visit = (members: readonly (ast.MachineMember | ast.StateMember)[]) => {
    for (const member of members) {
      if (!ast.isState(member)) continue;
      indices.set(member, indices.size);
      visit(member.members);
    }
  };
  visit(machine.members);
  return indices;
}

function lowerValue(declaration: ast.Parameter | ast.Variable, context: PathContext): Variable {
  const { name, type, value } = declaration;
  return {
    name,
    type: lowerType(type, context.collector),
    initial: value === undefined ? undefined : lowerExpression(value, context),
    place: context.collector.place(declaration, 'name'),
  };
}

function lowerLet(declaration: ast.Let, context: PathContext): Machine['lets'][number] {
  const { name, type } = declaration;
  return {
    name,
    type: type === undefined ? modelType(typeOf(declaration.value)) : lowerType(type, context.collector),
    initial: undefined,
    value: lowerExpression(declaration.value, context),
    place: context.collector.place(declaration, 'name'),
  };
}

/** Returns the type of a value declared without one; number if it is unknown. */
function modelType(type: StaticType): Type {
  switch (type.kind) {
    case 'bool':
    case 'number':
    case 'duration':
    case 'text':
      return { kind: type.kind };
    case 'enum':
      return { kind: 'enum', values: type.values };
    case 'entity':
      return { kind: 'entity', of: type.of };
    case 'set':
      return { kind: 'set', of: modelType(type.of) };
    case 'map':
      return { kind: 'map', key: modelType(type.key), value: modelType(type.value) };
    default:
      return { kind: 'number' };
  }
}

function lowerRequirement(requirement: ast.Requirement, context: PathContext): Machine['requirements'][number] {
  const { condition, message } = requirement;
  const text: Expression | undefined = message === undefined ? undefined : lowerText(message, context);
  return { condition: lowerExpression(condition, context), message: text, place: context.collector.place(requirement) };
}

function lowerState(state: ast.State, indices: ReadonlyMap<ast.State, number>, context: PathContext): State {
  const blocks = (isKind: (member: ast.StateMember) => boolean): Action[] =>
    state.members.filter(isKind).flatMap((member) => lowerBlock((member as ast.EnterBlock).block, context));
  return {
    name: state.name,
    parent: ast.isState(state.$container) ? indices.get(state.$container) : undefined,
    initial: state.initial,
    final: state.final,
    enter: blocks(ast.isEnterBlock),
    leave: blocks(ast.isLeaveBlock),
    transitions: state.members.filter(ast.isTransition).map((each) => lowerTransition(each, indices, context)),
    deferred: state.members.filter(ast.isDeferral).flatMap(deferredEvents),
    place: context.collector.place(state, 'name'),
  };
}

const deferredEvents = (deferral: ast.Deferral): string[] =>
  deferral.events.map(({ event }) => (event.ref ?? giveUp()).name);

function lowerTransition(
  transition: ast.Transition,
  indices: ReadonlyMap<ast.State, number>,
  context: PathContext,
): Transition {
  const { target, guard, block, isInternal } = transition;
  return {
    trigger: lowerTrigger(transition.trigger, context),
    guard: guard === undefined ? undefined : lowerExpression(guard, context),
    actions: lowerBlock(block, context),
    target: target === undefined ? undefined : (indices.get(target.ref ?? giveUp()) ?? giveUp()),
    ...(isInternal && { isInternal }),
    place: context.collector.place(transition),
  };
}

function lowerTrigger(trigger: ast.Trigger, context: PathContext): Trigger {
  switch (trigger.$type) {
    case 'EventTrigger': {
      const event = trigger.event.ref ?? giveUp();
      if (isDone(event)) return { kind: 'done' };
      return { kind: 'event', event: event.name, parameters: trigger.parameters.map(({ name }) => name) };
    }
    case 'AnyTrigger':
      return { kind: 'any' };
    case 'TimerTrigger':
      return { kind: 'after', delay: lowerExpression(trigger.delay, context) };
    case 'AlwaysTrigger':
      return { kind: 'always' };
  }
}
