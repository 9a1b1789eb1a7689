/**
 * What is to happen in a state, as numbers: each entry by what it is, and the agenda as a list of them.
 * Only the order that matters is kept: that of time, and of what must not overtake each other.
 */
import { orderedPair } from '../agenda.ts';
import type { LeaseWork } from '../lease/leases.ts';
import type { Due, Entry, Message, State } from '../run.ts';
import type { Value } from '../values.ts';
import type { Interned } from './interned.ts';
import { createInternedNumbers } from './interned.ts';
import { numberClass } from './lease-parts.ts';
import type { Lists } from './lists.ts';
import { createPackedSet } from './packed-set.ts';
import type { TimeKept } from './time-kept.ts';

export interface Dues {
  /** The number of what is to happen; the same for what cannot be told apart. */
  readonly idOf: (state: State, due: Due) => number;
  readonly get: (id: number) => Due;
  /** The number of a list of entries. */
  readonly agendaId: (state: State, entries: readonly Entry[]) => number;
  /** Makes the entries of a list, in order. */
  readonly agendaOf: (id: number) => Entry[];
  readonly bytes: () => number;
}

const kinds = { message: 0, timer: 1, start: 2, deletion: 3, lease: 4 } as const;

/** Makes an empty table. */
export function createDues(time: TimeKept, values: Interned<Value | undefined>, lists: Lists): Dues {
  const rows = createPackedSet(7);
  const row = new Int32Array(7);
  const first: Due[] = [];
  const events = new Map<string, number>();
  const works = new Map<string, number>();
  const times = createInternedNumbers();

  const fill = (kind: number, a: number, b: number, c = 0, d = 0, e = 0, f = 0): void => {
    row.set([kind, a, b, c, d, e, f]);
  };
  const fillMessage = (
    state: State,
    { from = -1, to, event, arguments: sent, number }: Message,
    isOrdered: boolean,
  ) => {
    const list = sent.length === 0 ? 0 : lists.idOf(sent.map((value) => values.idOf(value)));
    fill(kinds.message, from, to, numberOf(events, event), list, isOrdered ? 1 : 0, numberClass(state.leases, number));
  };
  const idOf = (state: State, due: Due): number => {
    switch (due.kind) {
      case 'message':
        fillMessage(state, due.message, due.isOrdered);
        break;
      case 'timer':
        fill(kinds.timer, due.entity, due.transition);
        break;
      case 'start':
        fill(kinds.start, due.entity, due.isRestart ? 1 : 0);
        break;
      case 'deletion':
        fill(kinds.deletion, due.entity, lifeOfDeletion(state, due));
        break;
      case 'lease':
        fill(kinds.lease, due.entity, numberOf(works, workKey(state, due.work)));
    }
    const id = rows.add(row);
    if (id === first.length) first.push(standing(state, due));
    return id;
  };
  return {
    idOf,
    get: (id) => known(first, id),
    agendaId: (state, entries) => {
      if (entries.length === 0) return 0;
      const from = time === 'relative' ? state.now : 0;
      const items = entries.map(({ at, due }, index) => ({
        at: time === 'none' ? 0 : at - from,
        pair: orderedPair(due),
        id: idOf(state, due),
        index,
      }));
      items.sort((a, b) => a.at - b.at || inPairs(a, b));
      return lists.idOf(items.flatMap(({ at, id }) => [times.idOf(at), id]));
    },
    agendaOf: (id) => {
      const numbers = lists.get(id);
      return Array.from({ length: numbers.length / 2 }, (_, order) => ({
        at: times.get(numbers[2 * order] ?? 0),
        order,
        due: known(first, numbers[2 * order + 1] ?? 0),
      }));
    },
    bytes: () => rows.bytes() + 200 * first.length,
  };
}

interface Item {
  readonly pair: number | undefined;
  readonly id: number;
  readonly index: number;
}

/** Of one pair in the order of sending; of all others, and of pairs among each other, any order that is always the same. */
function inPairs(a: Item, b: Item): number {
  if (a.pair === b.pair) return a.pair === undefined ? a.id - b.id : a.index - b.index;
  if (a.pair === undefined) return -1;
  if (b.pair === undefined) return 1;
  return a.pair - b.pair;
}

/** What is kept of an entry has the numbers that its state has. */
function standing(state: State, due: Due): Due {
  if (due.kind === 'deletion') return { ...due, life: lifeOfDeletion(state, due) };
  if (due.kind === 'message') {
    return { ...due, message: { ...due.message, number: numberClass(state.leases, due.message.number) } };
  }
  if (due.kind === 'lease' && due.work.kind === 'acknowledged') {
    return { ...due, work: { ...due.work, number: numberClass(state.leases, due.work.number) } };
  }
  return due;
}

/** With leases, incarnations have their own numbers. */
function lifeOfDeletion(
  { leases, lives }: State,
  { entity, life }: Extract<Due, { readonly kind: 'deletion' }>,
): number {
  if (leases !== undefined) return life;
  return life === lives[entity] ? 2 : 1;
}

function workKey({ leases }: State, work: LeaseWork): string {
  return JSON.stringify(work.kind === 'acknowledged' ? { ...work, number: numberClass(leases, work.number) } : work);
}

function numberOf(numbers: Map<string, number>, key: string): number {
  let number = numbers.get(key);
  if (number === undefined) numbers.set(key, (number = numbers.size));
  return number;
}

function known(first: readonly Due[], id: number): Due {
  const due = first[id];
  if (due === undefined) throw new Error('A number was looked up that stands for nothing that is to happen.');
  return due;
}
