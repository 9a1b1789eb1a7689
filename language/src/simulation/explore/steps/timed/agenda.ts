/** The agenda of a state with times, as numbers: what is due first, and the agendas that follow from it. */
import { itemAt } from '../../../../model/lookup.ts';
import type { Dues } from '../../state/dues.ts';
import type { TimedList } from '../../state/timed-lists.ts';
import type { TimedEffect } from '../effects.ts';

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
  /** Returns the number of the agenda after a move. */
  readonly after: (move: MoveInAgenda) => number;
}

/** A move, as far as it concerns an agenda. */
export interface MoveInAgenda {
  /** The index of the entry that it takes; -1 for none. */
  readonly taken: number;
  /** The index of the entry that comes twice now; -1 for none. */
  readonly doubled: number;
  /** The microseconds that pass before it. */
  readonly elapsed: number;
  readonly effect: TimedEffect;
}

/** Creates a reader of agendas; states count their times from the start if `isAbsolute`. */
export function createTimedAgenda(dues: Dues, isAbsolute: boolean): TimedAgenda {
  const list: TimedList = { ids: [], times: [], ends: [] };
  const { ids, times } = list;
  const [nextIds, nextTimes]: [number[], number[]] = [[], []];
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
    for (let index = 0; index < nextIds.length; index++)
      if (groupOf(itemAt(nextIds, index)) === group) latest = Math.max(latest, itemAt(nextTimes, index));
    return latest;
  };
  return {
    read(id, now) {
      dues.timed.read(id, list);
      start = now;
      if (now !== 0) for (let index = 0; index < times.length; index++) times[index] = itemAt(times, index) - now;
    },
    size: () => ids.length,
    idAt: (index) => itemAt(ids, index),
    timeAt: (index) => itemAt(times, index),
    isFirst(index) {
      const pair = dues.pairOf(itemAt(ids, index));
      if (pair === undefined) return true;
      for (let earlier = 0; earlier < index; earlier++) if (dues.pairOf(itemAt(ids, earlier)) === pair) return false;
      return true;
    },
    hasDeletion: () => ids.some(isDeletion),
    isAnyLeft: (taken, { removed }) =>
      removed.size === 0
        ? ids.length > (taken >= 0 ? 1 : 0)
        : ids.some((id, index) => index !== taken && !removed.has(id)),
    after({ taken, doubled, elapsed, effect: { added, delays, removed } }) {
      [nextIds.length, nextTimes.length] = [0, 0];
      // Times that count from the start stay as they are.
      const [shift, now] = isAbsolute ? [start, start + elapsed] : [-elapsed, 0];
      for (let index = 0; index < ids.length; index++) {
        const id = itemAt(ids, index);
        if (index === taken || (removed.size > 0 && removed.has(id))) continue;
        for (let copies = index === doubled ? 2 : 1; copies > 0; copies--) {
          nextIds.push(id);
          nextTimes.push(itemAt(times, index) + shift);
        }
      }
      for (let index = 0; index < added.length; index++) {
        const id = itemAt(added, index);
        nextTimes.push(inOrder(id, now + itemAt(delays, index)));
        nextIds.push(id);
      }
      return dues.timed.idOf(nextIds, nextTimes, list);
    },
  };
}

/** Returns what tells the sender and receiver of a message; empty for anything else. */
function groupIn(dues: Dues, id: number): string {
  const due = dues.get(id);
  return due.kind === 'message' && due.message.from !== undefined ? `${due.message.from} ${due.message.to}` : '';
}
