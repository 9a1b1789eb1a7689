/** Expands states with remembered steps, many at once: for as long as the kernel does not have to step. */
import { at, itemAt, required } from '../../../model/common/lookup.ts';
import { deadlockAt } from './expand.ts';
import { keepsWaysOf, keepWay, takeNext } from './kept-ways.ts';
import type { InstantStep } from '../judgement/instants.ts';
import type { Violation } from '../judgement/judge.ts';
import { type FoundFault, isMoment, meet, noteJudged, type Space } from './space.ts';
import { unknown } from '../tables/packed-set.ts';
import { columns, stateWidth } from '../state/stored-state.ts';
import { coreBits } from '../steps/remembered/cores.ts';
import { type Expanded, noPlace } from '../steps/expanded.ts';
import type { RememberedSteps } from '../steps/remembered/remembered-steps.ts';

/** The number of transitions for each state after which to ask whether to go on. */
export const waysForState = 4;

/**
 * Expands the next states in the queue, a number of them at most. Returns the first fault found, or that the kernel has
 * to expand the next one.
 */
export function expandRemembered(space: Space): FoundFault | 'kernel' | undefined {
  const { memory } = space;
  if (memory === undefined) return 'kernel';
  const count = gather(space, memory);
  if (count === 0) return 'kernel';
  const { rows, size } = memory.expanded;
  if (known.length < size) known = new Int32Array(2 * size);
  // Rows that have yet to be exchanged for others are not known.
  if (space.representatives === undefined) space.states.find(rows, size, known);
  else known.fill(unknown, 0, size);
  const found: FoundWays = { ...memory.expanded, known, add: space.states.addFound };
  for (let each = 0, first = 0; each < count; each++) {
    const end = at(ends, each);
    const fault = followNext(space, memory, found, [first, end]);
    if (fault !== undefined) return fault;
    first = end;
  }
  return undefined;
}

const row = new Int32Array(stateWidth);
/** By state that is expanded where its transitions end; by transition the number of the state that it leads to. */
let [ends, known] = [new Int32Array(64), new Int32Array(64)];
/** The states from which more would follow after the horizon. */
const cutOff = new Set<number>();

/** Finds the transitions from the next states; returns of how many. */
function gather(space: Space, { expand, isPartial, isCutOff, isAlone, expanded }: RememberedSteps): number {
  const { states, isCut, expanded: next, pace } = space;
  if (ends.length < pace) ends = new Int32Array(pace);
  let count = 0;
  cutOff.clear();
  expanded.size = 0;
  const last = Math.min(states.size(), next + pace);
  for (let state = next; state < last && expanded.size < waysForState * pace; state++) {
    if (isCut.at(state) === 0) {
      states.read(state, row);
      if (isMoment(space, state) || !expand(row)) break;
      if (isPartial()) space.isPartial = true;
      if (isCutOff()) cutOff.add(state);
    }
    ends[count++] = expanded.size;
    if (isAlone) break;
  }
  return count;
}

/** Transitions of states, with those of the states that they lead to that are known. */
export interface FoundWays extends Pick<Expanded, 'leadsOn' | 'place' | 'index' | 'rows' | 'turn' | 'way' | 'width'> {
  /** By transition the number of the state that it leads to, or `unknown`. */
  readonly known: Int32Array;
  /** Adds one of the rows to the states, if it is not there; returns its number. */
  readonly add: (rows: Int32Array, index: number) => number;
}

/** Follows the transitions of the next state in the queue. */
export function followNext(
  space: Space,
  memory: RememberedSteps,
  found: FoundWays,
  [first, end]: readonly [first: number, end: number],
): FoundFault | undefined {
  const from = space.expanded;
  takeNext(space);
  if (space.isCut.at(from) === 1) return undefined;
  const { states, representatives } = space;
  const { leadsOn, place, rows, turn, way, width, known } = found;
  const keepsWays = keepsWaysOf(space, from);
  let isStuck = true;
  for (let each = first; each < end; each++) {
    space.transitions += 1;
    if (leadsOn[each] === 1) isStuck = false;
    // A state that is known breaks nothing by itself: that would have been the end.
    if (known[each] !== unknown && place[each] === noPlace) {
      if (keepsWays) keepWay(space, at(known, each), at(turn, each));
      continue;
    }
    const fault = faultOf(memory, found, each);
    if (fault !== undefined) return { fault, from, way: at(way, each) };
    const state =
      representatives === undefined
        ? found.add(rows, each)
        : states.add(representatives.of(rows.slice(width * each, width * (each + 1))));
    if (space.cameFrom.size() === state) {
      // Not put together of several objects, which would take longer than all the rest.
      const late = noteNew(space, memory, { state, from, way: at(way, each), core: states.at(state, columns.core) });
      if (late !== undefined) return { fault: late, from, way: at(way, each) };
    }
    if (keepsWays) keepWay(space, state, at(turn, each));
  }
  if (cutOff.has(from)) {
    meet(space, 'horizon');
    space.isCut.set(from, 1);
    return undefined;
  }
  return isStuck ? deadlockAt(space, from) : undefined;
}

/** The error of a step comes before the fault of the core that it leads to, and that before a dropped event. */
function faultOf({ cores, faults }: RememberedSteps, found: FoundWays, each: number): Violation | undefined {
  const place = at(found.place, each);
  const { error, dropped } = place === noPlace ? noFaults : faults(place, at(found.index, each));
  if (error !== undefined) return error;
  const core = at(found.rows, found.width * each + columns.core);
  const isFaulty = (cores.bitsOf(core) & coreBits.isFaulty) !== 0;
  return (isFaulty ? cores.faultyAt(core).fault : undefined) ?? dropped;
}

const noFaults = { error: undefined, dropped: undefined };

/** Records a new state with the judgement of its core; returns the fault of judging it. */
function noteNew(
  space: Space,
  { cores }: RememberedSteps,
  { state, from, way, core }: InstantStep & { readonly state: number; readonly core: number },
): Violation | undefined {
  const known = cores.bitsOf(core);
  if ((known & coreBits.isFaulty) !== 0)
    return required(noteJudged(space, state, { from, way }, () => cores.faultyAt(core)));
  space.cameFrom.push(from, way);
  space.levels.note(state, from);
  for (let property = 0; property < space.bits.length; property++)
    itemAt(space.bits, property).push(cores.lastingBits(core, property));
  const isOutside = (known & coreBits.isOutside) !== 0;
  if (isOutside) meet(space, 'bound');
  space.isCut.push(isOutside ? 1 : 0);
  return undefined;
}
