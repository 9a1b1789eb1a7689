/**
 * Violations of liveness: a run that from some state on stays forever where something is still awaited, and in which
 * everything that is owed its turn gets it, or is not always there to get it (weak fairness).
 */
import { buildDigraph, type Digraph } from '../../../graph/digraph.ts';
import { membersOf, stronglyConnected } from '../../../graph/components.ts';
import { createNumbers, plainTurn, type StateGraph, timeTurn, unowed } from '../state/state-graph.ts';
import { at } from '../../../model/lookup.ts';

/** The condition that is awaited, and where waiting begins. */
export interface AwaitedCondition {
  /** Returns true if waiting begins in a state; a run that waits from its start does so in its first state. */
  readonly begins: (state: number) => boolean;
  /** Returns true if what is awaited has not come in a state. */
  readonly isOpen: (state: number) => boolean;
}

/** A transition: the number of an edge of the graph, and the state it leads from. */
export interface Hop {
  readonly from: number;
  readonly edge: number;
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

/** The part of a graph that a run stays in: some of its states, and some of its edges between them. */
interface Part {
  readonly graph: StateGraph;
  readonly open: Uint8Array;
  readonly goes: (edge: number) => boolean;
}

/** Work in steps: graphs have millions of states. */
type InSteps<T> = Generator<undefined, T>;

/** Returns true once for so many states; a step ends there. */
const isStepDone = (state: number): boolean => (state & 0x7fff) === 0x7fff;

/** Returns the shortest such run up to its loop, if there is any. Cost: O(V + E). */
export function* unendingWait(graph: StateGraph, awaited: AwaitedCondition): InSteps<EndlessWait | undefined> {
  const open = yield* openPart(graph, awaited);
  const rounds = yield* fairRounds({ graph, open, goes: () => true });
  const staysAt = (state: number): boolean => open[state] === 1 && (rounds.isFair(state) || canRest(graph, state));
  const found = yield* shortestStem(graph, awaited, open, staysAt);
  if (found === undefined) return undefined;
  const { begin, stem, end } = found;
  return { begin, stem, loop: canRest(graph, end) ? [] : rounds.from(end) };
}

/**
 * Returns a run with a cycle in which an instant never ends, if there is any, with the first state found in it:
 * everything that happens is due, nothing that is due is omitted forever, and no time passes. Cost: O(V + E).
 */
export function* instantWithoutEnd(
  graph: StateGraph,
): InSteps<{ readonly state: number; readonly loop: Hop[] } | undefined> {
  const goes = (edge: number): boolean => graph.owed(edge) > plainTurn && !graph.relieved(edge).includes(timeTurn);
  const open = new Uint8Array(graph.stateCount).fill(1);
  const rounds = yield* fairRounds({ graph: { ...graph, waits: [] }, open, goes });
  for (let state = 0; state < graph.stateCount; state++)
    if (rounds.isFair(state)) return { state, loop: rounds.from(state) };
  return undefined;
}

/** Finds the fair cycles in a part; `from` returns one through a state. */
function* fairRounds(part: Part): InSteps<{
  readonly isFair: (state: number) => boolean;
  readonly from: (state: number) => Hop[];
}> {
  const inner = yield* innerGraph(part);
  yield;
  const { of, count } = stronglyConnected(inner);
  yield;
  const fair = yield* fairComponents(part, of, count);
  return {
    isFair: (state) => fair[at(of, state)] === 1,
    from: (state) => fairLoop(part.graph, state, (edge, target) => part.goes(edge) && of[target] === of[state]),
  };
}

/** Returns the states that are reached while waiting. */
function* openPart(
  { stateCount, offsets, ends, target }: StateGraph,
  { begins, isOpen }: AwaitedCondition,
): InSteps<Uint8Array> {
  const open = new Uint8Array(stateCount);
  const queue: number[] = [];
  const add = (state: number): void => {
    if (open[state] === 1 || !isOpen(state)) return;
    open[state] = 1;
    queue.push(state);
  };
  for (let state = 0; state < stateCount; state++) {
    if (begins(state)) add(state);
    if (isStepDone(state)) yield;
  }
  // The queue grows while it is read.
  for (const [index, state] of queue.entries()) {
    if (isStepDone(index)) yield;
    for (let edge = offsets(state), end = ends(state); edge < end; edge++) add(target(edge));
  }
  return open;
}

/** Omits states that were not expanded in full: a run may have a cycle without them. */
function* innerGraph({ graph, open, goes }: Part): InSteps<Digraph> {
  const { stateCount, offsets, ends, target, isCut } = graph;
  const [from, to] = [createNumbers(), createNumbers()];
  for (let state = 0; state < stateCount; state++) {
    if (isStepDone(state)) yield;
    if (open[state] !== 1 || isCut(state)) continue;
    for (let edge = offsets(state), end = ends(state); edge < end; edge++) {
      if (open[target(edge)] !== 1 || !goes(edge)) continue;
      from.push(state);
      to.push(target(edge));
    }
  }
  yield;
  return buildDigraph(stateCount, from.all(), to.all());
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
 * Marks the components in which a run may stay: what could happen in every state of one must happen within it, or be
 * taken back. In a smaller part that would only be harder, so whole components suffice.
 */
function* fairComponents({ graph, open, goes }: Part, of: Int32Array, count: number): InSteps<Uint8Array> {
  const { offsets, ends, target, owed, relieved } = graph;
  const fair = new Uint8Array(count);
  const members = membersOf({ of, count });
  for (let component = 0; component < count; component++) {
    if (isStepDone(component)) yield;
    const states = members.nodes.subarray(members.offsets[component], members.offsets[component + 1]);
    const [first = 0] = states;
    if (open[first] !== 1 || states.some((state) => graph.isCut(state))) continue;
    // The turns that are taken, or relieved, within the component.
    const served = new Set<number>();
    let always: Set<number> | undefined;
    let isCycle = false;
    for (const [index, state] of states.entries()) {
      if (isStepDone(index)) yield;
      const here = new Set(graph.waits);
      for (let edge = offsets(state), end = ends(state); edge < end; edge++) {
        const what = owed(edge);
        if (what !== unowed) here.add(what);
        const next = target(edge);
        if (of[next] !== component || open[next] !== 1 || !goes(edge)) continue;
        isCycle = true;
        served.add(what);
        for (const each of relieved(edge)) served.add(each);
      }
      if (!graph.isPartial(state)) always = always === undefined ? here : common(always, here);
    }
    if (isCycle && [...(always ?? [])].every((what) => served.has(what))) fair[component] = 1;
  }
  return fair;
}

const common = (a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> =>
  new Set([...a].filter((each) => b.has(each)));

/**
 * Returns the path from where waiting begins, through states where it continues, to a state where a run can stay: the
 * shortest together with the way there, which is known, because states are numbered breadth first.
 */
function* shortestStem(
  { stateCount, offsets, ends, target, cameFrom }: StateGraph,
  { begins }: AwaitedCondition,
  open: Uint8Array,
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
      if (begins(found) && open[found] === 1) add(found, itself, -1);
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
      if (open[target(edge)] === 1) add(target(edge), place, edge);
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
