/**
 * Lowers machines and events.
 */
import type { Action } from '../../model/machines/action.ts';
import type { Expression, Type } from '../../model/machines/expression.ts';
import type {
  EventDeclaration,
  History,
  Machine,
  DeclaredState,
  Transition,
  Trigger,
  Variable,
} from '../../model/machines/machine.ts';
import * as ast from '../generated/ast.ts';
import { isDone } from '../types/done-event.ts';
import type { StaticType } from '../types/static-type.ts';
import { typeOf } from '../types/typing.ts';
import { giveUp, lowerEach } from './collector.ts';
import { lowerExpression, lowerText, lowerType } from './expressions.ts';
import { eventName } from './model-names.ts';
import type { PathContext } from './path-context.ts';
import { lowerCompleteActions } from './steps.ts';

/** Lowers an event. */
export function lowerEvent(event: ast.Event, { names, collector }: PathContext): EventDeclaration {
  const machine = event.$container;
  return {
    name: names.of(event),
    machine: ast.isMachine(machine) ? names.of(machine) : undefined,
    parameters: event.parameters.map(({ name, type }) => ({ name, type: lowerType(type, collector) })),
  };
}

/**
 * Lowers a machine. Omits what is incomplete, such as a transition with an unknown target, and keeps the rest, so that
 * it can be seen and judged; nothing runs it, because the text has an error.
 */
export function lowerMachine(machine: ast.Machine, context: PathContext, documentation: string | undefined): Machine {
  const states: DeclaredState[] = [];
  const { indices, histories } = indicesIn(machine);
  for (const [state, index] of indices) states[index] = lowerState(state, { indices, histories }, context);
  const { collector } = context;
  return {
    name: context.names.of(machine),
    for: machine.for,
    parameters: machine.members.filter(ast.isParameter).map((each) => lowerValue(each, context)),
    variables: machine.members
      .filter(ast.isVariable)
      .map((each) => ({ ...lowerValue(each, context), persistent: each.persistent })),
    lets: lowerEach(machine.members.filter(ast.isLet), collector, (each) => lowerLet(each, context)),
    requirements: lowerEach(machine.members.filter(ast.isRequirement), collector, (each) =>
      lowerRequirement(each, context),
    ),
    transitions: lowerEach(machine.members.filter(ast.isTransition), collector, (each) =>
      lowerTransition(each, { indices, histories }, context),
    ),
    deferred: machine.members.filter(ast.isDeferral).flatMap((each) => deferredEvents(each, context)),
    states,
    ...(histories.size === 0
      ? {}
      : { histories: [...histories.keys()].map((each) => lowerHistory(each, indices, context)) }),
    documentation,
    place: context.collector.place(machine, 'name'),
  };
}

/** The index of every state, and of every history that says where it begins, in document order, outer states first. */
interface Indices {
  readonly indices: ReadonlyMap<ast.State, number>;
  readonly histories: ReadonlyMap<ast.History, number>;
}

function indicesIn(machine: ast.Machine): Indices {
  const indices = new Map<ast.State, number>();
  const histories = new Map<ast.History, number>();
  const visit = (members: readonly (ast.MachineMember | ast.StateMember)[]) => {
    for (const member of members) {
      if (ast.isHistory(member) && member.target.ref !== undefined) histories.set(member, histories.size);
      if (!ast.isState(member)) continue;
      indices.set(member, indices.size);
      visit(member.members);
    }
  };
  visit(machine.members);
  return { indices, histories };
}

function lowerHistory(history: ast.History, indices: Indices['indices'], context: PathContext): History {
  const { name, deep, persistent, target, $container } = history;
  return {
    ...{ name, deep, persistent },
    state: indices.get($container) ?? giveUp(),
    target: indices.get(target.ref ?? giveUp()) ?? giveUp(),
    place: context.collector.place(history, 'name'),
  };
}

function lowerValue(declaration: ast.Parameter | ast.Variable, context: PathContext): Variable {
  const { name, type, value } = declaration;
  return {
    name,
    type: lowerType(type, context.collector),
    initial: value && context.collector.attempt(() => lowerExpression(value, context)),
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
    case 'rate':
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

function lowerState(state: ast.State, all: Indices, context: PathContext): DeclaredState {
  const blocks = (isKind: (member: ast.StateMember) => boolean): Action[] =>
    state.members.filter(isKind).flatMap((member) => lowerCompleteActions((member as ast.EnterBlock).block, context));
  return {
    name: state.name,
    parent: ast.isState(state.$container) ? all.indices.get(state.$container) : undefined,
    initial: state.initial,
    final: state.final,
    ...(state.parallel ? { parallel: true } : {}),
    enter: blocks(ast.isEnterBlock),
    leave: blocks(ast.isLeaveBlock),
    transitions: lowerEach(state.members.filter(ast.isTransition), context.collector, (each) =>
      lowerTransition(each, all, context),
    ),
    deferred: state.members.filter(ast.isDeferral).flatMap((each) => deferredEvents(each, context)),
    place: context.collector.place(state, 'name'),
  };
}

const deferredEvents = ({ events }: ast.Deferral, context: PathContext): string[] =>
  lowerEach(events, context.collector, (each) => eventName(each, context));

function lowerTransition(
  transition: ast.Transition,
  { indices, histories }: Indices,
  context: PathContext,
): Transition {
  const { guard, block, isInternal } = transition;
  const target = transition.target === undefined ? undefined : (transition.target.ref ?? giveUp());
  const history = ast.isHistory(target) ? (histories.get(target) ?? giveUp()) : undefined;
  const state = ast.isHistory(target) ? target.$container : target;
  return {
    trigger: lowerTrigger(transition.trigger, context),
    guard: guard === undefined ? undefined : lowerExpression(guard, context),
    actions: lowerCompleteActions(block, context),
    target: state === undefined ? undefined : (indices.get(state) ?? giveUp()),
    ...(history === undefined ? {} : { history }),
    ...(isInternal && { isInternal }),
    place: context.collector.place(transition),
  };
}

function lowerTrigger(trigger: ast.Trigger, context: PathContext): Trigger {
  switch (trigger.$type) {
    case 'EventTrigger': {
      if (isDone(trigger.event.ref ?? giveUp())) return { kind: 'done' };
      return {
        kind: 'event',
        event: eventName(trigger, context),
        parameters: trigger.parameters.map(({ name }) => name),
      };
    }
    case 'AnyTrigger':
      return { kind: 'any' };
    case 'TimerTrigger':
      return { kind: 'after', delay: lowerExpression(trigger.delay, context) };
    case 'AlwaysTrigger':
      return { kind: 'always' };
  }
}
