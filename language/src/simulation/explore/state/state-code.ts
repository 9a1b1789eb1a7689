/**
 * Explored states as rows of four small numbers: what the environment has used up, the time, what is under way, and the
 * core, which is all the rest. From states with equal rows the same can follow, and nothing else.
 */
import type { Model } from '../../../model/model.ts';
import type { Check } from '../../../model/scenario.ts';
import type { Environment, Spent } from '../../play/environment.ts';
import { isArmed } from '../../kernel/agenda.ts';
import type { Entry, Program, State } from '../../kernel/run.ts';
import { createCoreCode } from './core-code.ts';
import type { CoreSlots } from './core-slots.ts';
import { type DeadSlots, deadVariables, noneDead, unheardEvents } from '../relevance/dead-variables.ts';
import { createDues, type Dues } from './dues.ts';
import { type GrowingTables, internedTable, listTable, within } from '../tables/growing-table.ts';
import { createInternedNumbers, createInternedValues } from '../tables/interned.ts';
import { createLists, type Lists } from '../tables/lists.ts';
import { columns, type StoredState, stateWidth } from './stored-state.ts';
import { createParts } from './state-parts.ts';
import { type Relevance, relevanceOf } from '../relevance/relevance.ts';
import { areTimesAside, hasKind, mentions, type TimeKept, timeKept } from '../relevance/time-kept.ts';
import { pastOfLeases } from '../relevance/watched-leases.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { oncePer } from '../../../model/common/once-per.ts';

/** The code of a check's states, in both directions. */
export interface StateCode {
  /** Returns the row of a state, reused by the next call; `from` is its predecessor. */
  readonly encode: (state: State, spent: Spent, from?: StoredState) => Int32Array;
  readonly decode: (row: ArrayLike<number>) => StoredState;
  /**
   * Returns the number of a state's core: its machines, what is alive, and so on, and, if it keeps them, its armed timers.
   */
  readonly coreOf: (state: State, from?: StoredState) => number;
  /** Makes a state of a core, in which nothing is pending except its timers, at once. */
  readonly stateOf: (core: number) => State;
  /** Makes a state of a core in which these entries are under way besides its timers, which are due at once. */
  readonly stateWith: (core: number, underWay: readonly Entry[]) => State;
  /** Returns the numbers of the armed timers of a core, in order. */
  readonly timersOf: (core: number) => readonly number[];
  /** The slots of cores. */
  readonly slots: CoreSlots;
  readonly spentId: (spent: Spent) => number;
  readonly spentOf: (id: number) => Spent;
  /** Returns the number of a time, in microseconds, in the rows of states that know it. */
  readonly timeId: (now: number) => number;
  readonly timeOf: (id: number) => number;
  readonly dues: Dues;
  readonly lists: Lists;
  readonly time: TimeKept;
  /** True if a core knows which timers are armed. */
  readonly keepsTimers: boolean;
  /** True if a state knows the order of the last end. */
  readonly keepsLastEnd: boolean;
  /** All that gives the numbers their meaning, in an order in which nothing depends on what follows. */
  readonly tables: GrowingTables;
  /** An estimate of the memory of all tables. */
  readonly bytes: () => number;
}

/** The knowledge that a state has to carry. */
interface Kept {
  readonly relevance: Relevance;
  readonly dead: DeadSlots;
  /** See `unheardEvents`. */
  readonly isUnheard: (event: string) => boolean;
  readonly time: TimeKept;
  readonly keepsTimers: boolean;
  readonly keepsLastEnd: boolean;
  readonly keptOfLeases: ReturnType<typeof pastOfLeases>;
}

/**
 * Returns what a state within plain steps has to know: the steps may ask anything of the present, but whether they ask
 * for the last end is known, and only properties ask for the past of leases.
 */
export function keptInSteps(model: Model, check: Check): Kept {
  return {
    relevance: { isRead: () => true, readsClock: true },
    dead: noneDead,
    isUnheard: () => false,
    time: 'absolute',
    keepsTimers: false,
    keepsLastEnd: mentions(model, check, 'before') || hasKind(check.steps, new Set(['before', 'order'])),
    keptOfLeases: pastOfLeases(check),
  };
}

/**
 * Returns what the states of a check have to know; nothing else makes a difference to it. What makes none in some states
 * only is left out if states are reduced.
 */
export function keptBy(program: Program, check: Check, reduces: boolean): Kept {
  const kept = keptWhole(program)(check);
  return reduces ? { ...kept, ...reductions(program)(check) } : kept;
}

