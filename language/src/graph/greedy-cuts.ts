/**
 * A rule of thumb for breaking the cycles of a graph too large for an exact answer: put the nodes in
 * a row, always taking next the one with the fewest edges into it left, and cut the edges that lead
 * backwards. Done from both ends; then what need not be cut is put back, as far as work allows.
 */
import { stronglyConnected } from './components.ts';
import type { Digraph } from './digraph.ts';
import { at } from './digraph.ts';
import { leftOutEdges } from './greedy-order.ts';
import type { InnerEdges } from './inner-edges.ts';
import { subgraph } from './inner-edges.ts';

/** A set of labels that breaks all cycles of a component. */
export interface Cut {
  /** Ascending. */
  readonly labels: readonly number[];
  /** Whether no label of it can be left out. */
  readonly isMinimal: boolean;
}

/** What may not be cut, and how much work the cuts are worth. */
export interface GreedyOptions {
  readonly isLocked: (label: number) => boolean;
  /** How many edges may be looked at, roughly, to put back what need not be cut. */
  readonly budget: number;
}

/**
 * Returns cuts of a graph in which locked labels alone form no cycle, at most two that differ. Cost:
 * O((V + E) log V), and that of `leftOutEdges` for making them minimal where the budget allows for it.
 */
export function greedyCuts(edges: InnerEdges, { isLocked, budget }: GreedyOptions): Cut[] {
  const turned = { ...edges, sources: edges.targets, targets: edges.sources };
  const cuts = [edges, turned].map((each) => putBack(edges, backwardLabels(each, isLocked), budget));
  const [first, second] = cuts;
  return first?.labels.join() === second?.labels.join() ? cuts.slice(0, 1) : cuts;
}

/** The labels of all edges that lead backwards in the row, ascending. */
function backwardLabels(edges: InnerEdges, isLocked: (label: number) => boolean): number[] {
  const place = rowOf(edges, isLocked);
  const labels = new Set<number>();
  for (const [edge, label] of edges.labels.entries()) {
    if (at(place, edges.sources[edge] ?? -1) >= at(place, edges.targets[edge] ?? -1)) labels.add(label);
  }
  return [...labels].sort((a, b) => a - b);
}

/** The place of each node in the row. A node comes only after all from which a locked edge leads to it. */
function rowOf(edges: InnerEdges, isLocked: (label: number) => boolean): Int32Array {
  const graph = subgraph(edges, () => true);
  const into = new Int32Array(edges.nodeCount);
  const lockedInto = new Int32Array(edges.nodeCount);
  for (const [edge, label] of edges.labels.entries()) {
    const target = edges.targets[edge] ?? -1;
    if (edges.sources[edge] === target) continue;
    into[target] = at(into, target) + 1;
    if (isLocked(label)) lockedInto[target] = at(lockedInto, target) + 1;
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

/** A queue of numbers by rank, lowest first and of one rank the one that came first; entries may be out of date. */
function buckets(capacity: number) {
  const byRank: { readonly items: number[]; head: number }[] = [];
  let lowest = 0;
  return {
    add(item: number, rank: number): void {
      while (byRank.length <= rank) byRank.push({ items: [], head: 0 });
      byRank[rank]?.items.push(item);
      lowest = Math.min(lowest, rank);
    },
    /** Returns the first entry that is still right. There is one, as long as not all nodes are placed. */
    take(isRight: (item: number, rank: number) => boolean): number {
      for (; lowest < byRank.length; lowest++) {
        const bucket = byRank[lowest];
        while (bucket !== undefined && bucket.head < bucket.items.length) {
          const item = bucket.items[bucket.head++] ?? -1;
          if (isRight(item, lowest)) return item;
        }
      }
      throw new Error(`None of ${capacity} nodes can come next: locked edges form a cycle.`);
    },
  };
}

/** Puts the edges of labels back, unless a cycle closes: first the labels of one edge, all at once, then the others. */
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

function withOneEdge(labels: readonly number[]): (label: number) => boolean {
  const once = new Set<number>();
  const more = new Set<number>();
  for (const label of labels) (once.has(label) ? more : once).add(label);
  return (label) => !more.has(label);
}

/** Returns the labels of one edge that can be put back one after the other, in ascending order, without a cycle. */
function putBackSingles(
  { nodeCount, sources, targets, labels }: InnerEdges,
  cut: ReadonlySet<number>,
  isSingle: (label: number) => boolean,
): number[] {
  const kept: number[] = [];
  const tried: number[] = [];
  for (const [edge, label] of labels.entries()) {
    if (!cut.has(label)) kept.push(edge);
    // An edge from a node to itself is a cycle whatever else there is.
    else if (isSingle(label) && sources[edge] !== targets[edge]) tried.push(edge);
  }
  tried.sort((a, b) => (labels[a] ?? 0) - (labels[b] ?? 0));
  const sequence = [...kept, ...tried];
  const leftOut = leftOutEdges({
    nodeCount,
    sources: Int32Array.from(sequence, (edge) => sources[edge] ?? -1),
    targets: Int32Array.from(sequence, (edge) => targets[edge] ?? -1),
    members: new Uint8Array(nodeCount).fill(1),
  });
  return tried.filter((_, place) => leftOut[kept.length + place] === 0).map((edge) => labels[edge] ?? -1);
}

function hasCycle(graph: Digraph): boolean {
  if (stronglyConnected(graph).count < graph.nodeCount) return true;
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.targets.subarray(at(graph.offsets, node), at(graph.offsets, node + 1)).includes(node)) return true;
  }
  return false;
}
