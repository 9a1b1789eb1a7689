/**
 * The configurations of machines: the states that are active together, and what histories remember. A run keeps one
 * number for each machine. Where a state is active alone, with those around it, and nothing is remembered, that is the
 * number of the state; further ones are numbered as they are met.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { itemAt, required } from '../../../model/common/lookup.ts';
import type { Configuration, MachineProgram, Run, StateProgram } from '../run.ts';
import { isStateWithin, type Memories } from './state-tree.ts';

/** Returns the configuration of an entity's machine; undefined if it runs none, or is in no state. */
export const configurationOf = (
  { program, state }: Pick<Run, 'program' | 'state'>,
  entity: EntityId,
): Configuration | undefined => program.machineOf[entity]?.configurations[itemAt(state.active, entity)];

/** Returns the configurations with one innermost state each, by the number of that state. */
export const singleConfigurations = (states: readonly StateProgram[]): Configuration[] =>
  states.map((innermost) => ({
    states: innermost.path.slice(0, -1).reverse(),
    innermost: [innermost],
    memories: nothing,
  }));

const nothing: Memories = new Map();

/** Returns the configuration with one more state, which is in an active one. */
export function withState(machine: MachineProgram, number: number, entered: number): number {
  // Most often what is entered is in the only innermost state.
  if (number === machine.states[entered]?.path[1]) return entered;
  return changed(machine, number, entered, (states) => [...states, entered]);
}

/** Returns the configuration without one of its innermost states. */
export function withoutState(machine: MachineProgram, number: number, left: number): number {
  if (number === left) return machine.states[left]?.path[1] ?? -1;
  return changed(machine, number, left, (states) => states.filter((each) => each !== left));
}

/** What `changed` has returned, by configuration and state. */
const changes = new WeakMap<MachineProgram, Map<number, number>>();

/** Returns the configuration in which one state more is active, or one less if it is active already. */
function changed(
  machine: MachineProgram,
  number: number,
  state: number,
  change: (states: readonly number[]) => readonly number[],
): number {
  let known = changes.get(machine);
  if (known === undefined) changes.set(machine, (known = new Map<number, number>()));
  const key = number * machine.states.length + state;
  let found = known.get(key);
  if (found === undefined) {
    const { states, memories } = required(machine.configurations[number]);
    found = numberOf(machine, change(states), memories);
    known.set(key, found);
  }
  return found;
}

/** Returns the configuration in which the histories of some states that are about to be left remember what is active. */
export function remembering(machine: MachineProgram, number: number, left: readonly number[]): number {
  const { tree } = machine;
  const known = machine.configurations[number];
  if (known === undefined || !tree.histories.some(({ state }) => left.includes(state))) return number;
  const memories = new Map(known.memories);
  for (const [index, { state, deep }] of tree.histories.entries()) {
    if (!left.includes(state)) continue;
    const within = deep ? known.innermost.map(({ path }) => path[0] ?? state) : known.states;
    memories.set(
      index,
      within.filter((each) => (deep ? isStateWithin(tree, each, state) : tree.paths[each]?.[1] === state)),
    );
  }
  return numberOf(machine, known.states, memories);
}

/** Returns the number of a machine that stops: negative, with what its persistent histories remember. */
export function stopped(machine: MachineProgram, number: number): number {
  const { memories = nothing } = machine.configurations[number] ?? {};
  const kept = [...memories].filter(([history]) => machine.tree.histories[history]?.persistent);
  return kept.length === 0 ? -1 : -2 - numberOf(machine, [], new Map(kept));
}

/** Returns the number of a stopped machine that begins: in no state yet, with what it remembers. */
export const beginning = (machine: MachineProgram, number: number): number =>
  number < -1 ? -2 - number : machine.states.length - 1;

/** Returns the configurations of a machine that runs have met, besides those that have a number from the start. */
export const metConfigurations = ({ configurations, states }: MachineProgram): MetConfiguration[] =>
  configurations.slice(states.length).map(({ states: active, memories }) => ({ states: active, memories }));

/** A configuration without what follows from it. */
export type MetConfiguration = Pick<Configuration, 'states' | 'memories'>;

/** Meets a configuration. */
export const meetConfiguration = (machine: MachineProgram, { states, memories }: MetConfiguration): number =>
  numberOf(machine, states, memories);

const numbered = new WeakMap<MachineProgram, Map<string, number>>();

/** Returns the number of the configuration of some states, each with all around it, and of what is remembered. */
function numberOf(machine: MachineProgram, unordered: readonly number[], memories: Memories): number {
  const states = [...unordered].sort((a, b) => a - b);
  const outer = new Set(states.map((index) => machine.states[index]?.path[1]));
  const innermost = states.filter((index) => !outer.has(index));
  const [first = machine.states.length - 1, second] = innermost;
  if (second === undefined && memories.size === 0) return first;
  let known = numbered.get(machine);
  if (known === undefined) numbered.set(machine, (known = new Map<string, number>()));
  const key = `${innermost.join()} ${[...memories].sort(([a], [b]) => a - b).join(' ')}`;
  let number = known.get(key);
  if (number === undefined) {
    number = machine.configurations.length;
    known.set(key, number);
    const programs = (second === undefined ? [first] : innermost).map((index) => required(machine.states[index]));
    machine.configurations.push({ states, innermost: programs, memories });
  }
  return number;
}
