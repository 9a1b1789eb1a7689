/**
 * The largest node that merging has made while cycles are broken greedily. It has so many edges that searches must not
 * visit them again and again. So it keeps its place in the order, others move past it, and for each node is known
 * whether the knot leads to it or it to the knot, and whether over a chosen node besides the knot.
 */
import { type EdgeEnds, type GrowingGraph, representative } from './growing-graph.ts';
import { at, byteAt } from '../../model/common/lookup.ts';
import type { MovableOrder } from './movable-order.ts';

/** The graph that the knot is in, its chosen nodes and its order. */
export interface KnotParts {
  readonly graph: GrowingGraph;
  /** The number of chosen nodes merged into one: 0 or 1. */
  readonly weight: Uint8Array;
  readonly sequence: MovableOrder;
}

/** The knot. */
export interface Knot extends KnotParts {
  /** Its representative; -1 while there is none. */
  node: number;
  /** The number of nodes merged into each. */
  readonly size: Int32Array;
  /** How the knot leads to each representative, and it to the knot. */
  readonly after: Uint8Array;
  readonly before: Uint8Array;
  /** Set once a chosen node is in it, which was one on the paths to and from it. */
  isOutdated: boolean;
}

/** How a node is connected with the knot in one direction: not at all, by a path, by one over a chosen node. */
const [apart, plainly, overChosen] = [0, 1, 2];

/** The smallest number of merged nodes that make a knot. */
const leastSize = 16;

/** Starts without a knot. */
export const createKnot = (parts: KnotParts): Knot => ({
  ...parts,
  node: -1,
  size: new Int32Array(parts.graph.nodeCount).fill(1),
  after: new Uint8Array(parts.graph.nodeCount),
  before: new Uint8Array(parts.graph.nodeCount),
  isOutdated: false,
});

/** Returns true if a path from one node to another passes the knot, its ends included. Cost: O(1). */
export const isKnotted = ({ node, before, after }: Knot, from: number, to: number): boolean =>
  node >= 0 && (from === node || before[from] !== apart) && (to === node || after[to] !== apart);

/** Returns true if such a path is known to have two chosen nodes. Cost: O(1). */
export function isKnottedOver({ node, before, after, weight }: Knot, from: number, to: number): boolean {
  const isBefore = from !== node && before[from] === overChosen;
  const isAfter = to !== node && after[to] === overChosen;
  return weight[node] === 1 ? isBefore || isAfter : isBefore && isAfter;
}

/**
 * Returns what is on paths from one node to another, between which the knot is, to be merged into the knot; undefined
 * if two nodes on these paths are chosen. Moves past the knot what has to be on its other side. Cost: over all calls
 * O(V + E), but for those that merge nothing.
 */
export function tie(knot: Knot, from: number, to: number): readonly number[] | undefined {
  const { graph, weight, size, sequence, node } = knot;
  const [early, late] = [upTo(knot, graph.out, from), upTo(knot, graph.into, to)];
  const earlyTied = leading(knot, early, graph.out, new Set(late));
  const lateTied = leading(knot, late, graph.into, new Set(early));
  const isLoose = (each: number): boolean => !earlyTied.has(each) && !lateTied.has(each);
  sequence.moveAfter(early.filter(isLoose), node);
  sequence.moveBefore(late.filter(isLoose), node);
  const tied = [...earlyTied, ...lateTied];
  const chosen = tied.filter((each) => weight[each] === 1).length;
  if (chosen + byteAt(weight, node) > 1) return undefined;
  for (const each of tied) {
    size[node] = at(size, node) + at(size, each);
    spread(knot, each);
  }
  knot.isOutdated ||= chosen > 0;
  return tied;
}

/** Notes an edge between representatives that was added. Cost: over all calls O(V + E). */
export function noteEdge(knot: Knot, source: number, target: number): void {
  const { node, after, before, graph } = knot;
  if (knot.isOutdated) choose(knot, node);
  if (node < 0 || source === target) return;
  const down = source === node ? plainly : byteAt(after, source);
  const up = target === node ? plainly : byteAt(before, target);
  if (down !== apart) raise(knot, after, graph.out, target, down);
  if (up !== apart) raise(knot, before, graph.into, source, up);
}

