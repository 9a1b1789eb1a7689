/**
 * Violations of liveness: a run that from some state on stays forever where something is still awaited, and in which
 * everything that is owed its turn gets it, or is not always there to get it (weak fairness).
 */
import { at } from '../../../model/common/lookup.ts';
import { createNumbers } from '../tables/numbers.ts';
import { plainTurn, type StateGraph, timeTurn, unowed } from '../state/state-graph.ts';
import { fairRounds, type Hop, type InSteps, isStepDone, type Members } from './fair-rounds.ts';

/** The condition that is awaited, and where waiting begins. */
export interface AwaitedCondition {
  /** Returns true if waiting begins in a state; a run that waits from its start does so in its first state. */
  readonly begins: (state: number) => boolean;
  /** Returns true if what is awaited has not come in a state. */
  readonly isOpen: (state: number) => boolean;
}

/**
 * A run in which what is awaited never comes: from where waiting begins it takes the `stem`, and then repeats the `loop`
 * forever; if that is empty, nothing more happens.
 */
export interface EndlessWait {
  readonly begin: number;
  readonly stem: readonly Hop[];
  readonly loop: readonly Hop[];
}

/**
 * Returns the shortest such run up to its loop, if there is any; `waiting` are the states that are reached while a run
 * waits. Cost: O(V + E).
 */
export function* unendingWait(
  graph: StateGraph,
  { begins }: AwaitedCondition,
  waiting: Members,
): InSteps<EndlessWait | undefined> {
  const rounds = yield* fairRounds({ graph, ...waiting, goes: () => true });
  const staysAt = (state: number): boolean => rounds.isFair(state) || canRest(graph, state);
  if (!(yield* isAny(waiting.states, staysAt))) return undefined;
  const found = yield* shortestStem(graph, { begins, isOpen: (state) => waiting.places[state] !== 0 }, staysAt);
  if (found === undefined) return undefined;
  const { begin, stem, end } = found;
  return { begin, stem, loop: canRest(graph, end) ? [] : rounds.from(end) };
}

function* isAny(states: Int32Array, isWanted: (state: number) => boolean): InSteps<boolean> {
  for (let index = 0; index < states.length; index++) {
    if (isWanted(at(states, index))) return true;
    if (isStepDone(index)) yield;
  }
  return false;
}

/**
 * Returns a run with a cycle in which an instant never ends, if there is any, with the first state found in it:
 * everything that happens is due, nothing that is due is omitted forever, and no time passes. Cost: O(V + E).
 */
export function* instantWithoutEnd(
  graph: StateGraph,
): InSteps<{ readonly state: number; readonly loop: Hop[] } | undefined> {
  const goes = (edge: number): boolean => graph.owed(edge) > plainTurn && !graph.relieved(edge).includes(timeTurn);
  const states = Int32Array.from({ length: graph.stateCount }, (_, state) => state);
  const places = states.map((state) => state + 1);
  const rounds = yield* fairRounds({ graph: { ...graph, waits: [] }, states, places, goes });
  for (let state = 0; state < graph.stateCount; state++)
    if (rounds.isFair(state)) return { state, loop: rounds.from(state) };
  return undefined;
}

/** Finds the states that are reached while waiting. */
export function* waitingIn(
  { stateCount, offsets, ends, target }: StateGraph,
  { begins, isOpen }: AwaitedCondition,
): InSteps<Members> {
  const [places, queue] = [new Int32Array(stateCount), createNumbers()];
  const add = (state: number): void => {
    if (places[state] !== 0 || !isOpen(state)) return;
    queue.push(state);
    places[state] = queue.size();
  };
  for (let state = 0; state < stateCount; state++) {
    if (begins(state)) add(state);
    if (isStepDone(state)) yield;
  }
  for (let index = 0; index < queue.size(); index++) {
    if (isStepDone(index)) yield;
    const state = queue.at(index);
    for (let edge = offsets(state), end = ends(state); edge < end; edge++) add(target(edge));
  }
  return { states: queue.all(), places };
}

/** Returns true if a run may stay in a state: nothing that is owed its turn could happen. */
function canRest(graph: StateGraph, state: number): boolean {
  if (graph.isCut(state)) return false;
  for (let edge = graph.offsets(state), end = graph.ends(state); edge < end; edge++) {
    if (graph.owed(edge) !== unowed) return false;
  }
  return true;
}

/**
 * Returns the path from where waiting begins, through states where it continues, to a state where a run can stay: the
 * shortest together with the way there, which is known, because states are numbered breadth first.
 */
function* shortestStem(
  { stateCount, offsets, ends, target, cameFrom }: StateGraph,
  { begins, isOpen }: AwaitedCondition,
  staysAt: (state: number) => boolean,
): InSteps<{ readonly begin: number; readonly stem: Hop[]; readonly end: number } | undefined> {
  // By waiting state, its predecessor, or that waiting begins there.
  const [before, by] = [new Int32Array(stateCount).fill(unseen), new Int32Array(stateCount)];
  // The queue of a search through all states: one that has yet to wait is negative.
  const queue: number[] = [];
  const add = (state: number, from: number, edge: number): void => {
    if (before[state] !== unseen) return;
    before[state] = from;
    by[state] = edge;
    queue.push(state);
  };
  let found = 0;
  const arriveFrom = (state: number): void => {
    for (; found < stateCount && cameFrom(found) === state; found++) {
      // Waiting is queued first, so that of equally short paths the one that waits is found.
      if (begins(found) && isOpen(found)) add(found, itself, -1);
      queue.push(-1 - found);
    }
  };
  arriveFrom(-1);
  for (const [index, place] of queue.entries()) {
    if (isStepDone(index)) yield;
    if (place < 0) {
      arriveFrom(-1 - place);
      continue;
    }
    if (staysAt(place)) return { ...traced(place, before, by), end: place };
    for (let edge = offsets(place), end = ends(place); edge < end; edge++)
      if (isOpen(target(edge))) add(target(edge), place, edge);
  }
  return undefined;
}

/** In place of a predecessor: the search has not seen a state, or waiting begins in it. */
const [unseen, itself] = [-2, -1];

function traced(end: number, before: Int32Array, by: Int32Array) {
  const stem: Hop[] = [];
  let state = end;
  for (let from = at(before, state); from >= 0; from = at(before, state)) {
    stem.push({ from, edge: at(by, state) });
    state = from;
  }
  return { begin: state, stem: stem.reverse() };
}
