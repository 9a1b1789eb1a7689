/**
 * The handling of events by machines, from the pseudocode of SCXML and the language reference: innermost state first,
 * in text order, then eventless transitions, then deferred events.
 */
import type { Machine, Transition } from '../../../../language/src/model/machine.ts';
import { evaluate, holds } from './evaluate.ts';
import { byClock } from './places.ts';
import { type Due, Failure, isAlive, type Message, type Scene, schedule, takeBack, type Value } from './world.ts';

/** Returns the machine that an entity runs. */
export const machineOf = ({ model }: Pick<Scene, 'model'>, entity: number): Machine | undefined =>
  model.machines[model.entities[entity]?.machine ?? -1];

/** A transition and the state that contains it; the machine itself comes after the last state. */
interface Written {
  readonly state: number;
  readonly index: number;
  readonly transition: Transition;
}

const writtenIn = (machine: Machine, state: number): Written[] =>
  (machine.states[state] ?? machine).transitions.map((transition, index) => ({ state, index, transition }));

const around = (machine: Machine, state: number): number => machine.states[state]?.parent ?? machine.states.length;

/** Returns the states from one outwards, the machine itself last. */
function pathFrom(machine: Machine, state: number): number[] {
  if (state < 0) return [];
  return state === machine.states.length ? [state] : [state, ...pathFrom(machine, around(machine, state))];
}

const leafOf = ({ world }: Scene, entity: number): number => world.leaves[entity] ?? -1;

/** Returns the states whose transitions count: none after the machine has finished. */
const listening = (scene: Scene, entity: number, machine: Machine): number[] =>
  isOver(machine, leafOf(scene, entity)) ? [] : pathFrom(machine, leafOf(scene, entity));

const isOver = (machine: Machine, leaf: number): boolean =>
  machine.states[leaf]?.final === true && machine.states[leaf].parent === undefined;

/** Enters the initial states of a machine. */
export function startMachine(scene: Scene, entity: number): void {
  const machine = machineOf(scene, entity);
  if (machine === undefined || !isAlive(scene, entity)) return;
  enter(scene, entity, [machine.states.length, ...firstWithin(machine, undefined)], {});
}

function firstWithin(machine: Machine, parent: number | undefined): number[] {
  const first = machine.states.findIndex((state) => state.initial && state.parent === parent);
  return first < 0 ? [] : [first, ...firstWithin(machine, first)];
}

/** Offers an event; returns its outcome, before anything that follows. */
export function offer(
  scene: Scene,
  entity: number,
  event: string,
  values: readonly Value[],
): 'taken' | 'deferred' | 'dropped' {
  const machine = machineOf(scene, entity);
  const leaf = leafOf(scene, entity);
  if (machine === undefined) return 'dropped';
  for (const state of listening(scene, entity, machine)) {
    for (const written of writtenIn(machine, state)) {
      const { trigger } = written.transition;
      if (trigger.kind !== 'event' || trigger.event !== event) continue;
      const names = Object.fromEntries(trigger.parameters.map((name, index) => [name, values[index] ?? null]));
      if (!isEnabled(scene, entity, written, names)) continue;
      noteTaken(scene, machine, leaf, written);
      take(scene, entity, machine, written, names);
      return 'taken';
    }
    if ((machine.states[state] ?? machine).deferred.includes(event)) return 'deferred';
    const any = systemEvents.includes(event) ? undefined : enabledIn(scene, entity, machine, state, 'any');
    if (any === undefined) continue;
    scene.reach('event taken as any');
    take(scene, entity, machine, any, {});
    return 'taken';
  }
  return 'dropped';
}

/** No machine sends these. */
const systemEvents: readonly string[] = ['restarted', 'freed', 'lost'];

const enabledIn = (
  scene: Scene,
  entity: number,
  machine: Machine,
  state: number,
  kind: 'any' | 'done',
): Written | undefined =>
  writtenIn(machine, state).find(
    (written) => written.transition.trigger.kind === kind && isEnabled(scene, entity, written, {}),
  );

