/**
 * The pending entries of a state as numbers: each entry by its content, and the agenda as a list of them. Only the
 * order that matters is kept: that of time, and of entries that must not overtake each other.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { orderedPair } from '../../kernel/agenda.ts';
import type { LeaseWork } from '../../kernel/lease/leases.ts';
import type { Due, Entry, State } from '../../kernel/run.ts';
import type { Value } from '../../values/values.ts';
import { type GrowingTables, internedTable, mapTable, setTable, textTable } from '../tables/growing-table.ts';
import { createInternedNumbers, type Interned } from '../tables/interned.ts';
import { numberClass } from '../relevance/lease-parts.ts';
import type { Lists } from '../tables/lists.ts';
import { createPackedSet } from '../tables/packed-set.ts';
import type { TimeKept } from '../relevance/time-kept.ts';
import { addTimed, createTimedList, createTimedLists, type TimedLists } from '../tables/timed-lists.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { oncePer } from '../../../model/common/once-per.ts';

/** The numbering of pending entries, and of lists of them. */
export interface Dues {
  /** Returns the number of an entry; the same for entries that cannot be distinguished. */
  readonly idOf: (state: State, due: Due) => number;
  readonly get: (id: number) => Due;
  /** Returns the number of one of several equal messages; of any other entry its own. */
  readonly plainOf: (id: number) => number;
  /** See `orderedPair`. */
  readonly pairOf: (id: number) => number | undefined;
  /** Returns the number of a list of entries; without times, of their contents alone. */
  readonly agendaId: (state: State, entries: readonly Entry[]) => number;
  /** Returns the number of a list of entries by their contents alone. */
  readonly contentsId: (state: State, entries: readonly Entry[]) => number;
  /** The lists with times. */
  readonly timed: TimedLists;
  /** Returns the entries of a list, in order. */
  readonly agendaOf: (id: number) => Entry[];
  /** Returns the numbers in a list of entries without times, in order. */
  readonly numbersOf: (id: number) => number[];
  /** Returns entries without times. */
  readonly entriesOf: (ids: readonly number[]) => Entry[];
  readonly tables: GrowingTables;
  readonly bytes: () => number;
}

const kinds = { message: 0, timer: 1, deletion: 2, lease: 3, delayed: 4 } as const;

/** Creates an empty table. */
export function createDues(
  time: TimeKept,
  values: Interned<Value | undefined>,
  lists: Lists,
  isUnheard: (event: string) => boolean,
): Dues {
  const rows = createPackedSet(7);
  const row = new Int32Array(7);
  const first: Due[] = [];
  const events = new Map<string, number>();
  const works = new Map<string, number>();
  const times = createInternedNumbers();
  const plain = new Map<number, number>();

  // Most entries of a state are those of the state before.
  const lasting = new WeakMap<Due, number>();
  const idOf = (state: State, due: Due): number => {
    const isLasting = dependsOnlyOnItself(state, due);
    const known = isLasting ? lasting.get(due) : undefined;
    if (known !== undefined) return known;
    fillRow(row, state, due, { values, lists, events, works, isUnheard });
    const id = rows.add(row);
    if (isLasting) lasting.set(due, id);
    if (id === first.length) {
      first.push(standing(state, due));
      if (isSeveral(due)) plain.set(id, idOf(state, singleDue(due)));
    }
    return id;
  };
  const contentsId = (state: State, entries: readonly Entry[]): number => {
    if (entries.length === 0) return 0;
    const items = entries.map(({ due }, index) => ({ pair: orderedPair(due), id: idOf(state, due), index }));
    return lists.idOf(items.sort(inPairs).map(({ id }) => id));
  };
  // By number of an entry.
  const pairs: (number | null)[] = [];
  const pairOf = (id: number): number | undefined =>
    (pairs[id] === undefined ? (pairs[id] = orderedPair(known(first, id)) ?? null) : pairs[id]) ?? undefined;
  const timed = createTimedLists(lists, times, pairOf);
  // Used again for each agenda.
  const list = createTimedList();
  const entriesOf = (ids: readonly number[]): Entry[] =>
    ids.map((each, order) => ({ at: 0, order, due: known(first, each) }));
  return {
    idOf,
    numbersOf: lists.get,
    entriesOf,
    get: (id) => known(first, id),
    plainOf: (id) => plain.get(id) ?? id,
    pairOf,
    agendaId: (state, entries) => {
      if (time === 'none') return contentsId(state, entries);
      if (entries.length === 0) return 0;
      const from = time === 'relative' ? state.now : 0;
      list.size = 0;
      for (const { due, at } of entries) addTimed(list, idOf(state, due), at - from);
      return timed.idOf(list);
    },
    contentsId,
    timed,
    agendaOf: (id) => {
      if (time === 'none') return entriesOf(lists.get(id));
      timed.read(id, list);
      return Array.from({ length: list.size }, (_, order) => ({
        ...{ at: itemAt(list.times, order), order, due: known(first, itemAt(list.ids, order)) },
      }));
    },
    tables: {
      rows: setTable(rows),
      entries: { kind: 'things', all: () => first, add: (due) => first.push(due as Due) },
      ...{ events: textTable(events), works: textTable(works) },
      ...{ times: internedTable(times), timed: timed.table, plain: mapTable(plain) },
    },
    bytes: () => rows.bytes() + timed.bytes() + 200 * first.length,
  };
}

