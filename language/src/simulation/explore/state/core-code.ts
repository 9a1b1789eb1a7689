/**
 * The core of a state: the states and variables of its machines, the parts that change seldom, and without times the
 * armed timers and what waits to be sent. That is everything except what is under way, the time, and what the environment has used up.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { isArmed } from '../../kernel/agenda.ts';
import type { Entry, Program, State } from '../../kernel/run.ts';
import { emptyState } from '../../kernel/state.ts';
import type { Value } from '../../values/values.ts';
import type { Dues } from './dues.ts';
import type { Interned } from './interned.ts';
import { createPackedSet, type PackedSet } from './packed-set.ts';
import type { Relevance } from './relevance.ts';
import { columns, type StoredState } from './stored-state.ts';
import type { PartsTable } from './state-parts.ts';
import { itemAt, at } from '../../../model/lookup.ts';

/** The numbering of cores. */
export interface CoreCode {
  /** Returns the number of a state's core; `from` is its predecessor. */
  readonly idOf: (state: State, from?: StoredState) => number;
  /** Makes a state with a core. */
  readonly stateOf: (id: number, underWay: readonly Entry[], now: number) => State;
  /** Returns the entries of a state that are not in its core. */
  readonly othersIn: (state: State) => readonly Entry[];
  readonly bytes: () => number;
}

/** The columns before those of the machines. */
const coreColumns = { parts: 0, timers: 1 } as const;
const firstMachine = 2;

interface Tables {
  readonly parts: PartsTable;
  readonly dues: Dues;
  readonly values: Values;
  readonly relevance: Relevance;
  /** True without times, where a timer is armed or not: that belongs to its machine. */
  readonly keepsTimers: boolean;
}

/** Creates an empty table; in `first` every variable has a value. */
export function createCoreCode(program: Program, first: State, tables: Tables): CoreCode {
  const { parts, dues, values, relevance, keepsTimers } = tables;
  const machines = machineTables(program, relevance);
  const cores = createPackedSet(firstMachine + machines.length);
  const [core, before] = [new Int32Array(cores.width), new Int32Array(cores.width)];
  const timersId = (state: State): number =>
    keepsTimers
      ? dues.agendaId(
          state,
          state.agenda.filter(({ due }) => isArmed(due)),
        )
      : 0;
  return {
    idOf(state, from) {
      if (from !== undefined) cores.read(itemAt(from.row, columns.core), before);
      const isSame = from !== undefined && isSameParts(state, from.state);
      core[coreColumns.parts] = isSame ? at(before, coreColumns.parts) : parts.idOf(state);
      const isSameAgenda = state.agenda === from?.state.agenda;
      core[coreColumns.timers] = isSameAgenda ? at(before, coreColumns.timers) : timersId(state);
      for (const [index, machine] of machines.entries()) {
        const column = firstMachine + index;
        core[column] =
          from !== undefined && isSameMachine(state, from.state, machine)
            ? at(before, column)
            : encodeMachine(state, machine, values);
      }
      return cores.add(core);
    },
    stateOf(id, underWay, now) {
      cores.read(id, core);
      const known = parts.get(at(core, coreColumns.parts));
      const timers = dues.agendaOf(at(core, coreColumns.timers));
      const agenda =
        timers.length === 0 ? underWay : [...timers, ...underWay].map((entry, order) => ({ ...entry, order }));
      const messages = known.leases?.transfers.length ?? 0;
      const order = agenda.length + known.held.length;
      const state: State = { ...emptyState(program), ...known, agenda, messages, order, now };
      for (const [slot, value] of first.values.entries()) state.values[slot] = value;
      for (const [index, machine] of machines.entries()) {
        decodeMachine(at(core, firstMachine + index), machine, values, state);
      }
      return state;
    },
    othersIn: ({ agenda }) => (keepsTimers ? agenda.filter(({ due }) => !isArmed(due)) : agenda),
    bytes: () => cores.bytes() + machines.reduce((sum, { set }) => sum + set.bytes(), 0),
  };
}

interface MachineTable {
  readonly entity: EntityId;
  /** The slots in `State.values` of the variables that make a difference. */
  readonly slots: readonly number[];
  readonly set: PackedSet;
  readonly row: Int32Array;
}

/** Entities of one machine share a set: their states and variables are often the same. */
function machineTables({ active, slotsFrom, machineOf }: Program, { isRead }: Relevance): MachineTable[] {
  const known = new Map<unknown, PackedSet>();
  return active.map((entity) => {
    const machine = machineOf[entity];
    const slots = (machine?.variables ?? []).flatMap(({ name, isParameter }, slot) =>
      isParameter || isRead(name) ? [at(slotsFrom, entity) + slot] : [],
    );
    const set = known.get(machine) ?? createPackedSet(1 + slots.length);
    known.set(machine, set);
    return { entity, slots, set, row: new Int32Array(1 + slots.length) };
  });
}

function encodeMachine(state: State, { entity, slots, set, row }: MachineTable, values: Values): number {
  row[0] = at(state.active, entity);
  for (let index = 0; index < slots.length; index++) row[index + 1] = values.idOf(state.values[itemAt(slots, index)]);
  return set.add(row);
}

function decodeMachine(id: number, { entity, slots, set, row }: MachineTable, values: Values, state: State): void {
  set.read(id, row);
  state.active[entity] = at(row, 0);
  for (let index = 0; index < slots.length; index++) {
    const value = values.get(at(row, index + 1));
    // A variable without a value yet is a hole.
    if (value !== undefined) state.values[itemAt(slots, index)] = value;
  }
}

type Values = Interned<Value | undefined>;

function isSameMachine(state: State, from: State, { entity, slots }: MachineTable): boolean {
  if (state.active[entity] !== from.active[entity]) return false;
  for (const slot of slots) if (state.values[slot] !== from.values[slot]) return false;
  return true;
}

function isSameParts(state: State, from: State): boolean {
  return (
    state.links === from.links &&
    state.losses === from.losses &&
    state.places === from.places &&
    state.settings === from.settings &&
    state.deletions === from.deletions &&
    state.leases === from.leases &&
    state.lastEnd === from.lastEnd &&
    state.deferred === from.deferred &&
    state.held === from.held &&
    // What is held keeps its time, which is stored from now on.
    (state.held.length === 0 || state.now === from.now) &&
    state.turns === from.turns &&
    isSameLife(state.life, from.life)
  );
}

function isSameLife(life: Uint8Array, from: Uint8Array): boolean {
  for (let entity = 0; entity < life.length; entity++) if (life[entity] !== from[entity]) return false;
  return true;
}
