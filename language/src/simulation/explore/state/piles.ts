/**
 * Queues that grow without end, in finitely many states. Beyond its first messages a queue is a pile: the set of what
 * waits in it, each once or more, in any order. Whatever can happen with the queue can happen with the pile, so what no
 * run with piles breaks, no run breaks. The other way round it need not be so.
 */
import { orderedPair } from '../../kernel/agenda.ts';
import type { Due, Entry, Program, State } from '../../kernel/run.ts';
import type { Move } from '../../play/environment.ts';
import { append } from '../../../model/common/append.ts';
import { type Dues, isSeveral, singleDue } from './dues.ts';
import type { TimeKept } from '../relevance/time-kept.ts';
import { increase } from '../../../model/common/increase.ts';

/** A state, and a move in it. */
export interface Unfolded {
  readonly state: State;
  readonly move: Move;
  /** True if the move takes a message from a pile. */
  readonly isFromPile: boolean;
}

/** The piles in states without times. */
export interface Piles {
  /** Returns a state with piles in place of the ends of long queues; the state itself if no queue is long. */
  readonly gathered: (state: State) => State;
  /** Returns everything that a move may find in a state: a message from a pile may be the last of its kind or not. */
  readonly unfolded: (state: State, move: Move) => readonly Unfolded[];
}

/** The most messages of one queue that are kept one by one. */
const mostKept = 2;

/** Returns true if states can have piles: times and leases tell equal messages apart. */
export const canPile = ({ model }: Program, { time }: { readonly time: TimeKept }): boolean =>
  time === 'none' && model.collectors.length === 0;

/** Without piles. */
export const noPiles: Piles = {
  gathered: (state) => state,
  unfolded: (state, move) => [{ state, move, isFromPile: false }],
};

/** Creates the piles of states whose entries have these numbers. Cost of `gathered`: O(messages). */
export function createPiles(dues: Dues): Piles {
  const plainId = (state: State, due: Due): number => dues.plainOf(dues.idOf(state, due));
  const queueOf = (state: State, due: Due): string => {
    const pair = orderedPair(due);
    return pair === undefined ? `equal ${plainId(state, due)}` : `pair ${pair}`;
  };
  const gatheredQueue = (state: State, queue: readonly Entry[]): readonly Entry[] => {
    const start = queue.findIndex(({ due }) => isSeveral(due));
    const isPair = queue.some(({ due }) => orderedPair(due) !== undefined);
    // Equal messages have no order: those that came later fill the place before the pile.
    const kept = isPair && start >= 0 ? queue.slice(0, start) : queue.filter(({ due }) => !isSeveral(due));
    const rest = isPair && start >= 0 ? queue.slice(start) : queue.filter(({ due }) => isSeveral(due));
    const pile = new Map<number, Entry>();
    for (const entry of [...kept.slice(mostKept), ...rest])
      pile.set(plainId(state, entry.due), { ...entry, due: several(entry.due) });
    return [...kept.slice(0, mostKept), ...[...pile].sort(([a], [b]) => a - b).map(([, entry]) => entry)];
  };
  return {
    gathered(state) {
      const queues = new Map<string, Entry[]>();
      for (const entry of state.agenda)
        if (entry.due.kind === 'message') append(queues, queueOf(state, entry.due), entry);
      const long = [...queues.values()].filter(
        (queue) => queue.length > mostKept || queue.some(({ due }) => isSeveral(due)),
      );
      if (long.length === 0) return state;
      const isLong = new Set(long.flat());
      const others = state.agenda.filter((entry) => !isLong.has(entry));
      return { ...state, agenda: [...others, ...long.flatMap((queue) => gatheredQueue(state, queue))] };
    },
    unfolded(state, move) {
      if (!('entry' in move) || !isSeveral(move.entry.due)) return [{ state, move, isFromPile: false }];
      const { entry } = move;
      const pair = orderedPair(entry.due);
      const isPiled = (other: Entry): boolean => isSeveral(other.due) && orderedPair(other.due) === pair;
      const piled = pair === undefined ? [entry] : state.agenda.filter(isPiled);
      // Any of them may be the first.
      const chosen = move.kind === 'due' ? piled : [entry];
      const place = state.agenda.findIndex((each) => piled.includes(each));
      return chosen.flatMap((one) => {
        const taken = { ...one, due: singleDue(one.due) };
        const more = state.agenda.toSpliced(place, 0, taken);
        const last = more.filter((each) => each !== one);
        return [last, more].map((agenda) => ({
          state: { ...state, agenda },
          move: { ...move, entry: taken },
          isFromPile: true,
        }));
      });
    },
  };
}

/** Returns the length of the longest queue: of messages in order, or of equal ones. */
export function longestQueue({ get, pairOf }: Dues, entries: readonly number[]): number {
  const lengths = new Map<string, number>();
  for (const id of entries) {
    if (get(id).kind !== 'message') continue;
    const pair = pairOf(id);
    const queue = pair === undefined ? `equal ${id}` : `pair ${pair}`;
    increase(lengths, queue);
  }
  return Math.max(0, ...lengths.values());
}

const several = (due: Due): Due => (due.kind === 'message' ? { ...due, isSeveral: true } : due);
