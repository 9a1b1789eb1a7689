/**
 * The handling of events by machines, from the pseudocode of SCXML and the language reference: from each innermost
 * state outwards, in text order, then eventless transitions, then deferred events.
 */
import type { Machine } from '../../../../language/src/model/machines/machine.ts';
import { holds } from './evaluate.ts';
import {
  enterFirst,
  innermost,
  isEnd,
  pathFrom,
  take,
  withoutConflicts,
  type Written,
  writtenIn,
} from './microsteps.ts';
import { Failure, isAlive, isRunning, type Message, type Scene, type Value } from './world.ts';

/** Returns the machine that an entity runs. */
export const machineOf = ({ model }: Pick<Scene, 'model'>, entity: number): Machine | undefined =>
  model.machines[model.entities[entity]?.machine ?? -1];

/** Returns the active states from an innermost one outwards, the machine itself last; none after it has finished. */
const listening = (machine: Machine, inner: number): number[] =>
  isEnd(machine, inner) ? [] : pathFrom(machine, inner);

/** Returns the innermost active states of a machine; none if it does not run. */
const innermostOf = (scene: Scene, entity: number, machine: Machine): number[] =>
  isRunning(scene.world, entity) ? innermost(scene, entity, machine) : [];

/** Enters the initial states of a machine. */
export function startMachine(scene: Scene, entity: number): void {
  const machine = machineOf(scene, entity);
  if (machine !== undefined && isAlive(scene, entity)) enterFirst(scene, entity, machine);
}

/** What an innermost state does with an event: the first that applies, from it outwards. */
type Answer = { readonly written: Written; readonly names: Record<string, Value> } | 'defer';

/** Offers an event; returns its outcome, before anything that follows. */
export function offer(
  scene: Scene,
  entity: number,
  event: string,
  values: readonly Value[],
): 'taken' | 'deferred' | 'dropped' {
  const machine = machineOf(scene, entity);
  if (machine === undefined) return 'dropped';
  const leaves = innermostOf(scene, entity, machine);
  const answers = leaves.map((leaf) => answerOf(scene, entity, leaf, { event, values }));
  const enabled = answers.flatMap((each) => (each === undefined || each === 'defer' ? [] : each));
  if (enabled.length === 0) return answers.includes('defer') ? 'deferred' : 'dropped';
  if (answers.includes('defer')) scene.reach('event deferred by one state and taken by another');
  const kept = withoutConflicts(
    scene,
    entity,
    machine,
    enabled.map(({ written }) => written),
  );
  for (const written of kept) noteTaken(scene, machine, leaves, written);
  const names = kept.map((written) => enabled.find((each) => each.written.transition === written.transition)?.names);
  take(scene, entity, machine, { enabled: kept, names: names.map((each) => each ?? {}) });
  return 'taken';
}

function answerOf(
  scene: Scene,
  entity: number,
  leaf: number,
  { event, values }: { readonly event: string; readonly values: readonly Value[] },
): Answer | undefined {
  const machine = machineOf(scene, entity);
  if (machine === undefined) return undefined;
  for (const state of listening(machine, leaf)) {
    for (const written of writtenIn(machine, state)) {
      const { trigger } = written.transition;
      if (trigger.kind !== 'event' || trigger.event !== event) continue;
      const names = Object.fromEntries(trigger.parameters.map((name, index) => [name, values[index] ?? null]));
      if (isEnabled(scene, entity, written, names)) return { written, names };
    }
    if ((machine.states[state] ?? machine).deferred.includes(event)) return 'defer';
    const any = systemEvents.includes(event) ? undefined : enabledIn(scene, entity, machine, state, 'any');
    if (any !== undefined) return { written: any, names: {} };
  }
  return undefined;
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

function noteTaken({ reach }: Scene, machine: Machine, leaves: readonly number[], written: Written): void {
  const { state, transition } = written;
  if (transition.trigger.kind === 'any') {
    reach('event taken as any');
    return;
  }
  const isOuter = !leaves.includes(state);
  if (transition.target === undefined) reach(transition.actions.length === 0 ? 'event ignored' : 'internal transition');
  else if (isOuter && machine.states[transition.target]?.parent !== undefined) reach('outer handler to an inner state');
  if (isOuter) reach(state === machine.states.length ? 'transition of the machine' : 'transition of an outer state');
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
  const leaves = machine === undefined ? [] : innermostOf(scene, entity, machine);
  return leaves.some((leaf) => answerOf(scene, entity, leaf, { event, values }) !== undefined);
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
  if (!innermostOf(scene, entity, machine).includes(state)) scene.reach('timer of an outer state');
  take(scene, entity, machine, { enabled: [written], names: [] });
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
    const isActive = innermostOf(scene, entity, machine).some((leaf) => listening(machine, leaf).includes(first.done));
    if (!isActive) return true;
    const written = enabledIn(scene, entity, machine, first.done, 'done');
    if (written === undefined) return true;
    scene.reach('"done" taken');
    take(scene, entity, machine, { enabled: [written], names: [] });
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
    const enabled = innermostOf(scene, entity, machine).flatMap((leaf) => {
      const all = listening(machine, leaf).flatMap((state) => writtenIn(machine, state));
      return all.find((written) => isChoice(scene, entity, written)) ?? [];
    });
    if (enabled.length === 0) return count > 0;
    if (count > 1000) throw new Failure('run/endless');
    scene.reach('choice by "always"');
    take(scene, entity, machine, { enabled: withoutConflicts(scene, entity, machine, enabled), names: [] });
  }
}

const isChoice = (scene: Scene, entity: number, { transition: { trigger, guard } }: Written): boolean =>
  trigger.kind === 'always' && (guard === undefined || holds(scene, guard, { self: entity, names: {} }));
