/**
 * Microsteps of machines in the world of the second executor, from the pseudocode of SCXML 1.0, appendix D: the active
 * states are a set, and every set of states is computed again where it is needed. The machine itself is the last state.
 */
import type { Machine, Transition } from '../../../../language/src/model/machines/machine.ts';
import { evaluate } from './evaluate.ts';
import { byClock } from './places.ts';
import { type Due, Failure, isRunning, type Scene, schedule, takeBack, type Value } from './world.ts';

/** A transition and the state that contains it; the machine itself comes after the last state. */
export interface Written {
  readonly state: number;
  readonly index: number;
  readonly transition: Transition;
}

export const writtenIn = (machine: Machine, state: number): Written[] =>
  (machine.states[state] ?? machine).transitions.map((transition, index) => ({ state, index, transition }));

const around = (machine: Machine, state: number): number => machine.states[state]?.parent ?? machine.states.length;

/** Returns the states from one outwards, the machine itself last. */
export const pathFrom = (machine: Machine, state: number): number[] =>
  state === machine.states.length ? [state] : [state, ...pathFrom(machine, around(machine, state))];

const isWithin = (machine: Machine, state: number, outer: number): boolean =>
  state !== outer && pathFrom(machine, state).includes(outer);

const within = (machine: Machine, state: number): number[] =>
  [...machine.states.keys()].filter((each) => around(machine, each) === state);

const isParallel = (machine: Machine, state: number): boolean => machine.states[state]?.parallel === true;

const activeIn = ({ world }: Pick<Scene, 'world'>, entity: number): readonly number[] => world.active[entity] ?? [];

/** Returns the innermost active states in document order; the machine itself if there is none. */
export function innermost(scene: Pick<Scene, 'world'>, entity: number, machine: Machine): number[] {
  const active = activeIn(scene, entity);
  if (active.length === 0) return [machine.states.length];
  return active.filter((state) => !active.some((other) => isWithin(machine, other, state)));
}

export const isEnd = (machine: Machine, state: number): boolean =>
  machine.states[state]?.final === true && machine.states[state].parent === undefined;

const memoryOf = (entity: number, history: number): string => `${entity} ${history}`;

/** `getEffectiveTargetStates`. */
function targetsOf(
  { world }: Scene,
  entity: number,
  machine: Machine,
  { target, history }: Transition,
): readonly number[] {
  if (target === undefined) return [];
  if (history === undefined) return [target];
  return world.memories[memoryOf(entity, history)] ?? [machine.histories?.[history]?.target ?? target];
}

/** `getTransitionDomain`: the first state around the source, not parallel, within which all targets are. */
function domainOf(scene: Scene, entity: number, machine: Machine, { state, transition }: Written): number {
  const targets = targetsOf(scene, entity, machine, transition);
  const [, ...outer] = pathFrom(machine, state);
  const possible = transition.isInternal === true ? [state, ...outer] : outer;
  return (
    possible.find((each) => !isParallel(machine, each) && targets.every((target) => isWithin(machine, target, each))) ??
    machine.states.length
  );
}

/** `computeExitSet`. */
function leftBy(scene: Scene, entity: number, machine: Machine, written: Written): number[] {
  if (written.transition.target === undefined) return [];
  const domain = domainOf(scene, entity, machine, written);
  return activeIn(scene, entity).filter((state) => isWithin(machine, state, domain));
}

/** `removeConflictingTransitions`: of those found for each innermost state. */
export function withoutConflicts(
  scene: Scene,
  entity: number,
  machine: Machine,
  enabled: readonly Written[],
): readonly Written[] {
  let kept: Written[] = [];
  for (const [index, one] of enabled.entries()) {
    if (enabled.findIndex((other) => other.transition === one.transition) < index) continue;
    const own = leftBy(scene, entity, machine, one);
    const rivals = kept.filter((other) => leftBy(scene, entity, machine, other).some((state) => own.includes(state)));
    if (rivals.length > 0) scene.reach('transitions in conflict');
    if (!rivals.every((other) => isWithin(machine, one.state, other.state))) continue;
    kept = [...kept.filter((other) => !rivals.includes(other)), one];
  }
  if (kept.filter(({ transition }) => transition.target !== undefined).length > 1)
    scene.reach('transitions taken together');
  return kept;
}

