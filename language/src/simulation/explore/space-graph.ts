/** A space as a whole: the graph of its states, and the memory that it takes. */
import type { Space } from './space.ts';
import { type StateGraph, timeTurn } from './state/state-graph.ts';

/** Returns the graph of the transitions that are kept; states that were not expanded count as cut. */
export function graphOf(space: Space): StateGraph {
  const { states, offsets, targets, turns, turnIds, isCut, expanded, cameFrom, code, check } = space;
  return {
    stateCount: states.size(),
    offsets: (state) => (state < offsets.size() ? offsets.at(state) : targets.size()),
    target: targets.at,
    owed: (edge) => turns.owed(turnIds.at(edge)),
    relieved: (edge) => code.lists.get(turns.relieved(turnIds.at(edge))),
    waits: check.clock === 'exact' ? [timeTurn] : [],
    isCut: (state) => state >= expanded || isCut.at(state) === 1,
    cameFrom: cameFrom.at,
  };
}

/** Estimates the memory that a space takes. */
export function bytesOf(space: Space): number {
  const { states, code, memory, cameFrom, bits, isCut, offsets, targets, turnIds, instants } = space;
  const lists = [states, code, cameFrom, ...bits, isCut, offsets, targets, turnIds, instants];
  return (memory?.bytes() ?? 0) + lists.reduce((sum, list) => sum + list.bytes(), 0);
}
