/**
 * The cycles of a graph in which a run may stay forever: everything that is owed its turn gets it there, or is not always
 * there to get it (weak fairness).
 */
import { type Components, membersOf, stronglyConnected } from '../../../graph/components.ts';
import type { Adjacency } from '../../../graph/digraph.ts';
import { at } from '../../../model/common/lookup.ts';
import { type StateGraph, unowed } from '../state/state-graph.ts';

/** A transition: the number of an edge of the graph, and the state it leads from. */
export interface Hop {
  readonly from: number;
  readonly edge: number;
}

/** Some of the states of a graph, numbered by the order in which they were found. */
export interface Members {
  readonly states: Int32Array;
  /** By state its number among them plus one; 0 for all others. */
  readonly places: Int32Array;
}

/** The part of a graph that a run stays in: some of its states, and some of its edges between them. */
export interface Part extends Members {
  readonly graph: StateGraph;
  readonly goes: (edge: number) => boolean;
}

/** Work in steps: graphs have millions of states. */
export type InSteps<T> = Generator<undefined, T>;

/** Returns true once for so many states; a step ends there. */
export const isStepDone = (state: number): boolean => (state & 0x7fff) === 0x7fff;

/** Finds the fair cycles in a part; `from` returns one through a state. */
export function* fairRounds(part: Part): InSteps<{
  readonly isFair: (state: number) => boolean;
  readonly from: (state: number) => Hop[];
}> {
  const inner = yield* innerGraph(part);
  yield;
  const components = stronglyConnected(inner);
  yield;
  const { of } = components;
  const fair = yield* fairComponents(part, inner, components);
  const componentOf = (state: number): number => of[at(part.places, state) - 1] ?? -1;
  return {
    isFair: (state) => fair[componentOf(state)] === 1,
    from: (state) => {
      const component = componentOf(state);
      return fairLoop(part.graph, state, (edge, target) => part.goes(edge) && componentOf(target) === component);
    },
  };
}

/**
 * Returns the edges within a part, by the numbers of its states. Omits those of states that were not expanded in full: a
 * run may have a cycle without them.
 */
function* innerGraph({ graph, states, places, goes }: Part): InSteps<Adjacency> {
  const { offsets, ends, target, isCut } = graph;
  const first = new Int32Array(states.length + 1);
  let most = 0;
  for (const [index, state] of states.entries()) {
    if (isStepDone(index)) yield;
    most += ends(state) - offsets(state);
  }
  const targets = new Int32Array(most);
  let size = 0;
  for (let index = 0; index < states.length; index++) {
    if (isStepDone(index)) yield;
    const state = at(states, index);
    if (!isCut(state)) {
      for (let edge = offsets(state), end = ends(state); edge < end; edge++) {
        const place = at(places, target(edge));
        if (place !== 0 && goes(edge)) targets[size++] = place - 1;
      }
    }
    first[index + 1] = size;
  }
  return { nodeCount: states.length, offsets: first, targets: targets.subarray(0, size) };
}

/**
 * Marks the components in which a run may stay: what could happen in every state of one must happen within it, or be
 * taken back. In a smaller part that would only be harder, so whole components suffice.
 */
function* fairComponents(part: Part, inner: Adjacency, { of, count }: Components): InSteps<Uint8Array> {
  const fair = new Uint8Array(count);
  const { offsets, nodes } = membersOf({ of, count });
  for (let component = 0; component < count; component++) {
    if (isStepDone(component)) yield;
    const [first, end] = [at(offsets, component), at(offsets, component + 1)];
    // Most components are single states, which are no cycles.
    if (end === first + 1 && !leadsToItself(inner, at(nodes, first))) continue;
    if (yield* isFairComponent(part, of, nodes.subarray(first, end))) fair[component] = 1;
  }
  return fair;
}

function leadsToItself({ offsets, targets }: Adjacency, node: number): boolean {
  for (let edge = at(offsets, node), end = at(offsets, node + 1); edge < end; edge++)
    if (targets[edge] === node) return true;
  return false;
}

