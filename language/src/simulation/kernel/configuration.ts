/**
 * The configurations of machines: the states that are active together. A run keeps one number for each machine. Where a
 * state is active alone, with those around it, that is the number of the state; further ones are numbered as they are
 * met.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { at } from '../../model/lookup.ts';
import type { Configuration, MachineProgram, Run, StateProgram } from './run.ts';

/** Returns the configuration of an entity's machine; undefined if it runs none, or is in no state. */
export const configurationOf = (
  { program, state }: Pick<Run, 'program' | 'state'>,
  entity: EntityId,
): Configuration | undefined => program.machineOf[entity]?.configurations[at(state.active, entity)];

/** Returns the configurations of which each has one innermost state, by the number of that state. */
export const singleConfigurations = (states: readonly StateProgram[]): Configuration[] =>
  states.map((innermost) => ({ states: innermost.path.slice(0, -1).reverse(), innermost: [innermost] }));

/** Returns the configuration with one more state, which is in an active one. */
export function withState(machine: MachineProgram, number: number, entered: number): number {
  const states = machine.configurations[number]?.states ?? [];
  const around = machine.states[entered]?.path[1];
  // Most often what is entered is in the only innermost state.
  return number === around ? entered : numberOf(machine, [...states, entered]);
}

/** Returns the configuration without one of its innermost states. */
export function withoutState(machine: MachineProgram, number: number, left: number): number {
  if (number === left) return machine.states[left]?.path[1] ?? -1;
  const states = machine.configurations[number]?.states ?? [];
  return numberOf(
    machine,
    states.filter((each) => each !== left),
  );
}

const numbered = new WeakMap<MachineProgram, Map<string, number>>();

/** Returns the number of the configuration of some states, each with all around it. */
function numberOf(machine: MachineProgram, unordered: readonly number[]): number {
  const states = [...unordered].sort((a, b) => a - b);
  const outer = new Set(states.map((index) => machine.states[index]?.path[1]));
  const innermost = states.filter((index) => !outer.has(index));
  if (innermost.length <= 1) return innermost[0] ?? machine.states.length - 1;
  let known = numbered.get(machine);
  if (known === undefined) numbered.set(machine, (known = new Map<string, number>()));
  const key = innermost.join();
  let number = known.get(key);
  if (number === undefined) {
    number = machine.configurations.length;
    known.set(key, number);
    machine.configurations.push({ states, innermost: innermost.flatMap((index) => machine.states[index] ?? []) });
  }
  return number;
}
