/** The agenda of a state with times, as numbers: what is due first, and the agendas that follow from it. */
import { at, floatAt, itemAt } from '../../../../model/common/lookup.ts';
import type { Dues } from '../../state/dues.ts';
import { addTimed, createTimedList } from '../../tables/timed-lists.ts';
import type { TimedEffect } from '../remembered/effects.ts';

/** The agenda that was read last. */
export interface TimedAgenda {
  /** Reads a list; `now` is what its times are counted from, and 0 where states do not know the time. */
  readonly read: (list: number, now: number) => void;
  readonly size: () => number;
  readonly idAt: (index: number) => number;
  /** Returns the microseconds until an entry is due. */
  readonly timeAt: (index: number) => number;
  /** Returns true if no entry before it is between the same two entities, which would hold it back. */
  readonly isFirst: (index: number) => boolean;
  readonly hasDeletion: () => boolean;
  /** Returns true if an entry is left after a move that takes one (-1 for none): neither taken nor taken back. */
  readonly isAnyLeft: (taken: number, effect: TimedEffect) => boolean;
  /** Returns the number of the agenda after a move with an effect. */
  readonly after: (effect: TimedEffect, move: MoveInAgenda) => number;
}

/** A move, as far as it concerns an agenda. */
export interface MoveInAgenda {
  /** The index of the entry that it takes; -1 for none. */
  readonly taken: number;
  /** The index of the entry that comes twice now; -1 for none. */
  readonly doubled: number;
  /** The microseconds that pass before it. */
  readonly elapsed: number;
}

/** Creates a reader of agendas; states count their times from the start if `isAbsolute`. */
export function createTimedAgenda(dues: Dues, isAbsolute: boolean): TimedAgenda {
  const [list, next] = [createTimedList(), createTimedList()];
  let start = 0;
  // By number of an entry.
  const [groups, deletions]: [string[], boolean[]] = [[], []];
  const groupOf = (id: number): string => (groups[id] ??= groupIn(dues, id));
  const isDeletion = (id: number): boolean => (deletions[id] ??= dues.get(id).kind === 'deletion');

  /** Returns when an entry is due that must not overtake what the same sender has sent the same receiver. */
  const inOrder = (id: number, time: number): number => {
    const group = dues.pairOf(id) === undefined ? '' : groupOf(id);
    if (group === '') return time;
    let latest = time;
    for (let index = 0; index < next.size; index++)
      if (groupOf(at(next.ids, index)) === group) latest = Math.max(latest, floatAt(next.times, index));
    return latest;
  };
  return {
    read(id, now) {
      dues.timed.read(id, list);
      start = now;
      const { times, size } = list;
      if (now !== 0) for (let index = 0; index < size; index++) times[index] = floatAt(times, index) - now;
    },
    size: () => list.size,
    idAt: (index) => at(list.ids, index),
    timeAt: (index) => floatAt(list.times, index),
    isFirst(index) {
      const pair = dues.pairOf(at(list.ids, index));
      if (pair === undefined) return true;
      for (let earlier = 0; earlier < index; earlier++) if (dues.pairOf(at(list.ids, earlier)) === pair) return false;
      return true;
    },
    hasDeletion() {
      for (let index = 0; index < list.size; index++) if (isDeletion(at(list.ids, index))) return true;
      return false;
    },
    isAnyLeft(taken, { removed }) {
      if (removed.size === 0) return list.size > (taken >= 0 ? 1 : 0);
      for (let index = 0; index < list.size; index++)
        if (index !== taken && !removed.has(at(list.ids, index))) return true;
      return false;
    },
    after({ added, delays, removed }, { taken, doubled, elapsed }) {
      next.size = 0;
      // Times that count from the start stay as they are.
      const shift = isAbsolute ? start : -elapsed;
      const now = isAbsolute ? start + elapsed : 0;
      for (let index = 0; index < list.size; index++) {
        const id = at(list.ids, index);
        if (index === taken || (removed.size > 0 && removed.has(id))) continue;
        const time = floatAt(list.times, index) + shift;
        addTimed(next, id, time);
        if (index === doubled) addTimed(next, id, time);
      }
      for (let index = 0; index < added.length; index++) {
        const id = itemAt(added, index);
        addTimed(next, id, inOrder(id, now + itemAt(delays, index)));
      }
      return dues.timed.idOf(next, list);
    },
  };
}

/** Returns what tells the sender and receiver of a message; empty for anything else. */
function groupIn(dues: Dues, id: number): string {
  const due = dues.get(id);
  return due.kind === 'message' && due.message.from !== undefined ? `${due.message.from} ${due.message.to}` : '';
}
