/**
 * Searches a growing graph from two nodes at once, in turns of a few edges: along the edges from one, against them from
 * the other. Says whether the two meet on a path with two chosen nodes.
 */
import { type EdgeEnds, type GrowingGraph, representative } from './growing-graph.ts';
import { at, byteAt } from '../../model/common/lookup.ts';

/** A search in one direction, whose arrays serve one search after another. */
export interface Search {
  readonly edges: EdgeEnds;
  /** The last round in which a node was found. */
  readonly seen: Int32Array;
  /** The number of chosen nodes on the path by which it was found, or `unclear`. */
  readonly met: Uint8Array;
  /** The first `count` are the nodes found in this round. */
  readonly found: Int32Array;
  count: number;
  /** The index of the found node whose edges are visited, the merged one among them, and the next of its edges. */
  next: number;
  member: number;
  place: number;
  /** The number of edges visited. */
  work: number;
  hasMet: boolean;
  /** The last node where it met the other search; -1 before the first. */
  meeting: number;
  /** Set once a path with two chosen nodes was found between the two starts. */
  isCycle: boolean;
}

/** Two searches of one graph, and what they heed. */
export interface Searches {
  readonly graph: GrowingGraph;
  /** The number of chosen nodes merged into one. */
  readonly weight: Uint8Array;
  /** The place of a node in an order that all edges follow; compared only. */
  readonly label: Float64Array;
  readonly forwards: Search;
  readonly backwards: Search;
  round: number;
  /** What lies outside of these labels is on no path between the two starts. */
  low: number;
  high: number;
}

/** Marks a path that may pass the other search's nodes twice. */
const unclear = 255;

/** The number of edges that a search visits in its turn. */
const turn = 16;

/** Returns two searches that have not begun. */
export function createSearches(graph: GrowingGraph, weight: Uint8Array, label: Float64Array): Searches {
  const searchOver = (edges: EdgeEnds): Search => ({
    edges,
    seen: new Int32Array(graph.nodeCount),
    met: new Uint8Array(graph.nodeCount),
    found: new Int32Array(graph.nodeCount),
    ...{ count: 0, next: 0, member: 0, place: 0, work: 0, hasMet: false, meeting: -1, isCycle: false },
  });
  const [forwards, backwards] = [searchOver(graph.out), searchOver(graph.into)];
  return { graph, weight, label, forwards, backwards, round: 0, low: 0, high: 0 };
}

/**
 * Searches from `first` along the edges and from `last` against them, until one has found all between the two, or a
 * path with two chosen nodes. Returns true for the latter.
 */
export function searchBetween(searches: Searches, first: number, last: number): boolean {
  const { forwards, backwards, label } = searches;
  searches.round += 1;
  searches.low = label[first] ?? 0;
  searches.high = label[last] ?? 0;
  begin(searches, forwards, first);
  begin(searches, backwards, last);
  while (!isDone(forwards) && !isDone(backwards)) {
    if (forwards.work <= backwards.work) advance(searches, forwards, backwards);
    else advance(searches, backwards, forwards);
    if (forwards.isCycle || backwards.isCycle) return true;
  }
  return false;
}

/** Returns true if a search has found everything. */
export const isDone = ({ count, next }: Search): boolean => next === count;

/**
 * Returns the nodes on paths between the two starts, given that one search has found all its nodes; undefined if two of
 * them are chosen.
 */
export function nodesBetween(searches: Searches): number[] | undefined {
  const { forwards, backwards, round, weight } = searches;
  if (!forwards.hasMet && !backwards.hasMet) return [];
  const [whole, other] = isDone(forwards) ? [forwards, backwards] : [backwards, forwards];
  const isWithin = (node: number): boolean => at(whole.seen, node) === round;
  while (!isDone(other)) {
    if (isWithin(at(other.found, other.next))) advance(searches, other, whole, isWithin);
    else goOn(other);
    if (other.isCycle) return undefined;
  }
  const between: number[] = [];
  let chosen = 0;
  for (let place = 0; place < other.count; place++) {
    const node = at(other.found, place);
    if (!isWithin(node)) continue;
    between.push(node);
    chosen += byteAt(weight, node);
  }
  return chosen > 1 ? undefined : between;
}

function begin({ round, weight }: Searches, search: Search, node: number): void {
  search.seen[node] = round;
  search.met[node] = byteAt(weight, node);
  search.found[0] = node;
  search.count = 1;
  search.next = 0;
  search.member = node;
  search.place = at(search.edges.starts, node);
  search.work = 0;
  search.hasMet = false;
  search.meeting = -1;
  search.isCycle = false;
}

/** Visits the next edges, and removes those that merging has turned into self-loops. */
function advance(searches: Searches, search: Search, other: Search, isWithin?: (node: number) => boolean): void {
  const { graph, label, round, low, high } = searches;
  const { parent, nextMerged } = graph;
  const { seen, found } = search;
  const { limits, ends, starts } = search.edges;
  const current = at(found, search.next);
  let { member, place } = search;
  let left = turn;
  for (; left > 0 && member >= 0;) {
    if (place === at(limits, member)) {
      member = at(nextMerged, member);
      if (member >= 0) place = at(starts, member);
      continue;
    }
    left -= 1;
    const node = representative(parent, at(ends, place));
    if (node === current) {
      const last = at(limits, member) - 1;
      ends[place] = at(ends, last);
      limits[member] = last;
      continue;
    }
    ends[place++] = node;
    if (at(seen, node) === round) continue;
    if (isWithin !== undefined && !isWithin(node)) continue;
    const own = label[node] ?? 0;
    if (own < low || own > high) continue;
    seen[node] = round;
    found[search.count++] = node;
    meet(searches, search, other, current, node);
  }
  search.work += turn - left;
  search.place = place;
  search.member = member;
  if (member < 0) goOn(search);
}

/** Turns to the next of the found nodes. */
function goOn(search: Search): void {
  search.next += 1;
  if (isDone(search)) return;
  search.member = at(search.found, search.next);
  search.place = at(search.edges.starts, search.member);
}

/** Notes how many chosen nodes are on the path to a node that was just found, and whether the other has found it. */
function meet({ weight, round }: Searches, search: Search, other: Search, current: number, node: number): void {
  const known = byteAt(search.met, current);
  const isMeeting = at(other.seen, node) === round;
  const rest = byteAt(isMeeting ? other.met : weight, node);
  const isClear = known !== unclear && rest !== unclear;
  search.met[node] = isClear && !isMeeting ? Math.min(2, known + rest) : unclear;
  if (!isMeeting) return;
  search.hasMet = true;
  search.meeting = node;
  if (isClear && known + rest > 1) search.isCycle = true;
}