function noteTaken({ reach }: Scene, machine: Machine, leaf: number, { state, transition }: Written): void {
  if (transition.target === undefined) reach(transition.actions.length === 0 ? 'event ignored' : 'internal transition');
  else if (state !== leaf && machine.states[transition.target]?.parent !== undefined)
    reach('outer handler to an inner state');
  if (state !== leaf)
    reach(state === machine.states.length ? 'transition of the machine' : 'transition of an outer state');
}

function isEnabled(scene: Scene, entity: number, { transition }: Written, names: Record<string, Value>): boolean {
  const { guard } = transition;
  const isOpen = guard === undefined || holds(scene, guard, { self: entity, names });
  if (!isOpen) scene.reach('guard that fails');
  return isOpen;
}

/** Returns true if an event would be taken or deferred. */
export function wouldTake(scene: Scene, entity: number, event: string, values: readonly Value[]): boolean {
  const machine = machineOf(scene, entity);
  return (
    machine !== undefined &&
    listening(scene, entity, machine).some(
      (state) =>
        writtenIn(machine, state).some(({ transition: { trigger, guard } }) => {
          if (trigger.kind !== 'event' || trigger.event !== event) return false;
          const names = Object.fromEntries(trigger.parameters.map((name, index) => [name, values[index] ?? null]));
          return guard === undefined || holds(scene, guard, { self: entity, names });
        }) ||
        (machine.states[state] ?? machine).deferred.includes(event) ||
        (!systemEvents.includes(event) && enabledIn(scene, entity, machine, state, 'any') !== undefined),
    )
  );
}

/** Takes a transition: leaves, acts and enters. */
function take(
  scene: Scene,
  entity: number,
  machine: Machine,
  { state, transition }: Written,
  names: Record<string, Value>,
): void {
  scene.taken(transition.place);
  const { target, actions, isInternal } = transition;
  const act = (): void => {
    scene.perform(scene, { self: entity, names }, actions);
  };
  if (target === undefined) {
    act();
    return;
  }
  // The innermost state around the source that also contains the target.
  const outside = pathFrom(machine, around(machine, target));
  const isInside = isInternal === true && outside.includes(state);
  if (isInside && state !== machine.states.length) scene.reach('internal transition to a state within');
  const domain =
    isInside || state === machine.states.length
      ? state
      : (pathFrom(machine, around(machine, state)).find((each) => outside.includes(each)) ?? machine.states.length);
  leave(scene, entity, machine, domain);
  if (leafOf(scene, entity) < 0) return;
  act();
  if (leafOf(scene, entity) < 0) return;
  const entered = pathFrom(machine, target);
  enter(
    scene,
    entity,
    [...entered.slice(0, entered.indexOf(domain)).reverse(), ...firstWithin(machine, target)],
    names,
  );
}

function leave(scene: Scene, entity: number, machine: Machine, domain: number): void {
  const { world } = scene;
  for (const state of pathFrom(machine, leafOf(scene, entity))) {
    if (state === domain) return;
    scene.perform(scene, { self: entity, names: {} }, machine.states[state]?.leave ?? []);
    if (leafOf(scene, entity) < 0) return;
    const isOf = (due: Due): boolean => due.kind === 'timer' && due.entity === entity && due.state === state;
    if (world.agenda.some(({ due }) => isOf(due))) scene.reach('timer cancelled');
    takeBack(scene, isOf);
    world.leaves[entity] = around(machine, state);
  }
}

function enter(scene: Scene, entity: number, states: readonly number[], names: Record<string, Value>): void {
  const { world } = scene;
  const machine = machineOf(scene, entity);
  if (machine === undefined) return;
  scene.unoffered.add(entity);
  for (const state of states) {
    world.leaves[entity] = state;
    if (machine.states[state]?.parent !== undefined) scene.reach('inner state');
    if (machine.states[state]?.final === true)
      scene.reach(isOver(machine, state) ? 'machine that is over' : 'inner final state');
    if (isOver(machine, state))
      takeBack(scene, (due) => (due.kind === 'timer' || due.kind === 'waiting') && due.entity === entity);
    scene.perform(scene, { self: entity, names }, machine.states[state]?.enter ?? []);
    if (leafOf(scene, entity) < 0) return;
    const parent = machine.states[state]?.parent;
    if (parent !== undefined && machine.states[state]?.final === true) scene.raised.push({ entity, done: parent });
    for (const { index, transition } of writtenIn(machine, state)) {
      if (transition.trigger.kind !== 'after') continue;
      const wait = evaluate(scene, { self: entity, names: {} }, transition.trigger.delay);
      if (typeof wait !== 'object' || wait === null || !('ms' in wait)) throw new Failure('run/value');
      if (wait.ms < 0) throw new Failure('run/range');
      schedule(world, world.now + byClock(scene, entity, wait.ms), { kind: 'timer', entity, state, transition: index });
    }
  }
}

