/** A space as a whole: the graph of its states, and the memory that it takes. */
import { at, required } from '../../../model/common/lookup.ts';
import { turnOf } from './expand.ts';
import { following } from './follow.ts';
import type { Members } from '../judgement/fair-rounds.ts';
import { type AwaitedCondition, waitingIn } from '../judgement/liveness.ts';
import type { Again } from './looking-again.ts';
import { isMoment, type Space } from './space.ts';
import { createManyNumbers } from '../tables/many-numbers.ts';
import { createBytes, createNumbers } from '../tables/numbers.ts';
import { type StateGraph, timeTurn } from '../state/state-graph.ts';
import { stateWidth } from '../state/stored-state.ts';
import type { RememberedSteps } from '../steps/remembered/remembered-steps.ts';

/** Returns the graph of the transitions that are kept; states that were not expanded count as cut. */
export function transitionGraph(space: Space): StateGraph {
  const { offsets, targets, turnIds } = space;
  const offsetAt = (state: number): number => (state < offsets.size() ? offsets.at(state) : targets.size());
  const way: StateGraph['way'] = ({ from, edge }) => edge - offsetAt(from);
  const isPartial = (): boolean => false;
  return graphWith(space, {
    offsets: offsetAt,
    ends: (state) => offsetAt(state + 1),
    targets,
    turnIds,
    way,
    isPartial,
  });
}

interface Edges extends Pick<StateGraph, 'offsets' | 'ends' | 'way' | 'isPartial'> {
  /** By edge. */
  readonly targets: Space['targets'];
  readonly turnIds: Space['turnIds'];
}

function graphWith(space: Space, { offsets, ends, targets, turnIds, way, isPartial }: Edges): StateGraph {
  const { states, turns, isCut, expanded, cameFrom, code, check } = space;
  return {
    stateCount: states.size(),
    ...{ offsets, ends },
    target: targets.at,
    owed: (edge) => turns.owed(turnIds.at(edge)),
    relieved: (edge) => code.lists.get(turns.relieved(turnIds.at(edge))),
    waits: check.clock === 'exact' ? [timeTurn] : [],
    ...{ way, isPartial },
    isCut: (state) => state >= expanded || isCut.at(state) === 1,
    cameFrom: cameFrom.at,
  };
}

/** The number of states that are followed at once. */
const statesAtOnce = 256;

/** The states that are reached while something is awaited, and a graph that has the transitions of these at least. */
export interface Waiting {
  readonly graph: StateGraph;
  readonly waiting: Members;
}

/**
 * Finds what is reached while something is awaited, in steps. Where steps are remembered no transition is kept: those of
 * the states in which a run waits are found once more.
 */
export function* waitingGraph(space: Space, awaited: AwaitedCondition): Generator<undefined, Waiting> {
  if (space.keepsWays !== 'none') {
    const graph = transitionGraph(space);
    return { graph, waiting: yield* waitingIn(graph, awaited) };
  }
  const { begins, isOpen } = awaited;
  const count = space.states.size();
  // By state its index in the queue plus one; by index where its transitions begin.
  const [places, queue, offsets] = [new Int32Array(count), createNumbers(), createNumbers()];
  const [targets, turnIds] = [createManyNumbers(), createManyNumbers()];
  // By index 1 if only some of the moves were followed.
  const partial = createBytes();
  const add = (state: number): void => {
    if (places[state] !== 0 || !isOpen(state)) return;
    queue.push(state);
    places[state] = queue.size();
  };
  for (let state = 0; state < count; state++) if (begins(state)) add(state);
  const note = ({ size, isPartial, found, turn, first }: Again): void => {
    targets.append(found, first, first + size);
    turnIds.append(turn, first, first + size);
    for (let each = first; each < first + size; each++) add(at(found, each));
    offsets.push(targets.size());
    partial.push(isPartial ? 1 : 0);
  };
  space.helping?.settle();
  offsets.push(0);
  while (partial.size() < queue.size()) {
    againSome(space, queue.all().subarray(partial.size()), note);
    yield;
  }
  const edgeAt = (state: number, later: number): number => {
    const place = at(places, state);
    return place === 0 ? 0 : offsets.at(place - 1 + later);
  };
  const isPartial = (state: number): boolean => places[state] !== 0 && partial.at(at(places, state) - 1) === 1;
  const graph = graphWith(space, {
    offsets: (state) => edgeAt(state, 0),
    ends: (state) => edgeAt(state, 1),
    ...{ targets, turnIds, isPartial },
    way: ({ from, edge }) => {
      const index = edge - edgeAt(from, 0);
      return isPartial(from) ? wayAgain(space, from, index) : index;
    },
  });
  return { graph, waiting: { states: queue.all(), places } };
}

