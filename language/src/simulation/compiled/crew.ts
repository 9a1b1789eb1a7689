/**
 * Several threads that continue a search. They share all lists and need nobody else while they work; the caller checks
 * their progress at intervals. The host starts the threads.
 */
import { type CrewJob, foundBefore, signalEnd, crewOutcomes, signals } from './crew-member.ts';
import { emitSharedSearch, pageBits } from './emit-shared-search.ts';
import { numbers } from './emit-search.ts';
import type { HandedOver, SearchProgress } from './search-progress.ts';
import { itemAt, at } from '../../model/common/lookup.ts';

/** The host's means of starting threads. */
export interface Threads {
  /** The number of threads. */
  readonly count: number;
  /** The number of states from which threads are used; with fewer, one thread is done before they have begun. */
  readonly from: number;
  /**
   * A thread that has not begun after this many milliseconds is not waited for: one that cannot begin gives no sign.
   */
  readonly patience: number;
  /**
   * Starts a thread that calls `runCrewMember` with this job, and `signalEnd` if it cannot; returns a function that ends
   * it.
   */
  readonly start: (job: CrewJob) => () => void;
}

/** Threads at work. */
export interface Crew {
  /** Waits briefly; returns why the threads have ended, if they have. */
  readonly wait: (milliseconds: number) => keyof typeof crewOutcomes | undefined;
  readonly progress: () => SearchProgress;
  readonly bounded: () => number;
  readonly bytes: () => number;
  /** See `Search.reached`. */
  readonly reached: () => Uint8Array;
  /** Returns true if a state has been found in which a wanted condition holds. */
  readonly isMet: (wanted: number) => boolean;
  /** Ends the threads, whatever they are doing. */
  readonly end: () => void;
}

/** Continues a search with threads. Returns undefined where this much memory cannot be shared. */
export function startCrew(search: HandedOver, threads: Threads): Crew | undefined {
  const shared = share(search, threads.count);
  if (shared === undefined) return undefined;
  const { job, control, each } = shared;
  const ends = Array.from({ length: threads.count }, (_, me) => threads.start({ ...job, me }));
  const { words } = search.packing;
  const sum = (place: number): number => each.reduce((all, own) => all + itemAt(own, place), 0);
  const found = (): number[] =>
    each.map((own, me) => {
      const next = itemAt(own, numbers.count);
      return next === 0 ? 0 : foundBefore(next, { ...job, me });
    });
  let waited = 0;
  const states = (): number => found().reduce((all, count) => all + count, search.progress.states);
  return {
    wait: (milliseconds) => {
      if (Atomics.wait(control, signals.outcome, 0, milliseconds) === 'timed-out') waited += milliseconds;
      if (waited > threads.patience && Atomics.load(control, signals.begun) < threads.count) signalEnd(job);
      const outcome = Atomics.load(control, signals.outcome);
      return outcomeNames.find((name) => crewOutcomes[name] === outcome);
    },
    progress: () => ({
      states: states(),
      transitions: search.progress.transitions + sum(numbers.transitions),
      followed: followedBy(control, job, search.progress.depth),
      depth: at(control, signals.depth),
    }),
    bounded: () => search.bounded + sum(numbers.bounded),
    bytes: () => {
      const pages = job.firstPage + Math.ceil(Math.max(...found()) / page) * threads.count;
      return 4 * (pages * page * (words + 1) + at(control, signals.tableFrom) + 2 ** at(control, signals.tableBits));
    },
    reached: () => new Uint8Array(job.reached),
    isMet: (wanted) => each.some((own) => itemAt(own, numbers.firstOf + wanted) >= 0),
    end: () => {
      for (const end of ends) end();
    },
  };
}

const outcomeNames = Object.keys(crewOutcomes) as (keyof typeof crewOutcomes)[];
const page = 2 ** pageBits;

interface SharedLists {
  readonly job: Omit<CrewJob, 'me'>;
  readonly control: Int32Array;
  /** The numbers of each thread. */
  readonly each: readonly Float64Array[];
}

/** Creates the lists that the threads share, with the known states in them. The unused part takes no memory. */
function share(search: HandedOver, members: number): SharedLists | undefined {
  const { packing, progress, memory, indexBits, wanted } = search;
  const { words } = packing;
  const capacity = Math.min(2 ** indexBits - 1, Math.floor((memory * 0.6) / (4 * words + 4)));
  const tableBits = Math.ceil(Math.log2(progress.states * 4));
  const tableEntries = 2 ** Math.ceil(Math.log2(memory / 4));
  const size = numbers.firstOf + wanted.length;
  try {
    const lists = {
      states: new SharedArrayBuffer(4 * words * capacity),
      parents: new SharedArrayBuffer(4 * capacity),
      tables: new SharedArrayBuffer(4 * tableEntries),
      signals: new SharedArrayBuffer(4 * (signals.members + 3 * members)),
      numbers: new SharedArrayBuffer(8 * size * members),
      reached: new SharedArrayBuffer(search.reached.length),
    };
    new Int32Array(lists.states).set(search.states.subarray(0, progress.states * words));
    new Uint8Array(lists.reached).set(search.reached);
    new Int32Array(lists.parents).set(search.parents.subarray(0, progress.states));
    const control = new Int32Array(lists.signals);
    control[signals.tableBits] = tableBits;
    // The first table is empty: the threads begin by entering the known states.
    control[signals.grown] = 1;
    control[signals.depth] = progress.depth;
    [control[signals.members], control[signals.members + 1]] = [progress.followed, progress.states];
    const firstPage = Math.ceil(progress.states / page);
    const each = Array.from({ length: members }, (_, me) => new Float64Array(lists.numbers, 8 * size * me, size));
    for (const own of each) own.fill(-1, numbers.stuck);
    const job = {
      ...{ members, text: emitSharedSearch(search), rules: search.prepared.rules.length, words },
      ...{ known: progress.states, firstPage, capacity, memory },
      ...lists,
    };
    return { job, control, each };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the number of states the threads have expanded, including those expanded before. */
function followedBy(control: Int32Array, { members, known }: SharedLists['job'], firstDepth: number): number {
  const taken = (queue: number): number =>
    Math.min(at(control, signals.members + 2 * queue), at(control, signals.members + 2 * queue + 1));
  if (control[signals.depth] === firstDepth) return taken(0);
  return Array.from({ length: members }, (_, queue) => taken(queue)).reduce((all, count) => all + count, known);
}
