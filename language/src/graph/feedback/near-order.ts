/**
 * Computes an order of nodes that few edges run against, as a start for breaking cycles. The greedy heuristic of Eades,
 * Lin and Smyth: sinks go to the end, sources to the front; if there is neither, the node with the largest surplus of
 * outgoing over incoming edges goes to the front.
 */
import { type Digraph, reversed } from '../digraph.ts';
import { at } from '../../model/common/lookup.ts';

/**
 * Returns the position of each node in such an order, which is topological for an acyclic graph. Nodes are sorted by
 * the longest path to them along the order, so that neighbours are close. Cost: O(V + E).
 */
export function nearOrder(graph: Digraph): Int32Array {
  return byLevel(graph, greedyOrder(graph));
}

function greedyOrder(graph: Digraph): Int32Array {
  const state = start(graph);
  const { order, nodeCount } = state;
  let front = 0;
  let back = nodeCount;
  let highest = state.heads.length - 1;
  while (front < back) {
    const sink = take(state, sinks);
    if (sink >= 0) {
      order[--back] = sink;
      highest = Math.max(highest, remove(state, sink));
      continue;
    }
    let node = take(state, sources);
    while (node < 0) {
      node = take(state, highest);
      if (node < 0) highest -= 1;
    }
    order[front++] = node;
    highest = Math.max(highest, remove(state, node));
  }
  return order;
}

/**
 * Returns the position of each node, sorted by the number of edges on the longest path that follows the order, then by
 * the order.
 */
function byLevel(graph: Digraph, order: Int32Array): Int32Array {
  const rankOf = new Int32Array(order.length);
  for (let place = 0; place < order.length; place++) rankOf[at(order, place)] = place;
  const level = new Int32Array(order.length);
  for (const node of order) {
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const target = at(graph.targets, edge);
      const isAlong = at(rankOf, target) > at(rankOf, node);
      if (isAlong && at(level, target) <= at(level, node)) level[target] = at(level, node) + 1;
    }
  }
  const start = new Int32Array(order.length + 1);
  for (const each of level) start[each + 1] = at(start, each + 1) + 1;
  for (let each = 0; each < order.length; each++) start[each + 1] = at(start, each + 1) + at(start, each);
  for (const node of order) {
    const each = at(level, node);
    rankOf[node] = at(start, each);
    start[each] = at(start, each) + 1;
  }
  return rankOf;
}

const sinks = 0;
const sources = 1;
/** The first list of nodes that are neither sink nor source: those with the smallest surplus. */
const firstSurplus = 2;

interface State {
  readonly nodeCount: number;
  readonly graph: Digraph;
  readonly back: Digraph;
  readonly order: Int32Array;
  readonly outCount: Int32Array;
  readonly inCount: Int32Array;
  /** The list that contains a node; -1 once it is placed. */
  readonly list: Int32Array;
  /** Doubly linked lists through the nodes: the first node of each list, -1 if it is empty. */
  readonly heads: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** The largest number of edges into one node. */
  readonly offset: number;
}

function start(graph: Digraph): State {
  const { nodeCount } = graph;
  const back = reversed(graph);
  const counts = ({ offsets }: Digraph): Int32Array =>
    offsets.subarray(0, nodeCount).map((offset, node) => at(offsets, node + 1) - offset);
  const outCount = counts(graph);
  const inCount = counts(back);
  const offset = greatest(inCount);
  const state: State = {
    nodeCount,
    graph,
    back,
    order: new Int32Array(nodeCount),
    outCount,
    inCount,
    list: new Int32Array(nodeCount).fill(-1),
    heads: new Int32Array(firstSurplus + offset + greatest(outCount) + 1).fill(-1),
    next: new Int32Array(nodeCount).fill(-1),
    previous: new Int32Array(nodeCount).fill(-1),
    offset,
  };
  // Nodes are added at the head of a list, so going down leaves the first declared of equals at the head.
  for (let node = nodeCount - 1; node >= 0; node--) put(state, node);
  return state;
}

function greatest(numbers: Int32Array): number {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

function listOf({ outCount, inCount, offset }: State, node: number): number {
  if (at(outCount, node) === 0) return sinks;
  if (at(inCount, node) === 0) return sources;
  return firstSurplus + offset + at(outCount, node) - at(inCount, node);
}

function put(state: State, node: number): number {
  const list = listOf(state, node);
  const head = at(state.heads, list);
  state.list[node] = list;
  state.previous[node] = -1;
  state.next[node] = head;
  if (head >= 0) state.previous[head] = node;
  state.heads[list] = node;
  return list;
}

function unlink(state: State, node: number): void {
  const before = at(state.previous, node);
  const after = at(state.next, node);
  if (before >= 0) state.next[before] = after;
  else state.heads[at(state.list, node)] = after;
  if (after >= 0) state.previous[after] = before;
}

/** Removes and returns the first node of a list; -1 if it is empty. */
function take(state: State, list: number): number {
  const node = at(state.heads, list);
  if (node < 0) return -1;
  unlink(state, node);
  state.list[node] = -1;
  return node;
}

/** Removes the edges of a placed node; returns the highest list that one of its neighbours has moved to. */
function remove(state: State, node: number): number {
  const { graph, back, inCount, outCount } = state;
  return Math.max(lessen(state, graph, node, inCount), lessen(state, back, node, outCount));
}

function lessen(state: State, { offsets, targets }: Digraph, node: number, counts: Int32Array): number {
  let highest = 0;
  for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
    const neighbour = at(targets, edge);
    counts[neighbour] = at(counts, neighbour) - 1;
    if (at(state.list, neighbour) < 0) continue;
    unlink(state, neighbour);
    highest = Math.max(highest, put(state, neighbour));
  }
  return highest;
}
