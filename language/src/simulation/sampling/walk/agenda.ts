/** The agenda of a walk: the numbers of its entries, by time and then by the order in which they were added. */
import { at, byteAt, itemAt } from '../../../model/common/lookup.ts';
import type { EntryFacts, Start } from './move-effects.ts';

/** The entries under way in a run, and when they are due, in microseconds. */
export interface WalkAgenda {
  readonly begin: (start: Start) => void;
  readonly size: () => number;
  readonly idAt: (index: number) => number;
  readonly timeAt: (index: number) => number;
  /** Returns how many entries are not held back by an earlier one between the same two. */
  readonly firsts: () => number;
  /** Returns how many deletions are under way. */
  readonly deletions: () => number;
  readonly remove: (index: number) => void;
  readonly removeEach: (ids: ReadonlySet<number>) => void;
  /** Inserts an entry after all of the same time, and a message not before an earlier one between the same two. */
  readonly insert: (id: number, time: number) => void;
  /** Inserts an entry once more, directly after itself. */
  readonly double: (index: number) => void;
  /** Returns the number of entries until a time that are held back by none, or the index of the one after `left` such. */
  readonly passFirsts: (until: number, left: number) => number;
  /** Returns true for an entry that no earlier one between the same two holds back. */
  readonly isFirst: (index: number) => boolean;
}

/** Creates an empty agenda. */
export function createWalkAgenda(entries: EntryFacts): WalkAgenda {
  let [ids, times] = [new Int32Array(16), new Float64Array(16)];
  let size = 0;
  const queues = createQueues(entries);

  const timeAt = (index: number): number => times[index] ?? 0;
  const put = (place: number, id: number, time: number): void => {
    if (size === ids.length) {
      const [more, later] = [new Int32Array(2 * size), new Float64Array(2 * size)];
      more.set(ids);
      later.set(times);
      [ids, times] = [more, later];
    }
    for (let index = size; index > place; index--) {
      ids[index] = at(ids, index - 1);
      times[index] = timeAt(index - 1);
    }
    ids[place] = id;
    times[place] = time;
    size += 1;
    queues.join(id);
  };
  /** Returns when a message of a sender and receiver arrives that overtakes none of theirs; the latest is the last one. */
  const afterGroup = (group: number, time: number): number => {
    for (let index = size - 1; index >= 0 && timeAt(index) > time; index--)
      if (at(entries.group, at(ids, index)) === group) return timeAt(index);
    return time;
  };
  return {
    begin: (start) => {
      for (let index = 0; index < size; index++) queues.leave(at(ids, index));
      size = 0;
      for (let index = 0; index < start.entries.length; index++)
        put(index, itemAt(start.entries, index), itemAt(start.times, index));
    },
    size: () => size,
    idAt: (index) => at(ids, index),
    timeAt,
    firsts: queues.firsts,
    deletions: queues.deletions,
    remove: (index) => {
      queues.leave(at(ids, index));
      size -= 1;
      for (let next = index; next < size; next++) {
        ids[next] = at(ids, next + 1);
        times[next] = timeAt(next + 1);
      }
    },
    removeEach: (gone) => {
      let kept = 0;
      for (let index = 0; index < size; index++) {
        const id = at(ids, index);
        if (gone.has(id)) {
          queues.leave(id);
          continue;
        }
        ids[kept] = id;
        times[kept++] = timeAt(index);
      }
      size = kept;
    },
    insert: (id, time) => {
      const group = at(entries.pair, id) >= 0 ? at(entries.group, id) : -1;
      const then = group >= 0 ? afterGroup(group, time) : time;
      let place = size;
      while (place > 0 && timeAt(place - 1) > then) place--;
      put(place, id, then);
    },
    double: (index) => {
      put(index + 1, at(ids, index), timeAt(index));
    },
    passFirsts: (until, left) => {
      queues.scan();
      let found = 0;
      for (let index = 0; index < size && timeAt(index) <= until; index++) {
        if (queues.isNew(at(ids, index)) && found++ === left) return index;
      }
      return found;
    },
    isFirst: (index) => isFirst(entries.pair, ids, index),
  };
}

function isFirst(pairs: Int32Array, ids: Int32Array, index: number): boolean {
  const pair = at(pairs, at(ids, index));
  if (pair < 0) return true;
  for (let earlier = 0; earlier < index; earlier++) if (at(pairs, at(ids, earlier)) === pair) return false;
  return true;
}

/** Creates the queues of entries that must not overtake each other, and counts what is first in them. */
function createQueues(entries: EntryFacts) {
  let [firsts, deletions, scans] = [0, 0, 0];
  // By pair: how many entries of it there are, and the scan that has seen it last.
  let [waiting, seen] = [new Int32Array(16), new Int32Array(16)];
  const grow = (): void => {
    const [more, all] = [new Int32Array(2 * entries.pairs), new Int32Array(2 * entries.pairs)];
    more.set(waiting);
    all.set(seen);
    [waiting, seen] = [more, all];
  };
  return {
    firsts: (): number => firsts,
    deletions: (): number => deletions,
    join: (id: number): void => {
      const pair = at(entries.pair, id);
      if (pair >= waiting.length) grow();
      if (pair < 0 || at(waiting, pair) === 0) firsts += 1;
      if (pair >= 0) waiting[pair] = at(waiting, pair) + 1;
      deletions += byteAt(entries.isDeletion, id);
    },
    leave: (id: number): void => {
      const pair = at(entries.pair, id);
      if (pair >= 0) waiting[pair] = at(waiting, pair) - 1;
      if (pair < 0 || at(waiting, pair) === 0) firsts -= 1;
      deletions -= byteAt(entries.isDeletion, id);
    },
    /** Begins a scan from the first entry on. */
    scan: (): void => {
      scans = (scans + 1) | 0;
    },
    /** Returns true for an entry that the scan has seen none of the same pair before. */
    isNew: (id: number): boolean => {
      const pair = at(entries.pair, id);
      if (pair < 0) return true;
      if (at(seen, pair) === scans) return false;
      seen[pair] = scans;
      return true;
    },
  };
}