/** Takes transitions together: leaves, acts and enters. */
export function take(
  scene: Scene,
  entity: number,
  machine: Machine,
  { enabled, names }: { readonly enabled: readonly Written[]; readonly names: readonly Record<string, Value>[] },
): void {
  for (const { transition } of enabled) scene.taken(transition.place);
  const going = enabled.filter(({ transition }) => transition.target !== undefined);
  for (const { state, transition } of going) {
    if (transition.isInternal === true && domainOf(scene, entity, machine, { state, index: 0, transition }) === state)
      scene.reach('internal transition to a state within');
  }
  leave(
    scene,
    entity,
    machine,
    going.flatMap((written) => leftBy(scene, entity, machine, written)),
  );
  for (const [index, { transition }] of enabled.entries()) {
    if (!isRunning(scene.world, entity)) return;
    scene.perform(scene, { self: entity, names: names[index] ?? {} }, transition.actions);
  }
  if (!isRunning(scene.world, entity) || going.length === 0) return;
  for (const { transition } of going) {
    if (transition.history !== undefined)
      scene.reach(
        scene.world.memories[memoryOf(entity, transition.history)] === undefined
          ? 'history that has nothing to remember'
          : 'history that remembers',
      );
  }
  enter(
    scene,
    entity,
    going.flatMap((written) => enteredBy(scene, entity, machine, written)),
  );
}

function leave(scene: Scene, entity: number, machine: Machine, left: readonly number[]): void {
  const { world } = scene;
  remember(scene, entity, machine, left);
  for (const state of [...new Set(left)].sort((a, b) => b - a)) {
    scene.perform(scene, { self: entity, names: {} }, machine.states[state]?.leave ?? []);
    if (!isRunning(world, entity)) return;
    const isOf = (due: Due): boolean => due.kind === 'timer' && due.entity === entity && due.state === state;
    if (world.agenda.some(({ due }) => isOf(due))) scene.reach('timer cancelled');
    takeBack(scene, isOf);
    world.active[entity] = activeIn(scene, entity).filter((each) => each !== state);
  }
}

/** Keeps what the histories of states that are about to be left stand for. */
function remember(scene: Scene, entity: number, machine: Machine, left: readonly number[]): void {
  const active = activeIn(scene, entity);
  for (const [index, { state, deep }] of (machine.histories ?? []).entries()) {
    if (!left.includes(state)) continue;
    scene.world.memories[memoryOf(entity, index)] = deep
      ? innermost(scene, entity, machine).filter((each) => isWithin(machine, each, state))
      : active.filter((each) => around(machine, each) === state);
  }
}

/** Forgets what the histories of an entity remember; a crash leaves that of persistent ones. */
export function forgetHistories({ model, world, reach }: Scene, entity: number, isCrash: boolean): void {
  const histories = model.machines[model.entities[entity]?.machine ?? -1]?.histories ?? [];
  for (const [index, { persistent }] of histories.entries()) {
    const key = memoryOf(entity, index);
    if (world.memories[key] === undefined) continue;
    if (isCrash && persistent) reach('history that outlives a crash');
    // oxlint-disable-next-line typescript/no-dynamic-delete -- a record of what there is
    else delete world.memories[key];
  }
}

