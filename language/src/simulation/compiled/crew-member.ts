/**
 * One of several threads that search the same states, level by level: all states at one distance from the start are
 * expanded before any farther one. The threads wait for each other; the last one to arrive decides what is next.
 */
import type { RunText } from './compiled-rules.ts';
import { numbers } from './emit-search.ts';
import { pageBits, type SharedSearchCode, statesAtOnce } from './emit-shared-search.ts';
import { at, itemAt } from '../../model/common/lookup.ts';

/** The input of a thread; all but `me` is the same for all of them. */
export interface CrewJob {
  readonly me: number;
  readonly members: number;
  readonly text: string;
  readonly rules: number;
  /** The number of words of a state. */
  readonly words: number;
  /** The number of states known before, and the page after them. */
  readonly known: number;
  readonly firstPage: number;
  /** The most states that the lists hold, and the most bytes that everything together may take. */
  readonly capacity: number;
  readonly memory: number;
  readonly states: SharedArrayBuffer;
  readonly parents: SharedArrayBuffer;
  /** Tables one after the other, each larger than the one before. */
  readonly tables: SharedArrayBuffer;
  /** See `signals`, as 32-bit numbers. */
  readonly signals: SharedArrayBuffer;
  /** Transitions and rules reached, by place. */
  readonly reached: SharedArrayBuffer;
  /** For each member the numbers of its search code, as doubles. */
  readonly numbers: SharedArrayBuffer;
}

/** The indices of the signals between threads. */
export const signals = {
  ...{ arrived: 0, meeting: 1 },
  /** See `outcomes`. */
  outcome: 2,
  /** Set if there was no room for more, or if something was found that ends the search. */
  ...{ short: 3, ended: 4 },
  /** The table in use: the binary logarithm of its number of entries, and its first entry among those of all tables. */
  ...{ tableBits: 5, tableFrom: 6 },
  /** Set while the known states have to be entered into a new table; the next page to enter. */
  ...{ grown: 7, page: 8 },
  depth: 9,
  /** The number of threads that have begun. */
  begun: 10,
  /** From here on for each member: the next state of its queue, its end, and the number of states it has found. */
  members: 11,
} as const;

/** The reasons that the threads have ended; 0 while they work. Threads that failed have found nothing. */
export const crewOutcomes = { over: 1, ended: 2, full: 3, failed: 4 } as const;

/** Signals that a thread has ended before its work was done, so that no other waits for it. */
export function signalEnd({ signals: shared }: Pick<CrewJob, 'signals'>): void {
  const control = new Int32Array(shared);
  Atomics.compareExchange(control, signals.outcome, 0, crewOutcomes.failed);
  Atomics.notify(control, signals.outcome);
}

const load = 0.75;
const page = 2 ** pageBits;

/** Works until the search has ended. Blocks its thread. */
export function runCrewMember(job: CrewJob, runText: RunText): void {
  const { me, members, firstPage } = job;
  const control = new Int32Array(job.signals);
  Atomics.add(control, signals.begun, 1);
  const queues = control.subarray(signals.members, signals.members + 2 * members);
  const found = control.subarray(signals.members + 2 * members, signals.members + 3 * members);
  const size = job.numbers.byteLength / 8 / members;
  const own = new Float64Array(job.numbers, 8 * size * me, size);
  const lists = [new Int32Array(job.states), new Int32Array(job.parents)] as const;
  const seat = [me, members, (firstPage + me) * page];
  const make = runText(['N', 'H', 'X', 'S', 'P', 'Q', 'Z'], job.text) as (
    ...given: readonly unknown[]
  ) => SharedSearchCode;
  const { attach, work, enter, next } = make(own, () => undefined, new Uint8Array(job.reached), ...lists, queues, seat);
  const entries = (): number => 2 ** at(control, signals.tableBits);
  const table = (): Int32Array => new Int32Array(job.tables, 4 * at(control, signals.tableFrom), entries());
  // However many others find as many states meanwhile, there is room for the successors of the states taken at once.
  const slack = members * (statesAtOnce * job.rules + page);
  const room = (): number => Math.min(job.capacity, Math.floor(entries() * load)) - slack;

  let isFirst = true;
  for (;;) {
    if (control[signals.grown] === 1) {
      attach(table());
      enterAll(job, control, found, enter);
      meet(control, members, () => {
        control[signals.grown] = 0;
      });
    }
    const isShort = isFirst ? work(1, 0, room()) : work(members, firstPage, room());
    found[me] = foundBefore(next(), job);
    if (isShort) Atomics.store(control, signals.short, 1);
    if (itemAt(own, numbers.ended) > 0) Atomics.store(control, signals.ended, 1);
    meet(control, members, () => {
      decide(job, { control, queues, found, slack }, isFirst);
    });
    if (Atomics.load(control, signals.outcome) !== 0) return;
    // With more room the same states are expanded further.
    if (control[signals.grown] === 0) isFirst = false;
  }
}

