/** A space as a whole: the graph of its states, and the memory that it takes. */
import type { Space } from './space.ts';
import { type StateGraph, timeTurn } from './state/state-graph.ts';

/** Returns the graph of all known transitions; states that were not expanded count as cut. */
export function graphOf(space: Space): StateGraph {
  const { states, offsets, targets, owed, relieved, isCut, expanded, startCount, code, check } = space;
  const stateCount = states.size();
  const all = new Int32Array(stateCount + 1).fill(targets.size());
  all.set(offsets.all());
  return {
    stateCount,
    offsets: all,
    targets: targets.all(),
    owed: owed.all(),
    relieved: (edge) => code.lists.get(relieved.at(edge)),
    waits: check.clock === 'exact' ? [timeTurn] : [],
    isCut: (state) => state >= expanded || isCut.at(state) === 1,
    startCount,
  };
}

/** Estimates the memory that a space takes. */
export function bytesOf(space: Space): number {
  const { states, code, memory, cameFrom, depth, bits, isCut, offsets, targets, owed, relieved } = space;
  const lists = [cameFrom, depth, ...bits, isCut, offsets, targets, owed, relieved];
  return states.bytes() + code.bytes() + (memory?.bytes() ?? 0) + lists.reduce((sum, list) => sum + list.bytes(), 0);
}
