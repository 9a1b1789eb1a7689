/**
 * The reaction of a machine to an event, by the algorithm of SCXML. Selection goes from each innermost active state
 * outwards, and in each in document order; eventless transitions follow until none is enabled; then raised events are
 * taken, and deferred ones offered again.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { entityName } from '../../../model/model.ts';
import { disarm, mostInAnInstant, takeBack } from '../agenda.ts';
import { answersTo, isBuiltInEvent } from './answers.ts';
import { beginning, configurationOf, stopped } from './configuration.ts';
import { isAlive } from '../graph-now.ts';
import { enter, takeTransitions, withoutConflicts } from './microstep.ts';
import { isTrue } from '../operators.ts';
import { remark, remember } from '../remarks.ts';
import type { Frame, Message, Run, TransitionProgram } from '../run.ts';
import { placed, RunError } from '../../values/run-error.ts';
import type { Value } from '../../values/values.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { t } from '../../../model/common/translation.ts';

/**
 * Enters the initial states of an entity's machine, unless the entity has been destroyed meanwhile; its variables are
 * set before.
 */
export function startMachine(run: Run, entity: EntityId): void {
  const machine = run.program.machineOf[entity];
  if (machine === undefined || !isAlive(run.state, entity)) return;
  run.state.active[entity] = beginning(machine, itemAt(run.state.active, entity));
  enter(run, machine, entity, [machine.states.length - 1, ...machine.start]);
}

/** Stops an entity's machine at once: it is in no state, nothing is armed or deferred, nothing waits to be sent. */
export function stopMachine(run: Run, entity: EntityId): void {
  const { program, state } = run;
  takeBack(run, entity);
  if (itemAt(state.active, entity) < 0) return;
  const machine = program.machineOf[entity];
  state.active[entity] = machine === undefined ? -1 : stopped(machine, itemAt(state.active, entity));
  disarm(run, entity);
  run.step.raised.delete(entity);
  const lost = state.deferred.get(entity);
  if (lost !== undefined) {
    const name = entityName(program.model, entity);
    for (const { event, place } of lost)
      remark(run, {
        code: 'run/lost',
        message: t`"${event}" is lost: "${name}", which deferred it, has ended.`,
        place,
      });
    const deferred = new Map(state.deferred);
    deferred.delete(entity);
    state.deferred = deferred;
  }
}

/** The outcome of offering an event to a machine. */
export type OfferOutcome = 'taken' | 'deferred' | 'dropped';

/** Offers an event to a machine and executes the transition that takes it, without its eventless successors. */
export function offer(run: Run, entity: EntityId, event: string, values: readonly Value[]): OfferOutcome {
  const configuration = configurationOf(run, entity);
  if (configuration === undefined) return 'dropped';
  const answers = configuration.innermost.flatMap(
    (state) =>
      answersTo(state, event).find(
        (each) => each === 'defer' || decide(each, { run, self: entity, locals: [...values] }),
      ) ?? [],
  );
  const enabled = answers.filter((answer) => answer !== 'defer');
  if (enabled.length === 0) return answers.length > 0 ? 'deferred' : 'dropped';
  takeTransitions(run, entity, withoutConflicts(run, entity, enabled), values);
  return 'taken';
}

/**
 * Returns true if a machine would take or defer an event now; changes nothing. Throws a `RunError` where a guard fails.
 */
export function wouldTake(run: Run, entity: EntityId, event: string, values: readonly Value[]): boolean {
  const innermost = configurationOf(run, entity)?.innermost ?? [];
  return innermost.some((state) =>
    answersTo(state, event).some(
      (answer) => answer === 'defer' || isEnabled(answer, { run, self: entity, locals: [...values] }),
    ),
  );
}

/** Fires a timer whose entry has left the agenda; it is spent if its guard fails. */
export function fire(run: Run, entity: EntityId, number: number): boolean {
  const transition = run.program.machineOf[entity]?.transitions[number];
  if (transition === undefined) return false;
  if (!decide(transition, { run, self: entity, locals: [] })) {
    run.tell?.({ kind: 'spent', entity, transition: number });
    return false;
  }
  takeTransitions(run, entity, [transition]);
  return true;
}

/**
 * Runs a machine to completion: eventless transitions while any is enabled, then the oldest event it has raised, then
 * the oldest deferred event that can be taken, and so on. Returns true if anything was done.
 */
