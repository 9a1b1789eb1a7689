/**
 * Breaks cycles greedily: adds edges one after another unless two chosen nodes would come to reach each other. Nodes
 * that are not chosen only transmit, so a cycle with a single chosen node is allowed; its nodes are merged.
 *
 * An order of all nodes is kept that every edge so far follows. An edge that follows it costs nothing. An edge against
 * it costs a search from both its ends at once, until the two meet or one is exhausted.
 */
import { buildDigraph, type Digraph } from './digraph.ts';
import { at, byteAt, itemAt } from '../model/lookup.ts';
import { createKnownWays, type KnownWays } from './known-ways.ts';
import { createMovableOrder, type MovableOrder } from './movable-order.ts';
import { nearOrder } from './near-order.ts';

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
 * that many others share) answer most searches. The worst case is O(E²).
 */
export function feedbackEdges({ nodeCount, sources, targets, members }: EdgeSequence): Uint8Array {
  const order = startOrder(buildDigraph(nodeCount, sources, targets), members);
  const leftOut = new Uint8Array(sources.length);
  for (let edge = 0; edge < sources.length; edge++) {
    if (!add(order, edge, at(sources, edge), at(targets, edge))) leftOut[edge] = 1;
  }
  return leftOut;
}

/** Growing edge lists of nodes: linked, so that those of two nodes are joined at once. */
interface Edges {
  readonly head: Int32Array;
  readonly tail: Int32Array;
  readonly next: Int32Array;
  readonly end: Int32Array;
}

interface Order {
  /** The union-find parent of each node; a representative is its own parent. */
  readonly parent: Int32Array;
  readonly sequence: MovableOrder;
  /** The number of chosen nodes merged into one. */
  readonly weight: Uint8Array;
  readonly out: Edges;
  readonly into: Edges;
  /** The last round in which a forward or backward search found a node. */
  readonly seenForwards: Int32Array;
  readonly seenBackwards: Int32Array;
  /** The number of chosen nodes on the path by which it was found, or `unclear`. */
  readonly metForwards: Uint8Array;
  readonly metBackwards: Uint8Array;
  round: number;
  /** Saves searches that would only find another path between two chosen nodes. */
  readonly ways: KnownWays;
  /** The number of edges that searches may visit before renewing the hubs pays off. */
  patience: number;
}

/** Marks a path that may pass the other search's nodes twice. */
const unclear = 255;

function startOrder(graph: Digraph, members: Uint8Array): Order {
  const { nodeCount } = graph;
  return {
    parent: Int32Array.from({ length: nodeCount }, (_, node) => node),
    sequence: createMovableOrder(nearOrder(graph)),
    weight: members.slice(),
    out: startEdges(nodeCount, graph.targets.length),
    into: startEdges(nodeCount, graph.targets.length),
    seenForwards: new Int32Array(nodeCount),
    seenBackwards: new Int32Array(nodeCount),
    metForwards: new Uint8Array(nodeCount),
    metBackwards: new Uint8Array(nodeCount),
    round: 0,
    ways: createKnownWays(nodeCount),
    patience: nodeCount + graph.targets.length,
  };
}

function startEdges(nodeCount: number, edgeCount: number): Edges {
  return {
    head: new Int32Array(nodeCount).fill(-1),
    tail: new Int32Array(nodeCount).fill(-1),
    next: new Int32Array(edgeCount).fill(-1),
    end: new Int32Array(edgeCount),
  };
}

/** Adds an edge and returns true; returns false if chosen nodes would then reach each other. */
function add(order: Order, edge: number, source: number, target: number): boolean {
  const from = find(order.parent, source);
  const to = find(order.parent, target);
  if (from === to) return true;
  if (order.sequence.isBefore(to, from) && !makeRoom(order, from, to)) return false;
  append(order.out, find(order.parent, from), edge, to);
  append(order.into, find(order.parent, to), edge, from);
  return true;
}

/** Changes the order so that `from` comes before `to`, or merges the two; returns false if neither is possible. */
function makeRoom(order: Order, from: number, to: number): boolean {
  const { sequence, weight, ways } = order;
  const chosenEnds = byteAt(weight, from) + byteAt(weight, to);
  if (chosenEnds > 0 && ways.leads(to, from)) return false;
  order.round += 1;
  const [forwards, backwards] = startSearches(order, from, to);
  // A node that is not between the two in the order is on no path between them.
  const isForward = (node: number): boolean => node === from || sequence.isBefore(node, from);
  const isBackward = (node: number): boolean => node === to || sequence.isBefore(to, node);
  while (!isDone(forwards) && !isDone(backwards)) {
    if (forwards.work <= backwards.work) step(order, forwards, isForward);
    else step(order, backwards, isBackward);
    if (forwards.isCycle || backwards.isCycle) {
      if (chosenEnds > 0) learn(order, [from, to], [forwards, backwards]);
      return false;
    }
  }
  const [whole, other] = isDone(forwards) ? [forwards, backwards] : [backwards, forwards];
  const rest = whole.hasMet || other.hasMet ? whatJoins(order, whole, other) : [];
  if (rest === undefined) return false;
  // Nodes between the two that one search found move past the other end; those on paths are merged with it.
  const isJoined = new Set(rest);
  const moved = whole.found.filter((node) => !isJoined.has(node));
  if (whole === forwards) sequence.moveAfter(moved, from);
  else sequence.moveBefore(moved, to);
  const kept = whole === forwards ? from : to;
  for (const node of rest) if (node !== kept) join(order, kept, node);
  return true;
}

