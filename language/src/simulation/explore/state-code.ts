/**
 * States that are explored, as rows of small numbers: one for each machine, one for the agenda, one for
 * all that changes seldom. Equal rows are states from which the same can follow, and nothing else.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Check } from '../../model/scenario.ts';
import type { Environment, Spent } from '../environment.ts';
import type { Program, State } from '../run.ts';
import { emptyState } from '../state.ts';
import type { Value } from '../values.ts';
import type { Dues } from './dues.ts';
import { createDues } from './dues.ts';
import type { Interned } from './interned.ts';
import { createInternedNumbers, createInternedValues } from './interned.ts';
import { createLists } from './lists.ts';
import type { PackedSet } from './packed-set.ts';
import { createPackedSet } from './packed-set.ts';
import type { Parts } from './state-parts.ts';
import { createParts } from './state-parts.ts';
import type { Relevance } from './relevance.ts';
import { relevanceOf } from './relevance.ts';
import type { TimeKept } from './time-kept.ts';
import { mentions, timeKept } from './time-kept.ts';

/** A state that was looked up, to go on from, and what of the environment is used up in it. */
export interface Standing {
  readonly state: State;
  readonly spent: Spent;
  readonly row: Int32Array;
}

export interface StateCode {
  readonly width: number;
  /** Returns the row of a state, one that goes from call to call; `from` is the state that it was made from. */
  readonly encode: (state: State, spent: Spent, from?: Standing) => Int32Array;
  readonly decode: (row: Int32Array) => Standing;
  readonly dues: Dues;
  readonly time: TimeKept;
  /** An estimate of what all tables take. */
  readonly bytes: () => number;
}

/** The columns before those of the machines. */
const columns = { spent: 0, now: 1, parts: 2, agenda: 3 } as const;
const firstMachine = 4;

/** Makes the code of a check's states; in `first` every variable has a value. */
export function createStateCode(program: Program, check: Check, environment: Environment, first: State): StateCode {
  const { model } = program;
  const relevance = relevanceOf(model, check);
  const time = timeKept(model, check, relevance);
  const [values, lists, times] = [createInternedValues(), createLists(), createInternedNumbers()];
  const dues = createDues(time, values, lists);
  const keepsLastEnd = mentions(model, check, 'before');
  const parts = createParts(program, { values, dues, lists, keepsLastEnd });
  const machines = machineTables(program, relevance);
  const width = firstMachine + machines.length;
  const row = new Int32Array(width);
  return {
    width,
    dues,
    time,
    encode(state, spent, from) {
      row[columns.spent] = lists.idOf(spentNumbers(environment, spent));
      row[columns.now] = time === 'absolute' ? times.idOf(state.now) : 0;
      const isSame = from !== undefined && isSameParts(state, from.state);
      row[columns.parts] = isSame ? (from.row[columns.parts] ?? 0) : parts.idOf(state);
      const isSameAgenda =
        state.agenda === from?.state.agenda &&
        state.turns === from.state.turns &&
        state.leases === from.state.leases &&
        (time !== 'relative' || state.now === from.state.now);
      row[columns.agenda] = isSameAgenda ? (from.row[columns.agenda] ?? 0) : dues.agendaId(state, state.agenda);
      for (const [index, machine] of machines.entries()) {
        const column = firstMachine + index;
        row[column] =
          from !== undefined && isSameMachine(state, from.state, machine)
            ? (from.row[column] ?? 0)
            : encodeMachine(state, machine, values);
      }
      return row;
    },
    decode(from) {
      const agenda = dues.agendaOf(from[columns.agenda] ?? 0);
      const known: Parts = parts.get(from[columns.parts] ?? 0);
      const now = time === 'absolute' ? times.get(from[columns.now] ?? 0) : 0;
      const messages = known.leases?.transfers.length ?? 0;
      const order = agenda.length + known.held.length;
      const state: State = { ...emptyState(program), ...known, agenda, messages, order, now };
      for (const [slot, value] of first.values.entries()) state.values[slot] = value;
      for (const [index, machine] of machines.entries()) {
        decodeMachine(from[firstMachine + index] ?? 0, machine, values, state);
      }
      return { state, row: from.slice(), spent: spentOf(environment, lists.get(from[columns.spent] ?? 0)) };
    },
    bytes: () => dues.bytes() + parts.bytes() + lists.bytes() + machines.reduce((sum, { set }) => sum + set.bytes(), 0),
  };
}

interface MachineTable {
  readonly entity: EntityId;
  /** Of the variables that make a difference, in `State.values`. */
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
      isParameter || isRead(name) ? [(slotsFrom[entity] ?? 0) + slot] : [],
    );
    const set = known.get(machine) ?? createPackedSet(1 + slots.length);
    known.set(machine, set);
    return { entity, slots, set, row: new Int32Array(1 + slots.length) };
  });
}

function encodeMachine(state: State, { entity, slots, set, row }: MachineTable, values: Values): number {
  row[0] = state.active[entity] ?? -1;
  for (let index = 0; index < slots.length; index++) row[index + 1] = values.idOf(state.values[slots[index] ?? 0]);
  return set.add(row);
}

function decodeMachine(id: number, { entity, slots, set, row }: MachineTable, values: Values, state: State): void {
  set.read(id, row);
  state.active[entity] = row[0] ?? -1;
  for (let index = 0; index < slots.length; index++) {
    const value = values.get(row[index + 1] ?? 0);
    // A variable without a value yet is a hole.
    if (value !== undefined) state.values[slots[index] ?? 0] = value;
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
    state.turns === from.turns &&
    isSameLife(state.life, from.life)
  );
}

function isSameLife(life: Uint8Array, from: Uint8Array): boolean {
  for (let entity = 0; entity < life.length; entity++) if (life[entity] !== from[entity]) return false;
  return true;
}

/** What may happen without limit is not counted: it would make endless many states. */
function spentNumbers({ actions }: Environment, spent: Spent): number[] {
  const counted = spent.actions.map((count, index) => (actions[index]?.upTo === undefined ? 0 : count));
  return [...spent.faults, ...counted, ...spent.down];
}

function spentOf({ faults, actions }: Environment, numbers: readonly number[]): Spent {
  const free = faults.length + actions.length;
  return {
    faults: numbers.slice(0, faults.length),
    actions: numbers.slice(faults.length, free),
    down: numbers.slice(free),
  };
}
