/**
 * A directed graph in compressed sparse rows: typed arrays instead of objects, so that a million nodes fit in memory
 * and every algorithm is one linear pass. Nodes are numbers from 0; each edge carries a label, a number chosen by the
 * builder of the graph.
 */
import { at } from '../model/common/lookup.ts';

/** Where the edges of each node lead. */
export interface Adjacency {
  readonly nodeCount: number;
  /** The edges of node v are at `[offsets[v], offsets[v + 1])` of `targets`. */
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
}

/** A finished graph; the edges of one node keep the order in which they were added. */
export interface Digraph extends Adjacency {
  /** By edge, at the same places. */
  readonly labels: Int32Array;
}

/** A growing list of edges. */
export interface EdgeList {
  readonly add: (source: number, target: number, label: number) => void;
  /** Returns the graph of the edges added so far. Cost: O(V + E). */
  readonly toDigraph: (nodeCount: number) => Digraph;
}

/** Starts a list of edges; `capacity` is an estimate. */
export function createEdgeList(capacity = 64): EdgeList {
  let sources = new Int32Array(Math.max(1, capacity));
  let targets = new Int32Array(sources.length);
  let labels = new Int32Array(sources.length);
  let count = 0;
  return {
    add(source, target, label) {
      if (count === sources.length) {
        sources = grown(sources);
        targets = grown(targets);
        labels = grown(labels);
      }
      sources[count] = source;
      targets[count] = target;
      labels[count++] = label;
    },
    toDigraph: (nodeCount) =>
      buildDigraph(nodeCount, sources.subarray(0, count), targets.subarray(0, count), labels.subarray(0, count)),
  };
}

/** Returns the graph with edge i from `sources[i]` to `targets[i]`, labelled `labels[i]`, or i. Cost: O(V + E). */
export function buildDigraph(
  nodeCount: number,
  sources: Int32Array,
  targets: Int32Array,
  labels?: Int32Array,
): Digraph {
  const offsets = new Int32Array(nodeCount + 1);
  for (let edge = 0; edge < sources.length; edge++) increment(offsets, at(sources, edge) + 1, 1);
  for (let node = 0; node < nodeCount; node++) increment(offsets, node + 1, at(offsets, node));
  const next = offsets.slice(0, nodeCount);
  const graph: Digraph = {
    nodeCount,
    offsets,
    targets: new Int32Array(sources.length),
    labels: new Int32Array(sources.length),
  };
  for (let edge = 0; edge < sources.length; edge++) {
    const source = at(sources, edge);
    const place = at(next, source);
    next[source] = place + 1;
    graph.targets[place] = at(targets, edge);
    graph.labels[place] = labels === undefined ? edge : at(labels, edge);
  }
  return graph;
}

/** Returns the graph with every edge reversed and its label kept. Cost: O(V + E). */
export function reversed(graph: Digraph): Digraph {
  const sources = new Int32Array(graph.targets.length);
  for (let node = 0; node < graph.nodeCount; node++) {
    sources.fill(node, at(graph.offsets, node), at(graph.offsets, node + 1));
  }
  return buildDigraph(graph.nodeCount, graph.targets, sources, graph.labels);
}

function increment(numbers: Int32Array, index: number, by: number): void {
  numbers[index] = at(numbers, index) + by;
}

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
