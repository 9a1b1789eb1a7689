/**
 * The slots of a core: its smallest parts that a step can read or write, such as a variable or a machine's active
 * states, by number. What changes seldom is read in pieces and written as a whole.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { at, itemAt } from '../../../model/common/lookup.ts';
import type { Program, State } from '../../kernel/run.ts';
import type { Dues } from './dues.ts';
import { machineColumns, type MachineTable, type Values } from './machine-rows.ts';
import type { PackedSet } from '../tables/packed-set.ts';
import { partsColumns, type PartsTable } from './state-parts.ts';

/** The slots of the cores of a program. */
export interface CoreSlots {
  readonly count: number;
  /** The slot of everything besides machines and timers: the only one of these that is written. */
  readonly parts: number;
  /** Returns the slot of a field of a state that changes seldom. */
  readonly field: (name: keyof typeof partsColumns) => number;
  /** Returns the slot of what an entity is: alive, crashed, and so on. */
  readonly life: (entity: EntityId) => number;
  /** Returns the slot of the active states of an entity's machine; `none` if it has no machine. */
  readonly active: (entity: EntityId) => number;
  /** Returns the slot of what is armed for an entity. */
  readonly timers: (entity: EntityId) => number;
  /** Returns the slot of a variable by its place in `State.values`; `none` if it makes no difference. */
  readonly variable: (place: number) => number;
  /** Returns the number in a slot of a core. */
  readonly at: (core: number, slot: number) => number;
  /** Returns what the number in a slot would be for a state, if the slot is one that is written. */
  readonly valueIn: (state: State, slot: number) => number;
  /** Returns the core with other numbers in some slots: pairs of a slot and a number, by slot. */
  readonly changed: (core: number, writes: readonly number[]) => number;
}

/** Stands for a slot where there is none. */
export const none = -1;

interface Tables {
  readonly parts: PartsTable;
  readonly dues: Dues;
  readonly values: Values;
  readonly cores: PackedSet;
  readonly machines: readonly MachineTable[];
}

/** The slots before those of fields. */
const [partsSlot, timersSlot, firstField] = [0, 1, 2];
/** The first columns of a core are slots as well. */
const firstMachine = 2;

/** Numbers the slots of a program's cores. */
export function createCoreSlots(program: Program, { parts, dues, values, cores, machines }: Tables): CoreSlots {
  const { length: entities } = program.model.entities;
  const firstLife = firstField + Object.keys(partsColumns).length;
  const firstOfMachines = firstLife + entities;
  // By slot of a machine: the index of its table, and the column there.
  const tables = machines.flatMap(({ set }, index) => Array.from({ length: set.width }, () => index));
  const inTable = machines.flatMap(({ set }) => Array.from({ length: set.width }, (_, column) => column));
  const [tableOf, columnOf] = [Int32Array.from(tables), Int32Array.from(inTable)];
  const count = firstOfMachines + tableOf.length;
  const machineSlots = new Int32Array(entities).fill(none);
  const variables = new Int32Array(at(program.slotsFrom, entities)).fill(none);
  let next = firstOfMachines;
  for (const { entity, slots, set } of machines) {
    machineSlots[entity] = next;
    for (const [index, slot] of slots.entries()) variables[slot] = next + machineColumns.firstVariable + index;
    next += set.width;
  }
  const core = new Int32Array(cores.width);

  const timers = (entity: EntityId): number => {
    const slot = at(machineSlots, entity);
    return slot === none ? timersSlot : slot + machineColumns.timers;
  };
  const armedIn = (state: State, slot: number): number =>
    dues.contentsId(
      state,
      state.agenda.filter(({ due }) => (due.kind === 'timer' || due.kind === 'delayed') && timers(due.entity) === slot),
    );
  return {
    count,
    parts: partsSlot,
    field: (name) => firstField + partsColumns[name],
    life: (entity) => firstLife + entity,
    active: (entity) => at(machineSlots, entity),
    timers,
    variable: (place) => at(variables, place),
    at(id, slot) {
      if (slot >= firstOfMachines) {
        const machine = at(tableOf, slot - firstOfMachines);
        return itemAt(machines, machine).set.at(
          cores.at(id, firstMachine + machine),
          at(columnOf, slot - firstOfMachines),
        );
      }
      if (slot < firstField) return cores.at(id, slot);
      const known = cores.at(id, partsSlot);
      return slot < firstLife ? parts.at(known, slot - firstField) : parts.lifeOf(known, slot - firstLife);
    },
    valueIn(state, slot) {
      if (slot === partsSlot) return parts.idOf(state);
      if (slot === timersSlot) return armedIn(state, slot);
      const { entity, slots } = itemAt(machines, at(tableOf, slot - firstOfMachines));
      const column = at(columnOf, slot - firstOfMachines);
      if (column === machineColumns.active) return at(state.active, entity);
      if (column === machineColumns.timers) return armedIn(state, slot);
      return values.idOf(state.values[itemAt(slots, column - machineColumns.firstVariable)]);
    },
    changed(id, writes) {
      if (writes.length === 0) return id;
      cores.read(id, core);
      for (let index = 0; index < writes.length;) {
        const [slot, value] = [itemAt(writes, index), itemAt(writes, index + 1)];
        if (slot < firstOfMachines) {
          core[slot] = value;
          index += 2;
          continue;
        }
        const machine = at(tableOf, slot - firstOfMachines);
        const { set, row, forget } = itemAt(machines, machine);
        set.read(at(core, firstMachine + machine), row);
        for (; index < writes.length; index += 2) {
          const written = itemAt(writes, index) - firstOfMachines;
          if (tableOf[written] !== machine) break;
          row[at(columnOf, written)] = itemAt(writes, index + 1);
        }
        forget(row);
        core[firstMachine + machine] = set.add(row);
      }
      return cores.add(core);
    },
  };
}