/**
 * Returns the nodes on paths between the two, given that one search has found all its nodes; undefined if two of them
 * are chosen.
 */
function whatJoins(order: Order, whole: Search, other: Search): number[] | undefined {
  const { round, weight } = order;
  const isWithin = (node: number): boolean => at(whole.seen, node) === round;
  while (!isDone(other)) {
    if (isWithin(itemAt(other.found, other.next))) step(order, other, isWithin);
    else other.next += 1;
    if (other.isCycle) return undefined;
  }
  const joined = other.found.filter(isWithin);
  return joined.reduce((sum, node) => sum + byteAt(weight, node), 0) > 1 ? undefined : joined;
}

/** Remembers a path that was found; renews the hubs once searches have taken long enough in all. */
function learn(order: Order, ends: readonly number[], searches: readonly Search[]): void {
  const { out, parent, sequence, weight, ways } = order;
  for (const node of [...searches.map(({ meeting }) => meeting), ...ends]) {
    if (weight[node] !== 1) continue;
    ways.suggest(node);
    break;
  }
  for (const { work } of searches) order.patience -= work;
  if (order.patience > 0) return;
  order.patience = parent.length + out.end.length;
  // A merged node has handed its edges to its representative.
  const standing = sequence.toArray().filter((node) => at(parent, node) === node);
  ways.renew(standing, (node, visit) => {
    for (let edge = at(out.head, node); edge >= 0; edge = at(out.next, edge)) visit(find(parent, at(out.end, edge)));
  });
}

/** A search in one direction that runs step by step. */
interface Search {
  readonly edges: Edges;
  readonly seen: Int32Array;
  readonly met: Uint8Array;
  /** The nodes that the search in the other direction has seen. */
  readonly otherSeen: Int32Array;
  readonly otherMet: Uint8Array;
  readonly found: number[];
  /** The number of found nodes that have been searched, and the number of edges visited. */
  next: number;
  work: number;
  hasMet: boolean;
  /** The last node where it met the other search; -1 before the first. */
  meeting: number;
  /** Set once a path with two chosen nodes was found between the two starts. */
  isCycle: boolean;
}

function startSearches(order: Order, from: number, to: number): readonly [Search, Search] {
  const { round, weight } = order;
  const forwards = { edges: order.out, seen: order.seenForwards, met: order.metForwards };
  const backwards = { edges: order.into, seen: order.seenBackwards, met: order.metBackwards };
  const start = (own: typeof forwards, other: typeof forwards, node: number): Search => {
    own.seen[node] = round;
    own.met[node] = byteAt(weight, node);
    const fresh = { found: [node], next: 0, work: 0, hasMet: false, meeting: -1, isCycle: false };
    return { ...own, otherSeen: other.seen, otherMet: other.met, ...fresh };
  };
  return [start(forwards, backwards, to), start(backwards, forwards, from)];
}

function isDone({ found, next }: Search): boolean {
  return next === found.length;
}

/** Visits all edges of the next node, and removes those that merging has turned into self-loops. */
function step({ parent, weight, round }: Order, search: Search, isWithin: (node: number) => boolean): void {
  const { edges, seen, met, otherSeen, otherMet, found } = search;
  const current = itemAt(found, search.next++);
  const known = met[current] ?? unclear;
  let last = -1;
  for (let edge = at(edges.head, current); edge >= 0; edge = at(edges.next, edge)) {
    search.work += 1;
    const node = find(parent, at(edges.end, edge));
    if (node === current) {
      unlink(edges, current, last, edge);
      continue;
    }
    last = edge;
    if (at(seen, node) === round || !isWithin(node)) continue;
    seen[node] = round;
    found.push(node);
    const isMeeting = at(otherSeen, node) === round;
    const rest = isMeeting ? (otherMet[node] ?? unclear) : byteAt(weight, node);
    const isClear = known !== unclear && rest !== unclear;
    met[node] = isClear && !isMeeting ? Math.min(2, known + rest) : unclear;
    if (!isMeeting) continue;
    search.hasMet = true;
    search.meeting = node;
    if (isClear && known + rest > 1) search.isCycle = true;
  }
}

/** Removes the edge of a node that follows `before`, or its first edge. */
function unlink(edges: Edges, node: number, before: number, edge: number): void {
  const after = at(edges.next, edge);
  if (before < 0) edges.head[node] = after;
  else edges.next[before] = after;
  if (after < 0) edges.tail[node] = before;
}

function append(edges: Edges, node: number, edge: number, end: number): void {
  edges.end[edge] = end;
  const last = at(edges.tail, node);
  if (last >= 0) edges.next[last] = edge;
  else edges.head[node] = edge;
  edges.tail[node] = edge;
}

function join(order: Order, kept: number, node: number): void {
  order.parent[node] = kept;
  order.ways.forget(node);
  order.weight[kept] = byteAt(order.weight, kept) + byteAt(order.weight, node);
  for (const edges of [order.out, order.into]) {
    const first = at(edges.head, node);
    if (first < 0) continue;
    const last = at(edges.tail, kept);
    if (last >= 0) edges.next[last] = first;
    else edges.head[kept] = first;
    edges.tail[kept] = at(edges.tail, node);
  }
}

/** Returns the representative of a node, shortening the path to it. */
function find(parent: Int32Array, node: number): number {
  let current = node;
  while (at(parent, current) !== current) {
    parent[current] = at(parent, at(parent, current));
    current = at(parent, current);
  }
  return current;
}
