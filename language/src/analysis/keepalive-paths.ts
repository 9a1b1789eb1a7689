/**
 * How many keepalives one period costs: one for each simple path, where the boxes on a path are all
 * that stops it. Counts without walking the paths wherever they do not run in large circles.
 */
import { membersOf, stronglyConnected } from '../graph/components.ts';
import type { Digraph } from '../graph/digraph.ts';
import { countSimplePaths } from './simple-paths.ts';

/** Numbers of one period from some root boxes; all of them are at least this where `isExact` is false. */
export interface KeepaliveCount {
  /** Keepalives that renew a lease and are passed on: one for each simple path. */
  readonly processed: bigint;
  /** Keepalives sent, those to boxes of the same node included. */
  readonly sent: bigint;
  /** Keepalives that come back to a box on their path. */
  readonly dropped: bigint;
  /** Boxes that all keepalives together carry with them. */
  readonly carried: bigint;
  readonly isExact: boolean;
}

/** How much of an enumeration is done before the count is given up; steps along one edge. */
const usualBudget = 1_000_000;

/**
 * Returns what a period costs that begins with these boxes, each once; `graph` says which box refers
 * to which. Cost: O(V + E) without circles; circles of up to 14 boxes cost O(2^n n²) for each box
 * that they are entered at, in larger ones paths are walked one by one, up to `budget` steps.
 */
export function countKeepalives(
  graph: Digraph,
  roots: readonly number[],
  options: { readonly budget?: number } = {},
): KeepaliveCount {
  const components = stronglyConnected(graph);
  const members = membersOf(components);
  const budget = { left: options.budget ?? usualBudget };
  const entered = new Map<number, Paths>();
  for (const root of roots) addPaths(entered, root, { count: 1n, boxes: 1n });
  let processed = 0n;
  let sent = BigInt(roots.length);
  let carried = 0n;
  // Edges lead to lower components, so that all ways into one are known when its turn comes.
  for (let component = components.count - 1; component >= 0; component--) {
    const nodes = members.nodes.subarray(members.offsets[component], members.offsets[component + 1]);
    for (const [node, { count, boxes }] of endsWithin(graph, nodes, entered, budget)) {
      const targets = graph.targets.subarray(graph.offsets[node], graph.offsets[node + 1]);
      processed += count;
      sent += count * BigInt(targets.length);
      carried += boxes * BigInt(targets.length);
      for (const target of targets) {
        if (components.of[target] !== component) addPaths(entered, target, { count, boxes: boxes + count });
      }
    }
  }
  return { processed, sent, dropped: sent - processed, carried, isExact: budget.left > 0 };
}

/** Returns what flooding costs instead: each reference passes a keepalive on once. Cost: O(V + E). */
export function countFlooding(graph: Digraph, roots: readonly number[]): number {
  const reached = new Set(roots);
  let sent = roots.length;
  for (const node of reached) {
    const targets = graph.targets.subarray(graph.offsets[node], graph.offsets[node + 1]);
    sent += targets.length;
    for (const target of targets) reached.add(target);
  }
  return sent;
}

/** Paths that end at a box: how many, and how many boxes are on them together. */
interface Paths {
  readonly count: bigint;
  readonly boxes: bigint;
}

/** The paths that end at each node of a component, from those that enter it. */
function endsWithin(
  graph: Digraph,
  nodes: Int32Array,
  entered: ReadonlyMap<number, Paths>,
  budget: { left: number },
): ReadonlyMap<number, Paths> {
  const ends = new Map<number, Paths>();
  for (const entry of nodes) {
    const before = entered.get(entry);
    if (before === undefined) continue;
    if (nodes.length === 1) return new Map([[entry, before]]);
    for (const { node, count, length } of countSimplePaths(graph, nodes, entry, budget)) {
      const [more, steps] = [BigInt(count), BigInt(length)];
      addPaths(ends, node, { count: before.count * more, boxes: before.boxes * more + before.count * steps });
    }
  }
  return ends;
}

function addPaths(paths: Map<number, Paths>, node: number, { count, boxes }: Paths): void {
  const before = paths.get(node);
  paths.set(
    node,
    before === undefined ? { count, boxes } : { count: before.count + count, boxes: before.boxes + boxes },
  );
}
