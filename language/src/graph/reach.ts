/**
 * Finds the nodes that are reached from some sources, how far away they are, and over which edges. Edges come in two
 * graphs: a *step* costs 1, a *free* edge nothing. Distance is the sum of the costs; of several paths with the same
 * distance the one with the fewest edges is kept, then the first in the order of the sources and edges.
 */
import type { Digraph } from './digraph.ts';
import { at } from '../model/common/lookup.ts';

/** The kept paths, indexed by node; -1 for a node that is not reached, and for the cause of a source. */
export interface Paths {
  readonly distance: Int32Array;
  /** The number of edges on the kept path, including those before its source. */
  readonly hops: Int32Array;
  /** The node before this one on the kept path. */
  readonly previous: Int32Array;
  /** The label of the last edge of the kept path. */
  readonly label: Int32Array;
}

/** The result. */
export interface Reach extends Paths {
  /** What is reached, nearest first. */
  readonly nodes: readonly number[];
}

/** A node where a path may begin; `hops` counts the edges before it. */
export interface ReachStart {
  readonly node: number;
  readonly hops: number;
}

/** The sources of paths, the edges they follow, and their limit. */
export interface ReachOptions {
  readonly sources: readonly ReachStart[];
  readonly free?: Digraph;
  readonly steps?: Digraph;
  /** The largest distance to follow. */
  readonly limit?: number;
  /** 1 for nodes that are never entered, not even as sources. */
  readonly blocked?: Uint8Array;
  /** An empty room for the result, which is gone when the room is emptied. Default: a new one. */
  readonly room?: ReachRoom;
}

/** Arrays for the result of one search after another: filling new ones takes longer than a search that finds little. */
export interface ReachRoom extends Paths {
  readonly settled: Uint8Array;
}

/** Returns an empty room for searches among so many nodes. Cost: O(V). */
export const createReachRoom = (nodeCount: number): ReachRoom => ({
  distance: new Int32Array(nodeCount).fill(-1),
  hops: new Int32Array(nodeCount).fill(-1),
  previous: new Int32Array(nodeCount).fill(-1),
  label: new Int32Array(nodeCount).fill(-1),
  settled: new Uint8Array(nodeCount),
});

/** Empties a room in which a search has reached `nodes`, all of them. Cost: O(nodes). */
export function emptyReachRoom(room: ReachRoom, nodes: readonly number[]): void {
  for (const node of nodes) {
    room.distance[node] = -1;
    room.hops[node] = -1;
    room.previous[node] = -1;
    room.label[node] = -1;
    room.settled[node] = 0;
  }
}

/**
 * Returns the reached nodes. Cost: O(V) for a new room, and what is reached with its edges, plus sorting the sources.
 */
export function reach(nodeCount: number, options: ReachOptions): Reach {
  const found: Found = { ...(options.room ?? createReachRoom(nodeCount)), blocked: options.blocked };
  const nodes: number[] = [];
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  let seeds: number[] = [];
  for (const { node, hops } of [...options.sources].sort((a, b) => a.hops - b.hops)) {
    if (found.blocked?.[node] === 1 || at(found.distance, node) >= 0) continue;
    keep(found, seeds, { node, distance: 0, hops, previous: -1, label: -1 });
  }
  for (let distance = 0; seeds.length > 0; distance++) {
    const next: number[] = [];
    for (const node of settleLevel(found, seeds, options.free)) {
      nodes.push(node);
      if (distance < limit && options.steps !== undefined) followEdges(found, next, options.steps, node, 1);
    }
    seeds = next;
  }
  return { distance: found.distance, hops: found.hops, previous: found.previous, label: found.label, nodes };
}

/** Returns the nodes of a path from its source to `node`, inclusive. Cost: O(length). */
export function pathTo({ previous }: Paths, node: number): number[] {
  const path: number[] = [];
  for (let current = node; current >= 0; current = at(previous, current)) path.push(current);
  return path.reverse();
}

interface Found extends ReachRoom {
  readonly blocked: Uint8Array | undefined;
}

/** The end of the best path so far to its node. */
interface PathEnd {
  readonly node: number;
  readonly distance: number;
  readonly hops: number;
  readonly previous: number;
  readonly label: number;
}

/**
 * Settles all nodes of one distance, those with fewer hops first, and returns them in that order. The hops of the seeds
 * and of nodes added by free edges never fall, so merging the two lists is enough.
 */
function settleLevel(found: Found, seeds: readonly number[], free: Digraph | undefined): number[] {
  const settled: number[] = [];
  const added: number[] = [];
  let nextSeed = 0;
  let nextAdded = 0;
  for (;;) {
    const seed = seeds[nextSeed];
    const other = added[nextAdded];
    if (seed === undefined && other === undefined) return settled;
    const takesSeed = seed !== undefined && (other === undefined || at(found.hops, seed) <= at(found.hops, other));
    const node = (takesSeed ? seeds[nextSeed++] : added[nextAdded++]) ?? -1;
    if (found.settled[node] === 1) continue;
    found.settled[node] = 1;
    settled.push(node);
    if (free !== undefined) followEdges(found, added, free, node, 0);
  }
}

function followEdges(found: Found, queue: number[], graph: Digraph, node: number, cost: number): void {
  const distance = at(found.distance, node) + cost;
  const hops = at(found.hops, node) + 1;
  for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
    const target = at(graph.targets, edge);
    if (found.settled[target] === 1 || found.blocked?.[target] === 1) continue;
    const known = at(found.distance, target);
    if (known >= 0 && (known < distance || (known === distance && at(found.hops, target) <= hops))) continue;
    keep(found, queue, { node: target, distance, hops, previous: node, label: at(graph.labels, edge) });
  }
}

function keep(found: Found, queue: number[], { node, distance, hops, previous, label }: PathEnd): void {
  found.distance[node] = distance;
  found.hops[node] = hops;
  found.previous[node] = previous;
  found.label[node] = label;
  queue.push(node);
}
