/**
 * The reaction of a machine to an event: the algorithm of SCXML for statecharts without parallel states and history.
 * Selection goes from the innermost active state outwards, and in each in document order; eventless transitions follow
 * until none is enabled; then deferred events are offered again.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { disarm, mostInAnInstant, schedule } from './agenda.ts';
import { isAlive } from './graph-now.ts';
import { microsecondsIn } from './messages.ts';
import { isTrue } from './operators.ts';
import { remember } from './remarks.ts';
import type { Frame, MachineProgram, Message, Run, TransitionProgram } from './run.ts';
import { located, placed, RunError } from '../values/run-error.ts';
import type { Value } from '../values/values.ts';
import { at } from '../../model/lookup.ts';

/**
 * Enters the initial states of an entity's machine, unless the entity has been destroyed meanwhile; its variables are
 * set before.
 */
export function startMachine(run: Run, entity: EntityId): void {
  const machine = run.program.machineOf[entity];
  if (machine === undefined || !isAlive(run.state, entity)) return;
  enter(run, machine, { run, self: entity, locals: [] }, [machine.states.length - 1, ...machine.start]);
}

/** Stops an entity's machine at once: it is in no state, nothing is armed or deferred. */
export function stopMachine(run: Run, entity: EntityId): void {
  const { state } = run;
  if (at(state.active, entity) < 0) return;
  state.active[entity] = -1;
  disarm(run, entity);
  if (state.deferred.has(entity)) {
    const deferred = new Map(state.deferred);
    deferred.delete(entity);
    state.deferred = deferred;
  }
}

/** The outcome of offering an event to a machine. */
export type Taken = 'taken' | 'deferred' | 'dropped';

/** Offers an event to a machine and executes the transition that takes it, without its eventless successors. */
export function offer(run: Run, entity: EntityId, event: string, values: readonly Value[]): Taken {
  const machine = run.program.machineOf[entity];
  const leaf = machine?.states[at(run.state.active, entity)];
  if (machine === undefined || leaf === undefined) return 'dropped';
  for (const answer of leaf.answers.get(event) ?? []) {
    if (answer === 'defer') return 'deferred';
    const frame: Frame = { run, self: entity, locals: [...values] };
    if (!isEnabled(answer, frame)) continue;
    take(run, machine, frame, answer);
    return 'taken';
  }
  return 'dropped';
}

/**
 * Returns true if a machine would take or defer an event now; changes nothing. Throws a `RunError` where a guard fails.
 */
export function wouldTake(run: Run, entity: EntityId, event: string, values: readonly Value[]): boolean {
  const leaf = run.program.machineOf[entity]?.states[at(run.state.active, entity)];
  return (leaf?.answers.get(event) ?? []).some(
    (answer) => answer === 'defer' || isEnabled(answer, { run, self: entity, locals: [...values] }),
  );
}

/** Fires a timer whose entry has left the agenda; it is spent if its guard fails. */
export function fire(run: Run, entity: EntityId, number: number): boolean {
  const machine = run.program.machineOf[entity];
  const transition = machine?.transitions[number];
  if (machine === undefined || transition === undefined) return false;
  const frame: Frame = { run, self: entity, locals: [] };
  if (!isEnabled(transition, frame)) {
    run.tell?.({ kind: 'spent', entity, transition: number });
    return false;
  }
  take(run, machine, frame, transition);
  return true;
}

/**
 * Runs a machine to completion: eventless transitions while any is enabled, then the oldest deferred event that can be
 * taken, and so on. Returns true if anything was done.
 */
export function complete(run: Run, entity: EntityId): boolean {
  const { state, step } = run;
  let isChanged = false;
  let offered: readonly Message[] = [];
  for (;;) {
    if (takeAlways(run, entity)) isChanged = true;
    // Each change of state begins a new round, with the oldest.
    if (step.unoffered.delete(entity)) offered = state.deferred.get(entity) ?? [];
    if (offered.length === 0) return isChanged;
    const taken = takeDeferred(run, entity, offered);
    if (taken !== undefined) isChanged = true;
    offered = taken === undefined ? [] : offered.slice(offered.indexOf(taken) + 1);
  }
}

