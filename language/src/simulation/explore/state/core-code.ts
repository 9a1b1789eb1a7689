/**
 * The core of a state: the states and variables of its machines, the parts that change seldom, and, where steps do not
 * depend on times, the armed timers and what waits to be sent. That is everything except what is under way, the times,
 * and what the environment has used up.
 */
import type { Entry, Program, State } from '../../kernel/run.ts';
import { emptyState } from '../../kernel/state.ts';
import { append } from '../../../model/common/append.ts';
import { at, itemAt } from '../../../model/common/lookup.ts';
import { type CoreSlots, createCoreSlots } from './core-slots.ts';
import type { DeadSlots } from '../relevance/dead-variables.ts';
import type { Dues } from './dues.ts';
import { type GrowingTables, setTable } from '../tables/growing-table.ts';
import {
  decodeMachine,
  encodeMachine,
  isSameMachine,
  machineColumns,
  type MachineTable,
  machineTables,
  type Values,
} from './machine-rows.ts';
import { createPackedSet } from '../tables/packed-set.ts';
import type { Relevance } from '../relevance/relevance.ts';
import { columns, type StoredState } from './stored-state.ts';
import { isSameList, type PartsTable } from './state-parts.ts';

/** The numbering of cores. */
export interface CoreCode {
  /** Returns the number of a state's core; `from` is its predecessor. */
  readonly idOf: (state: State, from?: StoredState) => number;
  /** Makes a state with a core and an agenda. */
  readonly stateOf: (id: number, agenda: readonly Entry[], now: number) => State;
  /** Returns the armed timers of a core, due at once, and other entries. */
  readonly withTimers: (id: number, underWay: readonly Entry[]) => readonly Entry[];
  /** Returns the numbers of the armed timers of a core, in order. */
  readonly timersOf: (id: number) => readonly number[];
  readonly slots: CoreSlots;
  readonly tables: GrowingTables;
  readonly bytes: () => number;
}

/** The columns before those of the machines: the parts, and what is armed for entities without a machine. */
const coreColumns = { parts: 0, timers: 1, firstMachine: 2 } as const;

interface Tables {
  readonly parts: PartsTable;
  readonly dues: Dues;
  readonly values: Values;
  readonly relevance: Relevance;
  readonly dead: DeadSlots;
  /** True if a core knows which timers are armed: that belongs to its machine. */
  readonly keepsTimers: boolean;
}

/** The entity of whose machine an armed entry is a part. */
const machineless = -1;

/** Creates an empty table; in `first` every variable has a value. */
export function createCoreCode(program: Program, first: State, tables: Tables): CoreCode {
  const { parts, dues, values, relevance, keepsTimers } = tables;
  const machines = machineTables(program, relevance, tables);
  const cores = createPackedSet(coreColumns.firstMachine + machines.length);
  const [core, before] = [new Int32Array(cores.width), new Int32Array(cores.width)];

  /** Returns the armed entries of each entity with a machine, and of all others together. */
  const armedIn = ({ agenda }: State): ReadonlyMap<number, readonly Entry[]> => {
    const armed = new Map<number, Entry[]>();
    for (const entry of agenda) {
      const { due } = entry;
      if (due.kind !== 'timer' && due.kind !== 'delayed') continue;
      append(armed, program.machineOf[due.entity] === undefined ? machineless : due.entity, entry);
    }
    return armed;
  };
  const timersIn = (armed: ReadonlyMap<number, readonly Entry[]>, state: State, entity: number): number => {
    const entries = armed.get(entity);
    return entries === undefined ? 0 : dues.contentsId(state, entries);
  };
  const timersOf = (id: number): number[] => {
    const all = dues.numbersOf(cores.at(id, coreColumns.timers));
    for (const [index, { set }] of machines.entries())
      all.push(...dues.numbersOf(set.at(cores.at(id, coreColumns.firstMachine + index), machineColumns.timers)));
    return all.sort((a, b) => a - b);
  };
  const idOf = (state: State, from?: StoredState): number => {
    if (from !== undefined) cores.read(itemAt(from.row, columns.core), before);
    const isSame = from !== undefined && isSameParts(state, from.state);
    core[coreColumns.parts] = isSame ? at(before, coreColumns.parts) : parts.idOf(state);
    const isSameAgenda = !keepsTimers || state.agenda === from?.state.agenda;
    const armed = isSameAgenda ? undefined : armedIn(state);
    const timersAt = (entity: number, known: number): number =>
      armed !== undefined ? timersIn(armed, state, entity) : from === undefined ? 0 : known;
    core[coreColumns.timers] = timersAt(machineless, at(before, coreColumns.timers));
    for (const [index, machine] of machines.entries()) {
      const column = coreColumns.firstMachine + index;
      const last = at(before, column);
      const known = from === undefined ? 0 : machine.set.at(last, machineColumns.timers);
      const timers = timersAt(machine.entity, known);
      core[column] =
        from !== undefined && timers === known && isSameMachine(state, from.state, machine)
          ? last
          : encodeMachine(state, timers, machine, values);
    }
    return cores.add(core);
  };
  return {
    idOf,
    withTimers(id, underWay) {
      const timers = dues.entriesOf(timersOf(id));
      return timers.length === 0 ? underWay : [...timers, ...underWay].map((entry, order) => ({ ...entry, order }));
    },
    stateOf(id, agenda, now) {
      cores.read(id, core);
      const known = parts.get(at(core, coreColumns.parts));
      const messages = known.leases?.transfers.length ?? 0;
      const order = agenda.length + known.held.length;
      const state: State = { ...emptyState(program), ...known, agenda, messages, order, now };
      for (const [slot, value] of first.values.entries()) state.values[slot] = value;
      for (const [index, machine] of machines.entries())
        decodeMachine(at(core, coreColumns.firstMachine + index), machine, values, state);
      return state;
    },
    timersOf,
    slots: createCoreSlots(program, { parts, dues, values, cores, machines }),
    tables: { ...machineSets(machines), rows: setTable(cores) },
    bytes: () => cores.bytes() + machines.reduce((sum, { set }) => sum + set.bytes(), 0),
  };
}

/** Entities of one machine share a set. */
const machineSets = (machines: readonly MachineTable[]): GrowingTables =>
  Object.fromEntries(
    [...new Set(machines.map(({ set }) => set))].map((set, index) => [`machine ${index}`, setTable(set)]),
  );

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
    isSameList(state.life, from.life)
  );
}
