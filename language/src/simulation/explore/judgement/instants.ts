/**
 * The steps within one instant of the plain steps. A moment there knows the time, but not how much has happened at it:
 * an instant that comes back to a moment never has to end.
 */
import { stronglyConnected } from '../../../graph/components.ts';
import { buildDigraph } from '../../../graph/digraph.ts';
import { append } from '../../../model/common/append.ts';
import { at } from '../../../model/common/lookup.ts';
import { createNumbers } from '../tables/numbers.ts';

/** A transition between two moments of one instant: `way` is its index among all from there. */
export interface InstantStep {
  readonly from: number;
  readonly way: number;
}

/** The transitions within instants found so far, by the numbers of their states. */
export interface Instants {
  readonly note: (from: number, to: number, way: number) => void;
  /** Notes that a moment is expanded. */
  readonly close: () => void;
  /** Returns true if it is time to look for a cycle: all moments are expanded, or there are twice as many transitions. */
  readonly isDue: (moments: number) => boolean;
  /** Returns true if so many moments are expanded. */
  readonly isClosed: (moments: number) => boolean;
  /** Returns a cycle with the first state on one, if there is any. Cost: O(V + E). */
  readonly cycle: () => { readonly state: number; readonly loop: readonly InstantStep[] } | undefined;
  readonly bytes: () => number;
}

/** Before so many transitions, it is only looked for when all moments are expanded. */
const first = 4096;

/** Creates an empty collection. */
export function createInstants(): Instants {
  const [from, to, ways] = [createNumbers(), createNumbers(), createNumbers()];
  let [closed, states, looked, next] = [0, 0, 0, first];
  const stepAt = (edge: number): InstantStep => ({ from: from.at(edge), way: ways.at(edge) });
  return {
    note(source, target, way) {
      from.push(source);
      to.push(target);
      ways.push(way);
      states = Math.max(states, source + 1, target + 1);
    },
    close() {
      closed += 1;
    },
    isDue: (moments) => from.size() > looked && (from.size() >= next || closed === moments),
    isClosed: (moments) => closed === moments,
    cycle() {
      looked = from.size();
      next = 2 * looked;
      const { of } = stronglyConnected(buildDigraph(states, from.all(), to.all()));
      // Transitions come by the numbers of their states, so these are those of one state after another.
      const inner: number[] = [];
      for (let edge = 0; edge < looked; edge++) if (at(of, from.at(edge)) === at(of, to.at(edge))) inner.push(edge);
      const [begin] = inner;
      if (begin === undefined) return undefined;
      const state = from.at(begin);
      const ofOne = inner.filter((edge) => at(of, from.at(edge)) === at(of, state));
      return { state, loop: shortestBack(state, ofOne, { from: from.at, to: to.at }).map(stepAt) };
    },
    bytes: () => from.bytes() + to.bytes() + ways.bytes(),
  };
}

/** Returns the shortest path of these edges from a state back to it. */
function shortestBack(
  state: number,
  edges: readonly number[],
  { from, to }: { readonly from: (edge: number) => number; readonly to: (edge: number) => number },
): number[] {
  const leaving = new Map<number, number[]>();
  for (const edge of edges) append(leaving, from(edge), edge);
  const cameBy = new Map<number, number | undefined>([[state, undefined]]);
  // The map grows while it is read.
  for (const here of cameBy.keys()) {
    for (const edge of leaving.get(here) ?? []) {
      const target = to(edge);
      if (target !== state) {
        if (!cameBy.has(target)) cameBy.set(target, edge);
        continue;
      }
      const path = [edge];
      for (let by = cameBy.get(here); by !== undefined; by = cameBy.get(from(by))) path.unshift(by);
      return path;
    }
  }
  throw new Error('A state within a cycle does not come back to itself.');
}