/** Returns true if a cycle through all nodes of a component is fair. */
function* isFairComponent({ graph, states, places, goes }: Part, of: Int32Array, nodes: Int32Array): InSteps<boolean> {
  const { offsets, ends, target, owed, relieved } = graph;
  const component = of[at(nodes, 0)];
  // The turns that are taken, or relieved, within the component.
  const served = new Set<number>();
  // By turn the last state in which it is owed.
  const owedAt = new Map<number, number>();
  let always: Set<number> | undefined;
  for (let index = 0; index < nodes.length; index++) {
    if (isStepDone(index)) yield;
    const state = at(states, at(nodes, index));
    if (graph.isCut(state)) return false;
    for (const what of graph.waits) owedAt.set(what, state);
    for (let edge = offsets(state), end = ends(state); edge < end; edge++) {
      const what = owed(edge);
      if (what !== unowed) owedAt.set(what, state);
      const place = at(places, target(edge));
      if (place === 0 || of[place - 1] !== component || !goes(edge)) continue;
      served.add(what);
      for (const each of relieved(edge)) served.add(each);
    }
    if (graph.isPartial(state)) continue;
    always ??= new Set(owedAt.keys());
    for (const what of always) if (owedAt.get(what) !== state) always.delete(what);
  }
  return [...(always ?? [])].every((what) => served.has(what));
}

const common = (a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> =>
  new Set([...a].filter((each) => b.has(each)));

/** Returns true if an edge to a state may be followed. */
type Inside = (edge: number, target: number) => boolean;

/**
 * Returns a cycle within a component in which all that is owed its turn gets it, or does not wait for it all the time.
 */
function fairLoop(graph: StateGraph, start: number, isInside: Inside): Hop[] {
  const { offsets, ends, target, owed, relieved } = graph;
  const loop: Hop[] = [];
  let here = start;
  const owedAt = (state: number): Set<number> => {
    const turns = new Set(graph.waits);
    for (let edge = offsets(state), end = ends(state); edge < end; edge++) turns.add(owed(edge));
    turns.delete(unowed);
    return turns;
  };
  // The turns that have been owed in all states so far and have not been taken.
  let open = graph.isPartial(start) ? undefined : owedAt(start);
  const go = (hops: readonly Hop[]): void => {
    for (const hop of hops) {
      loop.push(hop);
      here = target(hop.edge);
      open?.delete(owed(hop.edge));
      for (const each of relieved(hop.edge)) open?.delete(each);
      if (!graph.isPartial(here)) open = open === undefined ? owedAt(here) : common(open, owedAt(here));
    }
  };
  const isKnown = ({ edge }: Hop): boolean => !graph.isPartial(target(edge));
  if (open === undefined) go(shortestWithin(graph, here, isInside, isKnown) ?? []);
  for (let [what] = open ?? []; what !== undefined; [what] = open ?? []) {
    const wanted = what;
    const hops = shortestWithin(graph, here, isInside, (hop) => {
      if (owed(hop.edge) === wanted || relieved(hop.edge).includes(wanted)) return true;
      return isKnown(hop) && !owedAt(target(hop.edge)).has(wanted);
    });
    if (hops === undefined) break;
    go(hops);
  }
  if (here !== start || loop.length === 0) {
    go(shortestWithin(graph, here, isInside, ({ edge }) => target(edge) === start) ?? []);
  }
  return loop;
}

/** Returns the shortest path inside from a state to a wanted hop, that hop included. */
function shortestWithin(
  { offsets, ends, target }: StateGraph,
  from: number,
  isInside: Inside,
  isWanted: (hop: Hop) => boolean,
): Hop[] | undefined {
  const cameBy = new Map<number, Hop | undefined>([[from, undefined]]);
  for (const state of cameBy.keys()) {
    for (let edge = offsets(state), end = ends(state); edge < end; edge++) {
      if (!isInside(edge, target(edge))) continue;
      const hop: Hop = { from: state, edge };
      if (isWanted(hop)) return [...waysBack(cameBy, hop.from), hop];
      if (!cameBy.has(target(edge))) cameBy.set(target(edge), hop);
    }
  }
  return undefined;
}

function waysBack(cameBy: ReadonlyMap<number, Hop | undefined>, to: number): Hop[] {
  const hops: Hop[] = [];
  for (let hop = cameBy.get(to); hop !== undefined; hop = cameBy.get(hop.from)) hops.unshift(hop);
  return hops;
}
