/**
 * A graph that gains edges one after another and whose nodes can be merged. The edges of a node lie side by side, in
 * room that is there from the start, and merged nodes are chained, so that merging moves nothing.
 */
import { at } from '../../model/common/lookup.ts';

/** The edges at one end: those of node v are at `[starts[v], limits[v])` of `ends`, which has their other ends. */
export interface EdgeEnds {
  readonly starts: Int32Array;
  readonly limits: Int32Array;
  readonly ends: Int32Array;
}

/** The graph so far. A merged node has edges of its own still; those of all in its chain are its representative's. */
export interface GrowingGraph {
  readonly nodeCount: number;
  /** The union-find parent of each node; a representative is its own parent. */
  readonly parent: Int32Array;
  /** The next node with the same representative, which is the first of its chain; -1 for the last. */
  readonly nextMerged: Int32Array;
  readonly lastMerged: Int32Array;
  readonly out: EdgeEnds;
  readonly into: EdgeEnds;
}

/** Starts a graph without edges, with room for one edge from each of `sources` to each of `targets`. */
export function startGraph(nodeCount: number, sources: Int32Array, targets: Int32Array): GrowingGraph {
  const parent = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) parent[node] = node;
  return {
    nodeCount,
    parent,
    nextMerged: new Int32Array(nodeCount).fill(-1),
    lastMerged: parent.slice(),
    out: roomFor(nodeCount, sources),
    into: roomFor(nodeCount, targets),
  };
}

function roomFor(nodeCount: number, nodes: Int32Array): EdgeEnds {
  const starts = new Int32Array(nodeCount + 1);
  for (let edge = 0; edge < nodes.length; edge++) {
    const next = at(nodes, edge) + 1;
    starts[next] = at(starts, next) + 1;
  }
  for (let node = 0; node < nodeCount; node++) starts[node + 1] = at(starts, node + 1) + at(starts, node);
  return { starts, limits: starts.slice(0, nodeCount), ends: new Int32Array(nodes.length) };
}

/** Adds an edge, which has to be one of those that there is room for. */
export function addEdge({ out, into }: GrowingGraph, source: number, target: number): void {
  append(out, source, target);
  append(into, target, source);
}

function append({ limits, ends }: EdgeEnds, node: number, end: number): void {
  const place = at(limits, node);
  ends[place] = end;
  limits[node] = place + 1;
}

/** Merges a representative into another one. */
export function mergeNodes({ parent, nextMerged, lastMerged }: GrowingGraph, kept: number, node: number): void {
  parent[node] = kept;
  nextMerged[at(lastMerged, kept)] = node;
  lastMerged[kept] = at(lastMerged, node);
}

/** Returns the representative of a node, shortening the path to it. */
export function representative(parent: Int32Array, node: number): number {
  let current = node;
  let above = at(parent, current);
  while (above !== current) {
    const next = at(parent, above);
    parent[current] = next;
    current = above;
    above = next;
  }
  return current;
}
