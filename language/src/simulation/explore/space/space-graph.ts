/** A space as a whole: the graph of its states, and the memory that it takes. */
import { at } from '../../../model/lookup.ts';
import { turnOf } from './expand.ts';
import { following } from './follow.ts';
import type { AwaitedCondition } from '../judgement/liveness.ts';
import { isMoment, type Space } from './space.ts';
import { createNumbers, type StateGraph, timeTurn } from '../state/state-graph.ts';
import { stateWidth } from '../state/stored-state.ts';

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

/** The number of states after which to ask whether to go on. */
const statesAtOnce = 256;

/**
 * Returns the graph of what is reached while something is awaited, in steps. Where steps are remembered no transition is
 * kept: those of the states in which a run waits are found once more.
 */
export function* waitingGraph(space: Space, { begins, isOpen }: AwaitedCondition): Generator<undefined, StateGraph> {
  if (space.keepsWays !== 'none') return transitionGraph(space);
  const count = space.states.size();
  // By state its index in the queue plus one; by index where its transitions begin.
  const [places, queue, offsets] = [new Int32Array(count), createNumbers(), createNumbers()];
  const [targets, turnIds] = [createNumbers(), createNumbers()];
  // By state in which only some of the moves were followed, their indexes among all.
  const ways = new Map<number, Int32Array>();
  const add = (state: number): void => {
    if (places[state] !== 0 || !isOpen(state)) return;
    queue.push(state);
    places[state] = queue.size();
  };
  for (let state = 0; state < count; state++) if (begins(state)) add(state);
  for (let next = 0; next < queue.size(); next++) {
    offsets.push(targets.size());
    const state = queue.at(next);
    if (state < space.expanded && space.isCut.at(state) === 0) {
      const some = again(space, state, (target, turn) => {
        targets.push(target);
        turnIds.push(turn);
        add(target);
      });
      if (some !== undefined) ways.set(state, some);
    }
    if (next % statesAtOnce === 0) yield;
  }
  offsets.push(targets.size());
  const edgeAt = (state: number, later: number): number => {
    const place = at(places, state);
    return place === 0 ? 0 : offsets.at(place - 1 + later);
  };
  return graphWith(space, {
    offsets: (state) => edgeAt(state, 0),
    ends: (state) => edgeAt(state, 1),
    ...{ targets, turnIds },
    way: ({ from, edge }) => {
      const index = edge - edgeAt(from, 0);
      const some = ways.get(from);
      return some === undefined ? index : at(some, index);
    },
    isPartial: (state) => ways.has(state),
  });
}

const [row, found] = [new Int32Array(stateWidth), { numbers: new Int32Array(64) }];

/**
 * Follows the transitions of an expanded state once more, in the same order. Returns the indexes of those that were
 * followed, if the others wait.
 */
function again(space: Space, state: number, visit: (target: number, turn: number) => void): Int32Array | undefined {
  const { states, memory } = space;
  states.read(state, row);
  if (memory === undefined || isMoment(space, state) || !memory.expandAlone(row)) {
    for (const { onward, target } of following(space, state))
      visit(target(), turnOf(space, onward, isMoment(space, state)));
    return undefined;
  }
  const { rows, turn, way, size } = memory.expanded;
  if (found.numbers.length < size) found.numbers = new Int32Array(2 * size);
  states.find(rows, size, found.numbers);
  for (let each = 0; each < size; each++) visit(at(found.numbers, each), at(turn, each));
  return memory.isPartial() ? way.slice(0, size) : undefined;
}

/** Estimates the memory that a space takes. */
export function bytesOf(space: Space): number {
  const { states, code, memory, cameFrom, bits, isCut, offsets, targets, turnIds, instants } = space;
  const lists = [states, code, cameFrom, ...bits, isCut, offsets, targets, turnIds, instants];
  return (memory?.bytes() ?? 0) + lists.reduce((sum, list) => sum + list.bytes(), 0);
}