/** Keeps an event until a state takes it. */
export function defer(run: Run, message: Message): void {
  const { state } = run;
  state.deferred = new Map(state.deferred).set(message.to, [...(state.deferred.get(message.to) ?? []), message]);
  run.tell?.({ kind: 'deferred', message });
}

function takeAlways(run: Run, entity: EntityId): boolean {
  const { program, state } = run;
  const machine = program.machineOf[entity];
  if (machine === undefined) return false;
  let frame: Frame | undefined;
  for (let count = 0; ; count++) {
    const always = machine.states[at(state.active, entity)]?.always;
    if (always === undefined || always.length === 0) return count > 0;
    frame ??= { run, self: entity, locals: [] };
    const current = frame;
    const enabled = always.find((transition) => isEnabled(transition, current));
    if (enabled === undefined) return count > 0;
    if (count === mostInAnInstant || run.state.steps >= mostInAnInstant) {
      throw new RunError(
        'run/endless',
        `"always" transitions follow each other endlessly; stopped after ${mostInAnInstant}.`,
        enabled.place,
      );
    }
    take(run, machine, frame, enabled);
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

function isEnabled({ guard, place }: TransitionProgram, frame: Frame): boolean {
  if (guard === undefined) return true;
  try {
    return isTrue(guard(frame));
  } catch (error) {
    throw placed(error, place);
  }
}

/** Leaves, acts and enters, in this order; a transition without target only acts. */
function take(run: Run, machine: MachineProgram, frame: Frame, transition: TransitionProgram): void {
  run.tell?.({ kind: 'taken', entity: frame.self, transition: transition.number, place: transition.place });
  if (transition.target === undefined) {
    act(transition.actions, frame, transition);
    return;
  }
  leave(run, machine, frame.self, transition.domain);
  // Each block may end the entity itself: then nothing of the machine goes on.
  if (run.state.active[frame.self] === -1) return;
  act(transition.actions, frame, transition);
  if (run.state.active[frame.self] === -1) return;
  enter(run, machine, { run, self: frame.self, locals: [] }, transition.entered);
}

function act(actions: TransitionProgram['actions'], frame: Frame, { place }: TransitionProgram): void {
  if (actions !== undefined)
    located(place, () => {
      actions(frame);
    });
}

function leave(run: Run, machine: MachineProgram, entity: EntityId, domain: number): void {
  const { state, tell } = run;
  for (const index of machine.states[at(state.active, entity)]?.path ?? []) {
    if (index === domain) return;
    const left = machine.states[index];
    if (left === undefined) return;
    if (left.leave !== undefined) {
      const block = left.leave;
      located(left.place, () => {
        block({ run, self: entity, locals: [] });
      });
    }
    if (state.active[entity] === -1) return;
    tell?.({ kind: 'left', entity, state: index });
    if (left.timers.length > 0) disarm(run, entity, (number) => machine.transitions[number]?.source === index);
    state.active[entity] = left.path[1] ?? -1;
  }
}

function enter(run: Run, machine: MachineProgram, frame: Frame, states: readonly number[]): void {
  const { self } = frame;
  run.step.unoffered.add(self);
  for (const index of states) {
    const entered = machine.states[index];
    if (entered === undefined) return;
    run.state.active[self] = index;
    if (index < machine.states.length - 1) run.tell?.({ kind: 'entered', entity: self, state: index });
    const block = entered.enter;
    if (block !== undefined)
      located(entered.place, () => {
        block(frame);
      });
    if (run.state.active[self] === -1) return;
    for (const timer of entered.timers) arm(run, frame, timer);
    // The timers of the machine end with it.
    if (entered.isEnd) disarm(run, self);
  }
}

function arm(run: Run, frame: Frame, timer: TransitionProgram): void {
  const { delay } = timer;
  if (delay === undefined) return;
  located(timer.place, () => {
    const wait = microsecondsIn(delay(frame));
    if (wait < 0) throw new RunError('run/range', 'A timer cannot be set to a time in the past.');
    const due = run.state.now + wait;
    schedule(run, due, { kind: 'timer', entity: frame.self, transition: timer.number });
    run.tell?.({ kind: 'armed', entity: frame.self, transition: timer.number, at: due });
  });
}

/** Records that a message arrived, for expectations. */
export function noteArrival(run: Run, { to, event, arguments: values }: Message): void {
  remember(run, { kind: 'received', entity: to, event, arguments: values });
}