export function complete(run: Run, entity: EntityId): boolean {
  const { state, step } = run;
  let isChanged = false;
  let count = 0;
  let offered: readonly Message[] = [];
  for (;;) {
    if (takeAlways(run, entity)) isChanged = true;
    if (takeRaised(run, entity, count)) {
      isChanged = true;
      count += 1;
      continue;
    }
    // Each change of state begins a new round, with the oldest.
    if (step.unoffered.delete(entity)) offered = state.deferred.get(entity) ?? [];
    if (offered.length === 0) return isChanged;
    const taken = takeDeferred(run, entity, offered);
    if (taken !== undefined) isChanged = true;
    offered = taken === undefined ? [] : offered.slice(offered.indexOf(taken) + 1);
  }
}

/** Offers the oldest event that a machine has raised, after `count` others; returns false if there is none. */
function takeRaised(run: Run, entity: EntityId, count: number): boolean {
  const { raised } = run.step;
  const [message, ...later] = raised.get(entity) ?? [];
  if (message === undefined) return false;
  const { event, place } = message;
  if (count === mostInAnInstant || run.state.steps >= mostInAnInstant) {
    const text = t`The machine raises events endlessly; stopped after ${mostInAnInstant}.`;
    throw new RunError('run/endless', text, place);
  }
  if (later.length === 0) raised.delete(entity);
  else raised.set(entity, later);
  const taken = offer(run, entity, event, message.arguments);
  if (taken === 'deferred') defer(run, message);
  else if (taken === 'dropped' && !isBuiltInEvent(event)) run.tell?.({ kind: 'dropped', message });
  return true;
}

/** Keeps an event until a state takes it. */
export function defer(run: Run, message: Message): void {
  const { state } = run;
  state.deferred = new Map(state.deferred).set(message.to, [...(state.deferred.get(message.to) ?? []), message]);
  run.tell?.({ kind: 'deferred', message });
}

function takeAlways(run: Run, entity: EntityId): boolean {
  for (let count = 0; ; count++) {
    const configuration = configurationOf(run, entity);
    if (configuration?.innermost.some(({ always }) => always.length > 0) !== true) return count > 0;
    const frame: Frame = { run, self: entity, locals: [] };
    const enabled = configuration.innermost.flatMap(({ always }) => always.find((each) => decide(each, frame)) ?? []);
    const [first] = enabled;
    if (first === undefined) return count > 0;
    if (count === mostInAnInstant || run.state.steps >= mostInAnInstant) {
      throw new RunError(
        'run/endless',
        t`"always" transitions follow each other endlessly; stopped after ${mostInAnInstant}.`,
        first.place,
      );
    }
    takeTransitions(run, entity, withoutConflicts(run, entity, enabled));
  }
}

/**
 * Offers deferred events, oldest first, until one is taken, and returns that one. Events that no state can take any
 * more are dropped.
 */
function takeDeferred(run: Run, entity: EntityId, offered: readonly Message[]): Message | undefined {
  for (const message of offered) {
    const taken = offer(run, entity, message.event, message.arguments);
    if (taken === 'deferred') continue;
    forget(run, message);
    if (taken === 'taken') return message;
    run.tell?.({ kind: 'dropped', message });
  }
  return undefined;
}

/** Removes an event from the deferred ones, unless its machine has stopped and forgotten it already. */
function forget({ state }: Run, message: Message): void {
  const left = (state.deferred.get(message.to) ?? []).filter((other) => other !== message);
  const deferred = new Map(state.deferred);
  if (left.length === 0) deferred.delete(message.to);
  else deferred.set(message.to, left);
  state.deferred = deferred;
}

/** Returns true if a transition is to be taken, and tells so of one with a guard. */
function decide(transition: TransitionProgram, frame: Frame): boolean {
  const holds = isEnabled(transition, frame);
  if (transition.guard !== undefined) frame.run.cover?.guard(transition.place, holds);
  return holds;
}

/** Returns true if the guard of a transition holds. */
function isEnabled({ guard, place }: TransitionProgram, frame: Frame): boolean {
  if (guard === undefined) return true;
  try {
    return isTrue(guard(frame));
  } catch (error) {
    throw placed(error, place);
  }
}

/** Records that a message arrived, for expectations. */
export function noteArrival(run: Run, { to, event, arguments: values }: Message): void {
  remember(run, { kind: 'received', entity: to, event, arguments: values });
}