/** Returns true if an entry has the same number in every state: lives count for deletions and moves, and leases. */
const dependsOnlyOnItself = ({ leases }: State, { kind }: Due): boolean =>
  leases === undefined && kind !== 'deletion' && kind !== 'lease';

/** Returns true if an entry is one or more equal messages. */
export const isSeveral = (due: Due): boolean => due.kind === 'message' && due.isSeveral === true;

/** Returns the entry that is exactly one of several. */
export function singleDue(due: Due): Due {
  if (due.kind !== 'message') return due;
  const { message, isOrdered } = due;
  return { kind: 'message', message, isOrdered };
}

interface Names {
  readonly values: Interned<Value | undefined>;
  readonly lists: Lists;
  readonly events: Map<string, number>;
  readonly works: Map<string, number>;
  /** Returns true if nobody reads the arguments of an event: then they make no difference. */
  readonly isUnheard: (event: string) => boolean;
}

/** Writes everything that determines an entry into its row. */
function fillRow(row: Int32Array, state: State, due: Due, { values, lists, events, works, isUnheard }: Names): void {
  row.fill(0);
  row[0] = kinds[due.kind];
  switch (due.kind) {
    case 'message':
    case 'delayed': {
      const { from = -1, to, event, arguments: sent, number } = due.message;
      const list = sent.length === 0 || isUnheard(event) ? 0 : lists.idOf(sent.map((value) => values.idOf(value)));
      row[1] = from;
      row[2] = to;
      row[3] = numberOf(events, event);
      row[4] = list;
      if (due.kind === 'message') row[5] = (due.isOrdered ? 1 : 0) + (due.isSeveral === true ? 2 : 0);
      row[6] = numberClass(state.leases, number);
      return;
    }
    case 'timer':
      row[1] = due.entity;
      row[2] = due.transition;
      return;
    case 'deletion':
      row[1] = due.entity;
      row[2] = standingLife(state, due);
      return;
    case 'lease':
      row[1] = due.entity;
      row[2] = numberOf(works, textOf(standingWork(state, due.entity, due.work)));
  }
}

/** Most work is the same object in many states. */
const textOf = oncePer((work: LeaseWork) => JSON.stringify(work));

interface Item {
  readonly pair: number | undefined;
  readonly id: number;
  readonly index: number;
}

/**
 * Sorts the entries of one pair in the order of sending; all others, and the pairs among each other, in an arbitrary
 * fixed order.
 */
function inPairs(a: Item, b: Item): number {
  if (a.pair === b.pair) return a.pair === undefined ? a.id - b.id : a.index - b.index;
  if (a.pair === undefined) return -1;
  if (b.pair === undefined) return 1;
  return a.pair - b.pair;
}

/** Returns an entry with incarnations and message numbers as its state encodes them. */
function standing(state: State, due: Due): Due {
  if (due.kind === 'deletion') return { ...due, life: standingLife(state, due) };
  if (due.kind === 'message' || due.kind === 'delayed') {
    return { ...due, message: { ...due.message, number: numberClass(state.leases, due.message.number) } };
  }
  return due.kind === 'lease' ? { ...due, work: standingWork(state, due.entity, due.work) } : due;
}

/** With leases, incarnations have their own numbers. */
function standingLife(
  { leases, lives }: State,
  { entity, life }: { readonly entity: EntityId; readonly life: number },
): number {
  if (leases !== undefined) return life;
  return life === lives[entity] ? 2 : 1;
}

function standingWork(state: State, entity: EntityId, work: LeaseWork): LeaseWork {
  if (work.kind === 'acknowledged') return { ...work, number: numberClass(state.leases, work.number) };
  return work.kind === 'arrival' ? { ...work, life: standingLife(state, { entity, life: work.life }) } : work;
}

function numberOf(numbers: Map<string, number>, key: string): number {
  let number = numbers.get(key);
  if (number === undefined) numbers.set(key, (number = numbers.size));
  return number;
}

function known(first: readonly Due[], id: number): Due {
  const due = first[id];
  if (due === undefined) throw new Error('No pending event has this number.');
  return due;
}
