/**
 * A microstep of a machine, by the algorithm of SCXML: of the selected transitions those without conflicts are taken
 * together. All that they leave is left, innermost and last states first; their actions follow; then all that they enter
 * is entered in document order.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { append } from '../../../model/common/append.ts';
import { itemAt, required } from '../../../model/common/lookup.ts';
import { located, RunError } from '../../values/run-error.ts';
import type { Value } from '../../values/values.ts';
import { disarm, schedule, takeBack } from '../agenda.ts';
import { configurationOf, remembering, withoutState, withState } from './configuration.ts';
import { byOwnClock, microsecondsIn } from '../messages.ts';
import type { Configuration, Frame, MachineProgram, Run, StateProgram, TransitionProgram } from '../run.ts';
import { domainOf, enteredFor, isStateWithin } from './state-tree.ts';
import { t } from '../../../model/common/translation.ts';

/**
 * Returns the transitions that are taken together, of those enabled for each innermost state in document order: each
 * once, and where some would leave the same states, that of the inner source, else the first one. Cost: O(transitions² ×
 * active states).
 */
export function withoutConflicts(
  run: Run,
  entity: EntityId,
  enabled: readonly TransitionProgram[],
): readonly TransitionProgram[] {
  const machine = run.program.machineOf[entity];
  const now = configurationOf(run, entity);
  if (enabled.length < 2 || machine === undefined || now === undefined) return enabled;
  const left = new Map(enabled.map((each) => [each, leftBy(machine, now, recalled(machine, now, each))]));
  let kept: readonly TransitionProgram[] = [];
  for (const [one, own] of left) {
    const rivals = kept.filter((other) => own.some((index) => left.get(other)?.includes(index)));
    if (rivals.every((other) => isStateWithin(machine.tree, one.source, other.source))) {
      kept = [...kept.filter((other) => !rivals.includes(other)), one];
    }
  }
  return kept;
}

/** Returns the active states that a transition leaves, in document order. */
function leftBy(
  { tree }: MachineProgram,
  { states }: Configuration,
  { target, domain }: TransitionProgram,
): readonly number[] {
  return target === undefined ? [] : states.filter((index) => isStateWithin(tree, index, domain));
}

/** Returns a transition that leads where its history remembers; others as they are. */
function recalled(
  { tree }: MachineProgram,
  { memories }: Configuration,
  transition: TransitionProgram,
): TransitionProgram {
  const { history } = transition;
  const remembered = history === undefined ? undefined : memories.get(history);
  if (remembered === undefined) return transition;
  const domain = domainOf(tree, transition, remembered);
  return { ...transition, domain, entered: enteredFor(tree, remembered, domain) };
}

/** Takes transitions together; `values` are those of their event. One without target only acts. */
export function takeTransitions(
  run: Run,
  entity: EntityId,
  enabled: readonly TransitionProgram[],
  values: readonly Value[] = [],
): void {
  const { program, state, tell } = run;
  const machine = program.machineOf[entity];
  if (machine === undefined) return;
  for (const { number, place } of enabled) tell?.({ kind: 'taken', entity, transition: number, place });
  const now = configurationOf(run, entity);
  const going = enabled.flatMap((each) => (each.target === undefined || now === undefined ? [] : recalled(machine, now, each))); // oxfmt-ignore
  if (now !== undefined && going.length > 0) leave(run, machine, entity, now, going);
  for (const { actions, place } of enabled) {
    // Each block may end the entity itself: then nothing of the machine goes on.
    if (itemAt(state.active, entity) < 0) return;
    if (actions === undefined) continue;
    located(place, () => {
      actions({ run, self: entity, locals: [...values] });
    });
  }
  const left = configurationOf(run, entity);
  // A history whose state has just been left stands for what was active in it.
  if (going.length > 0 && left !== undefined) enter(run, machine, entity, enteredBy(machine, left, going));
}

