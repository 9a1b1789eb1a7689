/**
 * What the threads of a search do: a slice of states is expanded by looking up what has been made before, and the rows
 * that follow are looked up among the states. What is not known is left to the thread that leads.
 */
import { at, byteAt, itemAt } from '../../../model/common/lookup.ts';
import type { PackedSet } from '../tables/packed-set.ts';
import { createStateSet } from '../state/state-set.ts';
import { columns, stateWidth } from '../state/stored-state.ts';
import { createExpanded, type Expanded } from '../steps/expanded.ts';
import { createReader, type PassingFault } from '../steps/remembered/looked-up.ts';
import { helpAlong, type Work } from './stages.ts';

/** The input of a thread. */
export interface SearchJob {
  readonly turns: SharedArrayBuffer;
  readonly sizes: SliceSizes;
  /** The memory of the slices, one after the other. */
  readonly slices: SharedArrayBuffer;
  /** The numbers of states to look up once more. */
  readonly list: SharedArrayBuffer;
  /** The number of faults of the environment, and those of what is under way. */
  readonly faultCount: number;
  readonly faults: readonly PassingFault[];
}

/** How states are divided: the states of a slice, their most transitions, and the slices of a round. */
export interface SliceSizes {
  readonly states: number;
  readonly ways: number;
  readonly slices: number;
}

/** Tables that are in other memory than before, by their index among all. */
export type Moved = readonly (readonly [index: number, lists: readonly SharedArrayBuffer[]])[];

/** What is known of a state of a slice. */
export const findings = { open: 0, whole: 1, partial: 2 } as const;

/** The transitions from the states of a slice. */
export interface Slice {
  readonly expanded: Pick<Expanded, 'rows' | 'turn' | 'way' | 'leadsOn' | 'place' | 'index' | 'width'>;
  /** By state: `findings`, and where its transitions end. */
  readonly finding: Uint8Array;
  readonly ends: Int32Array;
  /** By transition the number of the state that it leads to, or `unknown`. */
  readonly known: Int32Array;
}

/** The tasks, as bits; the last one says which half of the slices they are for. */
export const tasks = { expand: 0, find: 2, again: 4 } as const;

const width = stateWidth - 1;

const bytesOfSlice = ({ states, ways }: SliceSizes): number => 4 * (states * 2 + ways * (width + 6));

/** Creates the memory of slices, for two rounds. */
export const createSlices = (sizes: SliceSizes): SharedArrayBuffer =>
  new SharedArrayBuffer(2 * sizes.slices * bytesOfSlice(sizes));

/** Returns the slices in their memory. */
export function slicesIn(memory: SharedArrayBuffer, sizes: SliceSizes): readonly Slice[] {
  const { states, ways, slices } = sizes;
  return Array.from({ length: 2 * slices }, (_, slice): Slice => {
    let next = slice * bytesOfSlice(sizes);
    const words = (length: number): Int32Array => {
      const list = new Int32Array(memory, next, length);
      next += 4 * length;
      return list;
    };
    const list = (): Int32Array => words(ways);
    const bytes = (length: number): Uint8Array => {
      const all = new Uint8Array(memory, next, length);
      next += 4 * length;
      return all;
    };
    return {
      expanded: {
        ...{ width, rows: words(ways * width), turn: list(), way: list(), place: list(), index: list() },
        leadsOn: bytes(ways),
      },
      known: list(),
      ends: words(states),
      finding: bytes(states),
    };
  });
}

/** Where the work of a thread is done. */
export interface Place {
  readonly states: PackedSet;
  readonly expanded: Expanded;
  /** See `RememberedSteps`. */
  readonly lookUp: (row: Int32Array) => boolean;
  readonly isPartial: () => boolean;
}

/** Creates what does the work of a thread. */
export function createSliceWork(
  { states, expanded, lookUp, isPartial }: Place,
  { sizes, slices: memory, list }: Pick<SearchJob, 'sizes' | 'slices' | 'list'>,
): Work {
  const [slices, wanted] = [slicesIn(memory, sizes), new Int32Array(list)];
  const row = new Int32Array(stateWidth);
  const findingOf = (): number => {
    if (at(row, columns.core) < 0 || !lookUp(row)) return findings.open;
    return isPartial() ? findings.partial : findings.whole;
  };
  const fill = (slice: Slice, stateAt: (place: number) => number): void => {
    for (let place = 0; place < sizes.states; place++) {
      const { size } = expanded;
      states.read(stateAt(place), row);
      const found = findingOf();
      // There is no more room in the slice.
      if (expanded.turn !== slice.expanded.turn) {
        slice.finding.fill(findings.open, place);
        slice.ends.fill(size, place);
        return;
      }
      if (found === findings.open) expanded.size = size;
      slice.finding[place] = found;
      slice.ends[place] = expanded.size;
    }
  };
  const expand = (slice: Slice, stateAt: (place: number) => number): void => {
    const before = { ...expanded };
    Object.assign(expanded, slice.expanded, { size: 0 });
    fill(slice, stateAt);
    Object.assign(expanded, before);
  };
  const find = ({ expanded: { rows }, ends, known }: Slice): void => {
    states.find(rows, at(ends, sizes.states - 1), known);
  };
  return {
    pieces: sizes.slices,
    run(piece, { task, first }) {
      const from = first + piece * sizes.states;
      const slice = itemAt(slices, piece + (task & 1) * sizes.slices);
      if ((task & tasks.again) !== 0) {
        expand(slice, (place) => at(wanted, from + place));
        find(slice);
        return;
      }
      if ((task & tasks.find) === 0) expand(slice, (place) => from + place);
      else find(slice);
    },
  };
}

/** Helps in a search for as long as the thread lives: `receive` returns what was sent to it, if anything is left. */
export function helpSearch(job: SearchJob, receive: () => Moved | undefined): never {
  const [states, expanded] = [createStateSet(), createExpanded()];
  const { lookUp, isPartial, tables: own } = createReader(job.faultCount, job.faults, expanded);
  const tables = [...own, ...(states.tables ?? [])];
  const attachAll = (): void => {
    for (let moved = receive(); moved !== undefined; moved = receive())
      for (const [index, lists] of moved) itemAt(tables, index).attach(lists);
  };
  return helpAlong(job.turns, attachAll, createSliceWork({ states, expanded, lookUp, isPartial }, job));
}

/** Returns `findings` of a state of a slice. */
export const findingIn = ({ finding }: Slice, place: number): number => byteAt(finding, place);