/** `computeEntrySet`. */
function enteredBy(scene: Scene, entity: number, machine: Machine, written: Written): number[] {
  const entered = new Set<number>();
  const addWithin = (parallel: number): void => {
    for (const child of within(machine, parallel))
      if (![...entered].some((each) => each === child || isWithin(machine, each, child))) addDown(child);
  };
  const addDown = (state: number): void => {
    entered.add(state);
    if (isParallel(machine, state)) addWithin(state);
    else for (const child of within(machine, state)) if (machine.states[child]?.initial === true) addDown(child);
  };
  const targets = targetsOf(scene, entity, machine, written.transition);
  const domain = domainOf(scene, entity, machine, written);
  for (const target of targets) addDown(target);
  for (const target of targets) {
    const [, ...outer] = pathFrom(machine, target);
    for (const each of outer.slice(0, outer.indexOf(domain))) {
      entered.add(each);
      if (isParallel(machine, each)) addWithin(each);
    }
  }
  return [...entered];
}

/** Enters the initial states of a machine, which is in no state yet. */
export function enterFirst(scene: Scene, entity: number, machine: Machine): void {
  const first: number[] = [];
  const addDown = (state: number): void => {
    if (state < machine.states.length) first.push(state);
    for (const child of within(machine, state))
      if (isParallel(machine, state) || machine.states[child]?.initial === true) addDown(child);
  };
  addDown(machine.states.length);
  scene.world.active[entity] = [];
  enter(scene, entity, [machine.states.length, ...first]);
}

function enter(scene: Scene, entity: number, states: readonly number[]): void {
  const { world, model } = scene;
  const machine = model.machines[model.entities[entity]?.machine ?? -1];
  if (machine === undefined) return;
  scene.unoffered.add(entity);
  const inOrder = [...new Set(states)].sort((a, b) => a - b);
  // The machine itself is entered first, at its start.
  const isStart = inOrder.at(-1) === machine.states.length;
  for (const state of isStart ? [machine.states.length, ...inOrder.slice(0, -1)] : inOrder) {
    if (state < machine.states.length) world.active[entity] = [...activeIn(scene, entity), state].sort((a, b) => a - b);
    noteEntered(scene, entity, machine, state);
    scene.perform(scene, { self: entity, names: {} }, machine.states[state]?.enter ?? []);
    if (!isRunning(world, entity)) return;
    arm(scene, entity, machine, state);
    if (isEnd(machine, state))
      takeBack(scene, (due) => (due.kind === 'timer' || due.kind === 'waiting') && due.entity === entity);
    if (machine.states[state]?.final === true) raiseDone(scene, entity, machine, around(machine, state));
  }
}

function noteEntered(scene: Scene, entity: number, machine: Machine, state: number): void {
  if (machine.states[state]?.parent !== undefined) scene.reach('inner state');
  if (machine.states[state]?.final === true)
    scene.reach(isEnd(machine, state) ? 'machine that is over' : 'inner final state');
  if (innermost(scene, entity, machine).length > 1) scene.reach('states that are active together');
}

function arm(scene: Scene, entity: number, machine: Machine, state: number): void {
  const { world } = scene;
  for (const { index, transition } of writtenIn(machine, state)) {
    if (transition.trigger.kind !== 'after') continue;
    const wait = evaluate(scene, { self: entity, names: {} }, transition.trigger.delay);
    if (typeof wait !== 'object' || wait === null || !('ms' in wait)) throw new Failure('run/value');
    if (wait.ms < 0) throw new Failure('run/range');
    schedule(world, world.now + byClock(scene, entity, wait.ms), { kind: 'timer', entity, state, transition: index });
  }
}

/** Raises that a state is done, and the parallel one around it if all in that are. */
function raiseDone(scene: Scene, entity: number, machine: Machine, done: number): void {
  if (done === machine.states.length) return;
  scene.raised.push({ entity, done });
  const isDone = (state: number): boolean =>
    isParallel(machine, state)
      ? within(machine, state).every(isDone)
      : within(machine, state).some(
          (each) => machine.states[each]?.final === true && activeIn(scene, entity).includes(each),
        );
  const outer = around(machine, done);
  if (!isParallel(machine, outer) || !isDone(outer)) return;
  scene.reach('parallel state that is done');
  scene.raised.push({ entity, done: outer });
}