const row = new Int32Array(stateWidth);
const [ends, partial] = [new Int32Array(statesAtOnce), new Uint8Array(statesAtOnce)];
let found = new Int32Array(64);

/** Follows the transitions of the first ones of some states once more, by threads if there are enough of them. */
function againSome(space: Space, all: Int32Array, visit: (again: Again) => void): void {
  const together = space.helping?.again(all);
  if (together === undefined || together.count === 0) {
    again(space, all.subarray(0, statesAtOnce), visit);
    return;
  }
  for (let index = 0; index < together.count; index++) {
    const looked = isFollowed(space, at(all, index)) ? together.of(index) : undefined;
    if (looked === undefined) again(space, all.subarray(index, index + 1), visit);
    else visit(looked);
  }
}

/** Follows the transitions of the first one of some states once more, or of the first ones, in the same order. */
function again(space: Space, all: Int32Array, visit: (again: Again) => void): void {
  const { memory } = space;
  const count = memory === undefined ? 0 : gatherAgain(space, memory, all);
  if (memory === undefined || count === 0) {
    const state = at(all, 0);
    const [reached, turns]: [number[], number[]] = [[], []];
    for (const { onward, target } of isFollowed(space, state) ? following(space, state) : []) {
      reached.push(target());
      turns.push(turnOf(space, onward, isMoment(space, state)));
    }
    const { length: size } = reached;
    visit({ found: Int32Array.from(reached), turn: Int32Array.from(turns), first: 0, size, isPartial: false });
    return;
  }
  const { rows, turn, size } = memory.expanded;
  if (found.length < size) found = new Int32Array(2 * size);
  space.states.find(rows, size, found);
  for (let each = 0, first = 0; each < count; each++) {
    const end = at(ends, each);
    visit({ found, turn, first, size: end - first, isPartial: partial[each] === 1 });
    first = end;
  }
}

const isFollowed = ({ expanded, isCut }: Space, state: number): boolean => state < expanded && isCut.at(state) === 0;

/** Expands states up to one in which the kernel has to step; returns how many. */
function gatherAgain(space: Space, { expand, isPartial, expanded }: RememberedSteps, all: Int32Array): number {
  expanded.size = 0;
  for (let each = 0; each < all.length; each++) {
    const state = at(all, each);
    partial[each] = 0;
    if (isFollowed(space, state)) {
      space.states.read(state, row);
      if (isMoment(space, state) || !expand(row)) return each;
      partial[each] = isPartial() ? 1 : 0;
    }
    ends[each] = expanded.size;
  }
  return all.length;
}

/** Returns the index among all transitions of the one that is the `index`th that does not wait. */
function wayAgain({ states, memory }: Space, state: number, index: number): number {
  states.read(state, row);
  const { expandAlone, expanded } = required(memory);
  expandAlone(row);
  return at(expanded.way, index);
}

/** Estimates the memory that a space takes. */
export function bytesOf(space: Space): number {
  const { states, code, memory, cameFrom, bits, isCut, offsets, targets, turnIds, instants, helping } = space;
  const lists = [states, code, cameFrom, ...bits, isCut, offsets, targets, turnIds, instants];
  return (memory?.bytes() ?? 0) + (helping?.bytes() ?? 0) + lists.reduce((sum, list) => sum + list.bytes(), 0);
}