const keptWhole = oncePer(({ model }: Program) =>
  oncePer((check: Check): Kept => {
    const relevance = relevanceOf(model, check);
    const time = timeKept(model, check, relevance);
    return {
      relevance,
      dead: noneDead,
      isUnheard: () => false,
      time,
      keepsTimers: time === 'none' || areTimesAside(model, check, relevance),
      keepsLastEnd: mentions(model, check, 'before'),
      keptOfLeases: pastOfLeases(check),
    };
  }),
);

const reductions = oncePer((program: Program) =>
  oncePer((check: Check): Pick<Kept, 'dead' | 'isUnheard'> => ({
    dead: deadVariables(program, check),
    isUnheard: unheardEvents(program.model, check),
  })),
);

/** Creates the code of a check's states; in `first` every variable has a value. */
export function createStateCode(
  program: Program,
  check: Check,
  environment: Environment,
  first: State,
  kept: Kept = keptBy(program, check, false),
): StateCode {
  const { relevance, dead, isUnheard, time, keepsTimers, keepsLastEnd, keptOfLeases } = kept;
  const [values, lists, times] = [createInternedValues(), createLists(), createInternedNumbers()];
  const dues = createDues(time, values, lists, isUnheard);
  const parts = createParts(program, { values, dues, lists, keepsLastEnd, keptOfLeases });
  const cores = createCoreCode(program, first, { parts, dues, values, relevance, dead, keepsTimers });
  const row = new Int32Array(stateWidth);
  // With times, the timers of a core are in the agenda as well.
  const othersIn = ({ agenda }: State): readonly Entry[] =>
    time === 'none' ? agenda.filter(({ due }) => !isArmed(due)) : agenda;
  const stateWith = (id: number, underWay: readonly Entry[]): State =>
    cores.stateOf(id, cores.withTimers(id, underWay), 0);
  const code = {
    spentId: (spent: Spent) => lists.idOf(spentNumbers(environment, spent)),
    spentOf: (id: number) => spentFrom(environment, lists.get(id)),
    timeId: times.idOf,
    timeOf: times.get,
    bytes: () => dues.bytes() + parts.bytes() + lists.bytes() + cores.bytes(),
  };
  return {
    ...{ ...code, dues, lists, time, keepsTimers, keepsLastEnd },
    tables: {
      ...{ values: internedTable(values), lists: listTable(lists), times: internedTable(times) },
      ...{ ...within('due', dues.tables), ...within('part', parts.tables), ...within('core', cores.tables) },
    },
    coreOf: cores.idOf,
    timersOf: cores.timersOf,
    slots: cores.slots,
    encode(state, spent, from) {
      row[columns.spent] = code.spentId(spent);
      row[columns.now] = time === 'absolute' ? times.idOf(state.now) : 0;
      const isSameAgenda =
        state.agenda === from?.state.agenda &&
        state.turns === from.state.turns &&
        state.leases === from.state.leases &&
        (time !== 'relative' || state.now === from.state.now);
      row[columns.underWay] = isSameAgenda ? itemAt(from.row, columns.underWay) : dues.agendaId(state, othersIn(state));
      row[columns.core] = cores.idOf(state, from);
      return row;
    },
    decode(from) {
      const now = time === 'absolute' ? times.get(itemAt(from, columns.now)) : 0;
      const [core, underWay] = [itemAt(from, columns.core), dues.agendaOf(itemAt(from, columns.underWay))];
      const state = cores.stateOf(core, time === 'none' ? cores.withTimers(core, underWay) : underWay, now);
      return { state, row: Int32Array.from(from), spent: code.spentOf(itemAt(from, columns.spent)) };
    },
    stateOf: (id) => stateWith(id, []),
    stateWith,
  };
}

/** Possibilities without limit are not counted: that would make infinitely many states. */
function spentNumbers({ actions }: Environment, spent: Spent): number[] {
  const counted = spent.actions.map((count, index) => (actions[index]?.upTo === undefined ? 0 : count));
  // What is paused is negative, and so told from what is down.
  return [...spent.faults, ...counted, ...spent.down, ...spent.paused.map((entity) => -1 - entity)];
}

function spentFrom({ faults, actions }: Environment, numbers: readonly number[]): Spent {
  const free = faults.length + actions.length;
  return {
    faults: numbers.slice(0, faults.length),
    actions: numbers.slice(faults.length, free),
    down: numbers.slice(free).filter((number) => number >= 0),
    paused: numbers
      .slice(free)
      .filter((number) => number < 0)
      .map((number) => -1 - number),
  };
}
