/** The threads of a search: how they are started, and given the tables in which they look things up. */
import type { Space } from '../space/space.ts';
import type { SharedTable } from '../tables/shared-table.ts';
import type { PassingFault } from '../steps/remembered/looked-up.ts';
import {
  createSlices,
  createSliceWork,
  type Place,
  type Moved,
  type SearchJob,
  type Slice,
  slicesIn,
  type SliceSizes,
} from './slices.ts';
import { createLead, createTurns, type Lead } from './stages.ts';

/** A thread that helps. */
export interface Helper {
  readonly send: (moved: Moved) => void;
  readonly end: () => void;
}

/** The host's means of starting threads that help in a search. */
export interface Helping {
  /** The number of threads that help. */
  readonly count: number;
  /** The number of states from which threads help; a smaller search ends before they have begun. */
  readonly from: number;
  readonly sizes: SliceSizes;
  /** Starts a thread that calls `helpSearch` with this job. */
  readonly start: (job: SearchJob) => Helper;
}

/** The sizes that keep threads busy without much that one learns from the others too late. */
export const usualSizes: SliceSizes = { states: 256, ways: 1 << 13, slices: 32 };

/** This thread, and those that help. */
export interface Team extends Lead {
  readonly slices: readonly Slice[];
  /** The states to look up once more. */
  readonly list: Int32Array;
  readonly bytes: number;
  readonly end: () => void;
}

/** What the threads look things up in, and where this one does. */
export interface Shared {
  readonly tables: readonly SharedTable[];
  readonly faults: readonly PassingFault[];
  readonly place: Place;
}

/** Starts so many threads. */
export function createTeam(
  { environment }: Pick<Space, 'environment'>,
  { tables, faults, place }: Shared,
  { count, sizes, start }: Helping,
): Team {
  const memory = { slices: createSlices(sizes), list: new SharedArrayBuffer(4 * sizes.states * sizes.slices) };
  const turns = createTurns(sizes.slices);
  const job = { ...memory, turns, sizes, faultCount: environment.faults.length, faults };
  const work = createSliceWork(place, job);
  const lead = createLead(turns, work);
  const helpers = Array.from({ length: count }, () => start(job));
  const known: (readonly SharedArrayBuffer[])[] = [];
  const sendMoved = (): void => {
    const moved = tables.flatMap((table, index): Moved => {
      const [lists, before] = [table.share(), known[index]];
      if (lists.length === before?.length && lists.every((list, place) => list === before[place])) return [];
      known[index] = lists;
      return [[index, lists]];
    });
    if (moved.length === 0) return;
    for (const helper of helpers) helper.send(moved);
  };
  return {
    ...lead,
    slices: slicesIn(memory.slices, sizes),
    list: new Int32Array(memory.list),
    bytes: memory.slices.byteLength,
    begin(stage) {
      sendMoved();
      lead.begin(stage);
    },
    end: () => {
      for (const helper of helpers) helper.end();
    },
  };
}
