/**
 * Breaks cycles greedily: adds edges one after another unless two chosen nodes would come to reach each other. Nodes
 * that are not chosen only transmit, so a cycle with a single chosen node is allowed; its nodes are merged.
 *
 * An order of all nodes is kept that every edge so far follows. An edge that follows it costs nothing. An edge against
 * it costs a search from both its ends at once, until the two meet or one is exhausted.
 */
import { buildDigraph } from '../digraph.ts';
import { addEdge, mergeNodes, representative, startGraph } from './growing-graph.ts';
import { createKnot, isKnotted, isKnottedOver, type Knot, noteEdge, noteMerge, tie } from './knot.ts';
import { at, byteAt } from '../../model/common/lookup.ts';
import { createKnownWays, type KnownWays } from './known-ways.ts';
import { createMovableOrder, type MovableOrder } from './movable-order.ts';
import { nearOrder } from './near-order.ts';
import { createSearches, isDone, nodesBetween, searchBetween, type Searches } from './two-searches.ts';

/** Edge i leads from `sources[i]` to `targets[i]`; edges are added in this order. */
export interface EdgeSequence {
  readonly nodeCount: number;
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  /** 1 for the chosen nodes. */
  readonly members: Uint8Array;
}

/**
 * Returns 1 for each edge that had to be dropped. Cost: O(V + E) while edges follow the order that a heuristic finds
 * first, as nearly all do if few contradict each other; each other edge costs a search from both its ends. That is near
 * linear for short cycles. In a large random component, where a quarter of the edges has to go, hubs (nodes on paths
 * that many others share) answer most searches, and where nodes that only transmit merge into a large one, the knot
 * spares the others. The worst case is O(E²).
 */
export function feedbackEdges({ nodeCount, sources, targets, members }: EdgeSequence): Uint8Array {
  const places = nearOrder(buildDigraph(nodeCount, sources, targets));
  // Nodes are numbered by their places, so that what is close in the order is close in memory.
  const froms = sources.map((node) => at(places, node));
  const tos = targets.map((node) => at(places, node));
  const weight = new Uint8Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) weight[at(places, node)] = byteAt(members, node);
  const order = startOrder(nodeCount, froms, tos, weight);
  const leftOut = new Uint8Array(sources.length);
  for (let edge = 0; edge < sources.length; edge++) {
    if (!add(order, at(froms, edge), at(tos, edge))) leftOut[edge] = 1;
  }
  return leftOut;
}

interface Order extends Searches {
  readonly sequence: MovableOrder;
  readonly knot: Knot;
  /** Saves searches that would only find another path between two chosen nodes. */
  readonly ways: KnownWays;
  /** The number of edges that searches may visit before renewing the hubs pays off. */
  patience: number;
}

function startOrder(nodeCount: number, sources: Int32Array, targets: Int32Array, weight: Uint8Array): Order {
  const graph = startGraph(nodeCount, sources, targets);
  const sequence = createMovableOrder(graph.parent.slice());
  return {
    ...createSearches(graph, weight, sequence.label),
    sequence,
    knot: createKnot({ graph, weight, sequence }),
    ways: createKnownWays(nodeCount),
    patience: nodeCount + sources.length,
  };
}

/** Adds an edge and returns true; returns false if chosen nodes would then reach each other. */
function add(order: Order, source: number, target: number): boolean {
  const { graph, sequence } = order;
  const from = representative(graph.parent, source);
  const to = representative(graph.parent, target);
  if (from === to) return true;
  if (sequence.isBefore(to, from) && !makeRoom(order, from, to)) return false;
  addEdge(graph, source, target);
  noteEdge(order.knot, representative(graph.parent, source), representative(graph.parent, target));
  return true;
}

/** Changes the order so that `from` comes before `to`, or merges the two; returns false if neither is possible. */
function makeRoom(order: Order, from: number, to: number): boolean {
  const { forwards, knot, sequence, weight, ways } = order;
  const isByKnot = isKnotted(knot, to, from);
  if ((isByKnot && isKnottedOver(knot, to, from)) || ways.leads(to, from)) return false;
  if (isByKnot) {
    const tied = tie(knot, to, from);
    for (const node of tied ?? []) join(order, knot.node, node);
    return tied !== undefined;
  }
  const isCycle = searchBetween(order, to, from);
  const isForwards = isDone(forwards);
  const whole = isForwards ? forwards : order.backwards;
  const joined = isCycle ? undefined : nodesBetween(order);
  if (joined === undefined) {
    learn(order, from, to);
    return false;
  }
  // Nodes between the two that one search found move past the other end; those on paths are merged with it.
  const isJoined = joined.length === 0 ? undefined : new Set(joined);
  const moved: number[] = [];
  for (let place = 0; place < whole.count; place++) {
    const node = at(whole.found, place);
    if (isJoined?.has(node) !== true) moved.push(node);
  }
  if (isForwards) sequence.moveAfter(moved, from);
  else sequence.moveBefore(moved, to);
  const kept = isForwards ? from : to;
  for (const node of joined) if (node !== kept) join(order, kept, node);
  if (joined.length > 0) noteMerge(knot, kept, joined);
  if (joined.length > 0 && weight[kept] === 1) ways.suggest(kept);
  return true;
}

/** Suggests a hub on a path that was found; renews the hubs once searches have taken long enough in all. */
function learn(order: Order, from: number, to: number): void {
  const { graph, forwards, backwards, sequence, weight, ways } = order;
  const suggested = [forwards.meeting, backwards.meeting, from, to].find((node) => weight[node] === 1);
  if (suggested !== undefined) ways.suggest(suggested);
  order.patience -= forwards.work + backwards.work;
  if (order.patience > 0) return;
  order.patience = graph.nodeCount + graph.out.ends.length;
  const standing = sequence.toArray().filter((node) => at(graph.parent, node) === node);
  ways.renew(standing, graph, weight);
}

function join({ graph, weight, ways }: Order, kept: number, node: number): void {
  mergeNodes(graph, kept, node);
  ways.merge(kept, node);
  weight[kept] = byteAt(weight, kept) + byteAt(weight, node);
}
