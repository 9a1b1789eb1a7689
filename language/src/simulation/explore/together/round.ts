/** A round of a search on several threads: what this thread makes and follows by itself, in the order of the queue. */
import { at, itemAt } from '../../../model/common/lookup.ts';
import { type FoundWays, followNext, waysForState } from '../space/expand-remembered.ts';
import { type FoundFault, isMoment, type Space } from '../space/space.ts';
import { type PackedSet, unknown } from '../tables/packed-set.ts';
import { lengthened } from '../tables/shared-table.ts';
import { stateWidth } from '../state/stored-state.ts';
import type { RememberedSteps } from '../steps/remembered/remembered-steps.ts';
import { createExpanded } from '../steps/expanded.ts';
import { findingIn, findings, type Slice, type SliceSizes } from './slices.ts';

/** States that are followed before the search is asked whether to go on, by their index in the round. */
export interface Batch {
  readonly first: number;
  readonly end: number;
  /** True if in some of them other moves wait. */
  readonly isPartial: boolean;
}

/** A round whose transitions are all known. */
export interface Made {
  readonly batches: readonly Batch[];
  /** True if the kernel has to step in the state after them. */
  readonly isShort: boolean;
}

/** The round that is under way. */
export interface Round {
  /**
   * Makes what the slices do not have: from this state on, with the slices from this one on, which were filled when no
   * more than this revision was known.
   */
  readonly make: (from: number, slice: number, revision: number) => Made;
  /** Lets steps be remembered for other states, and keeps those that were made. */
  readonly keep: () => void;
  /** Follows the transitions of a batch; returns the first fault found. */
  readonly follow: (batch: Batch) => FoundFault | undefined;
}

/** The source of transitions that this thread has made. */
const made = -1;

/** Creates what makes and follows one round after the other. */
export function createRound(
  space: Space,
  memory: RememberedSteps,
  { states: height, slices: count }: SliceSizes,
  slices: readonly Slice[],
  revision: () => number,
): Round {
  const { states, isCut, pace } = space;
  const found = slices.map(({ expanded, known }): FoundWays => ({ ...expanded, known, add: states.add }));
  // By state of the round: where its transitions begin and end, and in which slice.
  const [firsts, ends, sources] = [0, 0, 0].map(() => new Int32Array(height * count)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  const row = new Int32Array(stateWidth);
  let own: FoundWays = { ...memory.expanded, known: new Int32Array(0), add: states.add };
  const findLater = createFinding(states);

  /** Finds where the transitions of a state are, and makes them if need be; returns `findings`, open for the kernel. */
  const findingOf = (state: number, index: number, slice: number): number => {
    sources[index] = slice;
    [firsts[index], ends[index]] = [0, 0];
    if (isCut.at(state) === 1) return findings.whole;
    const place = index % height;
    const finding = slice === made ? findings.open : findingIn(itemAt(slices, slice), place);
    if (finding !== findings.open) {
      const all = itemAt(slices, slice).ends;
      firsts[index] = place === 0 ? 0 : at(all, place - 1);
      ends[index] = at(all, place);
      return finding;
    }
    sources[index] = made;
    firsts[index] = memory.expanded.size;
    states.read(state, row);
    if (isMoment(space, state) || !memory.expand(row)) return findings.open;
    ends[index] = memory.expanded.size;
    return memory.isPartial() ? findings.partial : findings.whole;
  };
  const sourceOf = (slice: number): FoundWays => (slice === made ? own : itemAt(found, slice));
  return {
    make(from, firstSlice, before) {
      const batches: Batch[] = [];
      memory.expanded.size = 0;
      let [index, first, isShort] = [0, 0, false];
      // Nothing is made for a batch that may go on in the next round.
      while (!isShort && first + pace <= height * count) {
        let [ways, isPartial] = [0, false];
        while (index < first + pace && ways < waysForState * pace) {
          // What the others have looked up is not what this thread would find, if more is known now.
          const slice = revision() === before ? firstSlice + Math.floor(index / height) : made;
          const finding = findingOf(from + index, index, slice);
          isShort = finding === findings.open;
          if (isShort) break;
          ways += at(ends, index) - at(firsts, index);
          isPartial ||= finding === findings.partial;
          index += 1;
        }
        if (index > first) batches.push({ first, end: index, isPartial });
        first = index;
      }
      own = { ...memory.expanded, known: new Int32Array(memory.expanded.size).fill(unknown), add: states.add };
      return { batches, isShort };
    },
    keep() {
      Object.assign(memory.expanded, createExpanded());
    },
    follow({ first, end, isPartial }) {
      if (isPartial) space.isPartial = true;
      for (let index = first; index < end; index++)
        findLater.ask(sourceOf(at(sources, index)), at(firsts, index), at(ends, index));
      findLater.find();
      for (let index = first; index < end; index++) {
        const source = sourceOf(at(sources, index));
        const fault = followNext(space, memory, source, [at(firsts, index), at(ends, index)]);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
  };
}

/** Looks up states that were not known when the others looked, many at once. */
function createFinding(states: PackedSet) {
  const { width } = states;
  let rows: Int32Array = new Int32Array(64 * width);
  let numbers = new Int32Array(64);
  let size = 0;
  // By row: the transitions that it is of, and its index there.
  const [of, places]: [FoundWays[], number[]] = [[], []];
  return {
    /** Asks for all states that transitions lead to. */
    ask(found: FoundWays, first: number, end: number): void {
      for (let each = first; each < end; each++) {
        if (found.known[each] !== unknown) continue;
        if (rows.length < (size + 1) * width) rows = lengthened(rows, 2 * rows.length);
        for (let column = 0; column < width; column++)
          rows[size * width + column] = at(found.rows, each * width + column);
        of[size] = found;
        places[size] = each;
        size += 1;
      }
    },
    /** Notes those that are known. */
    find(): void {
      if (numbers.length < size) numbers = new Int32Array(2 * size);
      states.find(rows, size, numbers);
      for (let each = 0; each < size; each++) itemAt(of, each).known[itemAt(places, each)] = at(numbers, each);
      size = 0;
    },
  };
}