/** Notes that nodes, none of them the knot, were merged into one of them. Cost: as for edges. */
export function noteMerge(knot: Knot, kept: number, nodes: readonly number[]): void {
  const { size, node, after, before, graph } = knot;
  for (const each of nodes) if (each !== kept) size[kept] = at(size, kept) + at(size, each);
  const least = Math.max(leastSize, node < 0 ? 0 : 2 * at(size, node));
  if (at(size, kept) >= least) {
    choose(knot, kept);
    return;
  }
  for (const [levels, edges] of [
    [after, graph.out],
    [before, graph.into],
  ] as const) {
    const level = nodes.reduce((most, each) => Math.max(most, byteAt(levels, each)), apart);
    levels[kept] = apart;
    if (level !== apart) raise(knot, levels, edges, kept, level);
  }
}

function choose(knot: Knot, node: number): void {
  knot.node = node;
  knot.isOutdated = false;
  knot.after.fill(apart);
  knot.before.fill(apart);
  spread(knot, node);
}

/** Raises what the edges of a node that is, or will be, in the knot lead to, and what leads to it. */
function spread(knot: Knot, node: number): void {
  const { after, before, graph } = knot;
  for (const end of endsOf(graph, graph.out, node)) raise(knot, after, graph.out, end, plainly);
  for (const end of endsOf(graph, graph.into, node)) raise(knot, before, graph.into, end, plainly);
}

/** Raises how a node is connected, and what follows from it. */
function raise({ node, graph, weight }: Knot, levels: Uint8Array, edges: EdgeEnds, first: number, level: number): void {
  const raised: number[] = [];
  const add = (each: number, least: number): void => {
    const own = weight[each] === 1 ? overChosen : least;
    if (each === node || byteAt(levels, each) >= own) return;
    levels[each] = own;
    raised.push(each);
  };
  add(first, level);
  for (let each = raised.pop(); each !== undefined; each = raised.pop()) {
    const own = byteAt(levels, each);
    for (const end of endsOf(graph, edges, each)) add(end, own);
  }
}

/** Returns the other ends of the edges of a representative. */
function endsOf({ parent, nextMerged }: GrowingGraph, { starts, limits, ends }: EdgeEnds, node: number): number[] {
  const found: number[] = [];
  for (let member = node; member >= 0; member = at(nextMerged, member)) {
    for (let place = at(starts, member); place < at(limits, member); place++) {
      const end = representative(parent, at(ends, place));
      if (end !== node) found.push(end);
    }
  }
  return found;
}

/** Returns what the edges of a node lead to on its side of the knot, itself included, those next to the knot first. */
function upTo({ node, graph, sequence: { label } }: Knot, edges: EdgeEnds, start: number): number[] {
  if (start === node) return [];
  const far = (each: number): number => Math.abs((label[each] ?? 0) - (label[node] ?? 0));
  const isEarly = (each: number): boolean => (label[each] ?? 0) < (label[node] ?? 0);
  const found = new Set([start]);
  for (const each of found) {
    for (const end of endsOf(graph, edges, each)) {
      if (end !== node && isEarly(end) === isEarly(start)) found.add(end);
    }
  }
  return [...found].sort((a, b) => far(a) - far(b));
}

/** Returns those of some nodes, next to the knot first, whose edges lead to the knot, to another of them or across. */
function leading(
  { node, graph }: Knot,
  nodes: readonly number[],
  edges: EdgeEnds,
  across: ReadonlySet<number>,
): Set<number> {
  const found = new Set<number>();
  for (const each of nodes) {
    if (endsOf(graph, edges, each).some((end) => end === node || found.has(end) || across.has(end))) found.add(each);
  }
  return found;
}