interface Shared {
  readonly control: Int32Array;
  readonly queues: Int32Array;
  readonly found: Int32Array;
  readonly slack: number;
}

/** Decides what is next: the same states with more room, those that are one step farther, or the end. */
function decide(job: CrewJob, shared: Shared, isFirst: boolean): void {
  const { control, queues, found } = shared;
  const end = (outcome: number): void => {
    Atomics.store(control, signals.outcome, outcome);
    Atomics.notify(control, signals.outcome);
  };
  if (Atomics.load(control, signals.ended) !== 0) end(crewOutcomes.ended);
  else if (Atomics.exchange(control, signals.short, 0) !== 0) {
    if (!growTable(job, shared)) end(crewOutcomes.full);
  } else {
    let isOver = true;
    for (const [member, count] of found.entries()) {
      const from = isFirst ? 0 : at(queues, 2 * member + 1);
      [queues[2 * member], queues[2 * member + 1]] = [from, count];
      if (count > from) isOver = false;
    }
    if (isOver) end(crewOutcomes.over);
    else control[signals.depth] = at(control, signals.depth) + 1;
  }
}

/**
 * Switches to the next table, four times as large if there is room, so that states are seldom entered again. Returns
 * false if there is no room for it, or none in the lists.
 */
function growTable({ capacity, members, firstPage, memory, words, tables }: CrewJob, shared: Shared): boolean {
  const { control, found, slack } = shared;
  const farthest = (firstPage + Math.ceil(Math.max(...found) / page) * members) * page;
  if (farthest > capacity - slack) return false;
  const entries = 2 ** at(control, signals.tableBits);
  const from = at(control, signals.tableFrom) + entries;
  const more = [2, 1].find((bits) => {
    const bytes = 4 * (from + 2 ** bits * entries);
    return bytes <= tables.byteLength && bytes + farthest * 4 * (words + 1) <= memory;
  });
  if (more === undefined) return false;
  control[signals.tableBits] = at(control, signals.tableBits) + more;
  control[signals.tableFrom] = from;
  control[signals.page] = 0;
  control[signals.grown] = 1;
  return true;
}

/** Enters all known states, page by page, as the threads come to it. */
function enterAll(job: CrewJob, control: Int32Array, found: Int32Array, enter: SharedSearchCode['enter']): void {
  const { known, firstPage, members } = job;
  const pages = firstPage + Math.ceil(Math.max(...found) / page) * members;
  for (;;) {
    const number = Atomics.add(control, signals.page, 1);
    if (number >= pages) return;
    const from = number * page;
    const later = number - firstPage;
    const left = later < 0 ? known - from : at(found, later % members) - Math.floor(later / members) * page;
    enter(from, from + Math.min(Math.max(left, 0), page));
  }
}

/** Returns the number of states a thread has found, given the number of the state that it finds next. */
export function foundBefore(
  next: number,
  { me, members, firstPage }: Pick<CrewJob, 'me' | 'members' | 'firstPage'>,
): number {
  const own = Math.floor(next / page) - firstPage - me;
  return (own / members) * page + (next % page);
}

/** Waits for all the others; the last one to arrive calls `once`. */
function meet(control: Int32Array, members: number, once: () => void): void {
  const meeting = Atomics.load(control, signals.meeting);
  if (Atomics.add(control, signals.arrived, 1) === members - 1) {
    once();
    Atomics.store(control, signals.arrived, 0);
    Atomics.add(control, signals.meeting, 1);
    Atomics.notify(control, signals.meeting);
  } else while (Atomics.load(control, signals.meeting) === meeting) Atomics.wait(control, signals.meeting, meeting);
}