/** Fires a timer, which is then spent even if its guard fails. */
export function fire(scene: Scene, entity: number, state: number, index: number): void {
  const machine = machineOf(scene, entity);
  const written = machine === undefined ? undefined : writtenIn(machine, state)[index];
  if (machine === undefined || written === undefined) return;
  if (!isEnabled(scene, entity, written, {})) {
    scene.reach('timer spent');
    return;
  }
  scene.reach('timer fired');
  if (state !== leafOf(scene, entity)) scene.reach('timer of an outer state');
  take(scene, entity, machine, written, {});
  complete(scene, entity);
}

/** Takes eventless transitions and deferred events until nothing is left; returns whether there were any. */
export function complete(scene: Scene, entity: number): boolean {
  let isChanged = false;
  let offered: Message[] = [];
  for (;;) {
    if (takeAlways(scene, entity)) isChanged = true;
    if (takeRaised(scene, entity)) {
      isChanged = true;
      continue;
    }
    if (scene.unoffered.delete(entity)) offered = [...(scene.world.deferred[entity] ?? [])];
    const message = offered.shift();
    if (message === undefined) return isChanged;
    const { event, values } = message;
    const became = offer(scene, entity, event, values);
    if (became === 'deferred') continue;
    const { deferred } = scene.world;
    deferred[entity] = (deferred[entity] ?? []).filter((other) => other !== message);
    if (became === 'taken') {
      isChanged = true;
      scene.reach('deferred event taken later');
    } else {
      scene.dropped.push(event);
      scene.reach('deferred event dropped later');
    }
  }
}

/** Takes the oldest event that a machine has raised, whatever comes of it. */
function takeRaised(scene: Scene, entity: number): boolean {
  const index = scene.raised.findIndex((each) => each.entity === entity);
  const [first] = index < 0 ? [] : scene.raised.splice(index, 1);
  const machine = machineOf(scene, entity);
  if (first === undefined || machine === undefined) return false;
  scene.events += 1;
  if (scene.events > 1000) throw new Failure('run/endless');
  if (first.done !== undefined) {
    if (!listening(scene, entity, machine).includes(first.done)) return true;
    const written = enabledIn(scene, entity, machine, first.done, 'done');
    if (written === undefined) return true;
    scene.reach('"done" taken');
    take(scene, entity, machine, written, {});
    return true;
  }
  const { message } = first;
  const became = offer(scene, entity, message.event, message.values);
  if (became === 'taken') scene.reach('raised event taken');
  if (became === 'deferred') {
    scene.reach('raised event deferred');
    scene.world.deferred[entity] = [...(scene.world.deferred[entity] ?? []), message];
  }
  if (became === 'dropped') scene.dropped.push(message.event);
  return true;
}

function takeAlways(scene: Scene, entity: number): boolean {
  const machine = machineOf(scene, entity);
  if (machine === undefined) return false;
  for (let count = 0; ; count++) {
    const enabled = listening(scene, entity, machine)
      .flatMap((state) => writtenIn(machine, state))
      .find(
        (written) =>
          written.transition.trigger.kind === 'always' &&
          (written.transition.guard === undefined ||
            holds(scene, written.transition.guard, { self: entity, names: {} })),
      );
    if (enabled === undefined) return count > 0;
    if (count > 1000) throw new Failure('run/endless');
    scene.reach('choice by "always"');
    take(scene, entity, machine, enabled, {});
  }
}
