/**
 * Breaks the cycles of a graph too large for an exact answer. The heuristic puts the nodes in a row, always choosing
 * the one with the fewest remaining edges into it, and cuts the edges that lead backwards. It runs from both ends; then
 * edges that need not be cut are restored while the budget lasts.
 */
import { stronglyConnected } from '../components.ts';
import type { Digraph } from '../digraph.ts';
import { at, itemAt } from '../../model/common/lookup.ts';
import { feedbackEdges } from './greedy-order.ts';
import { type InnerEdges, subgraph } from './inner-edges.ts';

/** A set of labels that breaks all cycles of a component. */
export interface Cut {
  /** Ascending. */
  readonly labels: readonly number[];
  /** True if every label in it is needed. */
  readonly isMinimal: boolean;
}

/** The labels that may not be cut, and the work spent on the cuts. */
export interface GreedyOptions {
  readonly isLocked: (label: number) => boolean;
  /** The approximate number of edges to visit when restoring edges that need not be cut. */
  readonly budget: number;
}

/**
 * Returns at most two different cuts of a graph in which locked labels alone form no cycle. Cost: O((V + E) log V),
 * plus that of `feedbackEdges` to make them minimal if the budget allows it.
 */
export function greedyCuts(edges: InnerEdges, { isLocked, budget }: GreedyOptions): Cut[] {
  const turned = { ...edges, sources: edges.targets, targets: edges.sources };
  const cuts = [edges, turned].map((each) => putBack(edges, backwardLabels(each, isLocked), budget));
  const [first, second] = cuts;
  return first?.labels.join() === second?.labels.join() ? cuts.slice(0, 1) : cuts;
}

/** Returns the labels of all edges that lead backwards in the row, ascending. */
function backwardLabels(edges: InnerEdges, isLocked: (label: number) => boolean): number[] {
  const place = rowOf(edges, isLocked);
  const labels = new Set<number>();
  for (let edge = 0; edge < edges.labels.length; edge++) {
    const isBackward = at(place, at(edges.sources, edge)) >= at(place, at(edges.targets, edge));
    if (isBackward) labels.add(at(edges.labels, edge));
  }
  return [...labels].sort((a, b) => a - b);
}

/** Returns the position of each node in the row. A node comes after every node from which a locked edge leads to it. */
function rowOf(edges: InnerEdges, isLocked: (label: number) => boolean): Int32Array {
  const graph = subgraph(edges, () => true);
  const into = new Int32Array(edges.nodeCount);
  const lockedInto = new Int32Array(edges.nodeCount);
  for (let edge = 0; edge < edges.labels.length; edge++) {
    const target = at(edges.targets, edge);
    if (edges.sources[edge] === target) continue;
    into[target] = at(into, target) + 1;
    if (isLocked(at(edges.labels, edge))) lockedInto[target] = at(lockedInto, target) + 1;
  }
  const place = new Int32Array(edges.nodeCount).fill(-1);
  const waiting = buckets(edges.nodeCount);
  const offer = (node: number): void => {
    if (at(lockedInto, node) === 0) waiting.add(node, at(into, node));
  };
  for (let node = 0; node < edges.nodeCount; node++) offer(node);
  for (let count = 0; count < edges.nodeCount; count++) {
    const node = waiting.take((each, rank) => at(place, each) < 0 && rank === at(into, each));
    place[node] = count;
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const target = at(graph.targets, edge);
      if (target === node || at(place, target) >= 0) continue;
      into[target] = at(into, target) - 1;
      if (isLocked(at(graph.labels, edge))) lockedInto[target] = at(lockedInto, target) - 1;
      offer(target);
    }
  }
  return place;
}

/**
 * A queue of numbers by rank: the lowest rank first, and first in, first out within a rank. Entries may be outdated.
 */
function buckets(capacity: number) {
  const byRank: { readonly items: number[]; head: number }[] = [];
  let lowest = 0;
  return {
    add(item: number, rank: number): void {
      while (byRank.length <= rank) byRank.push({ items: [], head: 0 });
      byRank[rank]?.items.push(item);
      lowest = Math.min(lowest, rank);
    },
    /** Returns the first entry that is still valid. There is one until all nodes are placed. */
    take(isRight: (item: number, rank: number) => boolean): number {
      for (; lowest < byRank.length; lowest++) {
        const bucket = byRank[lowest];
        while (bucket !== undefined && bucket.head < bucket.items.length) {
          const item = itemAt(bucket.items, bucket.head++);
          if (isRight(item, lowest)) return item;
        }
      }
      throw new Error(`None of ${capacity} nodes can come next: locked edges form a cycle.`);
    },
  };
}

/**
 * Restores the edges of labels unless that closes a cycle: first all labels that have one edge, in one pass, then the
 * others.
 */
function putBack(edges: InnerEdges, labels: readonly number[], budget: number): Cut {
  if (edges.labels.length > budget) return { labels, isMinimal: false };
  const isSingle = withOneEdge(edges.labels);
  const cut = new Set(labels);
  for (const label of putBackSingles(edges, cut, isSingle)) cut.delete(label);
  let work = budget;
  for (const label of labels) {
    if (isSingle(label)) continue;
    work -= edges.labels.length;
    if (work < 0) break;
    cut.delete(label);
    if (hasCycle(subgraph(edges, (each) => !cut.has(each)))) cut.add(label);
  }
  return { labels: labels.filter((label) => cut.has(label)), isMinimal: work >= 0 };
}

function withOneEdge(labels: Int32Array): (label: number) => boolean {
  const once = new Set<number>();
  const more = new Set<number>();
  for (const label of labels) (once.has(label) ? more : once).add(label);
  return (label) => !more.has(label);
}

/**
 * Returns the labels with one edge that can be restored one after another, in ascending order, without closing a cycle.
 */
function putBackSingles(
  { nodeCount, sources, targets, labels }: InnerEdges,
  cut: ReadonlySet<number>,
  isSingle: (label: number) => boolean,
): number[] {
  const kept: number[] = [];
  const tried: number[] = [];
  for (let edge = 0; edge < labels.length; edge++) {
    const label = at(labels, edge);
    if (!cut.has(label)) kept.push(edge);
    // A self-loop is a cycle whatever else there is.
    else if (isSingle(label) && sources[edge] !== targets[edge]) tried.push(edge);
  }
  tried.sort((a, b) => at(labels, a) - at(labels, b));
  const sequence = [...kept, ...tried];
  const leftOut = feedbackEdges({
    nodeCount,
    sources: Int32Array.from(sequence, (edge) => at(sources, edge)),
    targets: Int32Array.from(sequence, (edge) => at(targets, edge)),
    members: new Uint8Array(nodeCount).fill(1),
  });
  return tried.filter((_, place) => leftOut[kept.length + place] === 0).map((edge) => at(labels, edge));
}

function hasCycle(graph: Digraph): boolean {
  if (stronglyConnected(graph).count < graph.nodeCount) return true;
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.targets.subarray(at(graph.offsets, node), at(graph.offsets, node + 1)).includes(node)) return true;
  }
  return false;
}