/**
 * Returns the states that transitions enter, in document order, once they have left what is within their domains. These
 * stay as they were, whatever a history remembers since.
 */
function enteredBy(
  { tree }: MachineProgram,
  { memories }: Configuration,
  going: readonly TransitionProgram[],
): readonly number[] {
  const entered = going.flatMap(({ history, domain, entered: otherwise }) => {
    const remembered = history === undefined ? undefined : memories.get(history);
    return remembered === undefined ? otherwise : enteredFor(tree, remembered, domain);
  });
  return going.length === 1 ? entered : entered.sort((a, b) => a - b);
}

function leave(
  run: Run,
  machine: MachineProgram,
  entity: EntityId,
  before: Configuration,
  going: readonly TransitionProgram[],
): void {
  const { state, tell } = run;
  const all = going.flatMap((transition) => leftBy(machine, before, transition));
  state.active[entity] = remembering(machine, itemAt(state.active, entity), all);
  for (const index of all.sort((a, b) => b - a)) {
    const left = machine.states[index];
    if (left === undefined) return;
    if (left.leave !== undefined) {
      const block = left.leave;
      located(left.place, () => {
        block({ run, self: entity, locals: [] });
      });
    }
    if (itemAt(state.active, entity) < 0) return;
    tell?.({ kind: 'left', entity, state: index });
    if (left.timers.length > 0) disarm(run, entity, (number) => machine.transitions[number]?.source === index);
    state.active[entity] = withoutState(machine, itemAt(state.active, entity), index);
  }
}

/** Enters states in this order, each after those around it. */
export function enter(run: Run, machine: MachineProgram, entity: EntityId, states: readonly number[]): void {
  const { active } = run.state;
  const frame: Frame = { run, self: entity, locals: [] };
  run.step.unoffered.add(entity);
  for (const index of states) {
    const entered = machine.states[index];
    if (entered === undefined) return;
    if (index < machine.states.length - 1) {
      active[entity] = withState(machine, itemAt(active, entity), index);
      run.tell?.({ kind: 'entered', entity, state: index });
    }
    const block = entered.enter;
    if (block !== undefined)
      located(entered.place, () => {
        block(frame);
      });
    if (itemAt(active, entity) < 0) return;
    for (const timer of entered.timers) arm(run, frame, timer);
    // The timers of the machine end with it, and what it has yet to send.
    if (entered.isEnd) {
      disarm(run, entity);
      takeBack(run, entity);
    }
    if (entered.final) raiseDone(run, machine, entity, entered);
  }
}

/** Raises that the state around a final one is done, and the parallel state around that if this was its last. */
function raiseDone(run: Run, { tree, states }: MachineProgram, entity: EntityId, { path }: StateProgram): void {
  const active = configurationOf(run, entity)?.states ?? [];
  const isDone = (state: number): boolean => {
    const inner = required(tree.inner[state]);
    if (tree.parallel[state] === true) return inner.every(isDone);
    return inner.some((each) => active.includes(each) && states[each]?.final === true);
  };
  const [, around = -1, outer = -1] = path;
  for (const state of tree.parallel[outer] === true && isDone(outer) ? [around, outer] : [around]) {
    const event = states[state]?.done;
    if (event === undefined) continue;
    const number = run.state.messages;
    append(run.step.raised, entity, { from: entity, to: entity, event, arguments: [], place: undefined, number });
  }
}

function arm(run: Run, frame: Frame, timer: TransitionProgram): void {
  const { delay } = timer;
  if (delay === undefined) return;
  located(timer.place, () => {
    const wait = delay(frame);
    if (microsecondsIn(wait) < 0) throw new RunError('run/range', t`A timer cannot be set to a time in the past.`);
    const due = run.state.now + byOwnClock(run, frame.self, wait);
    schedule(run, due, { kind: 'timer', entity: frame.self, transition: timer.number });
    run.tell?.({ kind: 'armed', entity: frame.self, transition: timer.number, at: due });
  });
}
