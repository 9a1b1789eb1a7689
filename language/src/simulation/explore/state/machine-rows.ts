/** The machines of a state as rows of small numbers: the active states, what is armed, and the variables. */
import type { EntityId } from '../../../model/entity-kind.ts';
import { at, itemAt } from '../../../model/common/lookup.ts';
import type { Program, State } from '../../kernel/run.ts';
import type { Value } from '../../values/values.ts';
import type { Interned } from '../tables/interned.ts';
import type { DeadSlots } from '../relevance/dead-variables.ts';
import { createPackedSet, type PackedSet } from '../tables/packed-set.ts';
import type { Relevance } from '../relevance/relevance.ts';

/** The numbers of values. */
export type Values = Interned<Value | undefined>;

/** The columns of a machine; those of its variables follow. */
export const machineColumns = { active: 0, timers: 1, firstVariable: 2 } as const;

/** The rows of one entity's machine. */
export interface MachineTable {
  readonly entity: EntityId;
  /** The slots in `State.values` of the variables that make a difference. */
  readonly slots: readonly number[];
  /** Entities of one machine share a set: their states and variables are often the same. */
  readonly set: PackedSet;
  readonly row: Int32Array;
  /** Writes the same number into the columns of all dead variables of a row. */
  readonly forget: (row: Int32Array) => void;
}

/** Creates the tables of all entities with a machine, in declaration order. */
export function machineTables(
  { active, slotsFrom, machineOf }: Program,
  { isRead }: Relevance,
  { dead, values }: { readonly dead: DeadSlots; readonly values: Values },
): MachineTable[] {
  const known = new Map<unknown, PackedSet>();
  const forgotten = values.idOf(undefined);
  return active.map((entity) => {
    const machine = machineOf[entity];
    const { firstVariable } = machineColumns;
    const slots = (machine?.variables ?? []).flatMap(({ name, isParameter }, slot) =>
      isParameter || isRead(name) ? [at(slotsFrom, entity) + slot] : [],
    );
    const set = known.get(machine) ?? createPackedSet(machineColumns.firstVariable + slots.length);
    known.set(machine, set);
    const columnOf = new Map(slots.map((slot, index) => [slot - at(slotsFrom, entity), firstVariable + index]));
    const columns: (readonly number[])[] = [];
    const deadIn = (configuration: number): readonly number[] =>
      machine === undefined ? [] : dead(machine, configuration).flatMap((slot) => columnOf.get(slot) ?? []);
    const forget = (row: Int32Array): void => {
      const configuration = at(row, machineColumns.active);
      // What is in no state is -1, or less if it remembers.
      if (configuration < -1) return;
      for (const column of (columns[configuration + 1] ??= deadIn(configuration))) row[column] = forgotten;
    };
    return { entity, slots, set, row: new Int32Array(set.width), forget };
  });
}

/** Returns the number of the row of a machine in a state; `timers` is the number of the list of what is armed. */
export function encodeMachine(
  state: State,
  timers: number,
  { entity, slots, set, row, forget }: MachineTable,
  values: Values,
): number {
  row[machineColumns.active] = at(state.active, entity);
  row[machineColumns.timers] = timers;
  for (let index = 0; index < slots.length; index++)
    row[index + machineColumns.firstVariable] = values.idOf(state.values[itemAt(slots, index)]);
  forget(row);
  return set.add(row);
}

/** Sets the active states and the variables of a machine in a state. */
export function decodeMachine(
  id: number,
  { entity, slots, set, row }: MachineTable,
  values: Values,
  state: State,
): void {
  set.read(id, row);
  state.active[entity] = at(row, machineColumns.active);
  for (let index = 0; index < slots.length; index++) {
    const value = values.get(at(row, index + machineColumns.firstVariable));
    // A variable without a value yet is a hole.
    if (value !== undefined) state.values[itemAt(slots, index)] = value;
  }
}

/** Returns true if a machine is the same in two states, except for what is armed. */
export function isSameMachine(state: State, from: State, { entity, slots }: MachineTable): boolean {
  if (state.active[entity] !== from.active[entity]) return false;
  for (const slot of slots) if (state.values[slot] !== from.values[slot]) return false;
  return true;
}
