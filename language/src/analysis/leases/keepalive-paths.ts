/**
 * Counts the keepalives of one period: one for each simple path, since only the boxes on its path stop a keepalive.
 * Counts without walking the paths unless they run through large cycles.
 */
import { type Components, type Members, membersOf, stronglyConnected } from '../../graph/components.ts';
import type { Digraph } from '../../graph/digraph.ts';
import { countSimplePaths, type PathEnds } from '../points/simple-paths.ts';
import { at } from '../../model/common/lookup.ts';

/** The counts of one period from some root boxes; lower bounds if `isExact` is false. */
export interface KeepaliveCount {
  /** Keepalives that renew a lease and are passed on: one for each simple path. */
  readonly processed: bigint;
  /** Keepalives sent, including those to boxes of the same node. */
  readonly sent: bigint;
  /** Keepalives that return to a box on their path. */
  readonly dropped: bigint;
  /** Boxes carried by all keepalives together. */
  readonly carried: bigint;
  readonly isExact: boolean;
}

/** The number of edges to follow in an enumeration before giving up the count. */
const usualBudget = 1_000_000;

/** The cycles of a graph and the paths found in them, for several counts in the same graph. */
export interface BoxCycles {
  readonly components: Components;
  readonly members: Members;
  /** The paths within a cycle, by the node where it is entered. */
  readonly paths: Map<number, { readonly ends: readonly PathEnds[]; readonly isExact: boolean }>;
  readonly budget: { left: number };
}

/** Returns the cycles of a graph; all counts with them share the budget. Cost: O(V + E). */
export function cyclesIn(graph: Digraph, { budget = usualBudget }: { readonly budget?: number } = {}): BoxCycles {
  const components = stronglyConnected(graph);
  return { components, members: membersOf(components), paths: new Map(), budget: { left: budget } };
}

/**
 * Returns the cost of a period that begins with these boxes, each once; `graph` says which box refers to which. Cost:
 * linear in the reached part if it has no cycles, plus O(V + E) if `circles` is not given. Cycles of up to 14 boxes
 * cost O(2^n n²) for each box where they are entered; in larger ones paths are walked one by one, up to `budget` steps.
 */
export function countKeepalives(
  graph: Digraph,
  roots: readonly number[],
  options: { readonly budget?: number; readonly cycles?: BoxCycles } = {},
): KeepaliveCount {
  const cycles = options.cycles ?? cyclesIn(graph, options);
  const { components, members } = cycles;
  const entered = new Map<number, Paths>();
  for (const root of roots) addPaths(entered, root, { count: 1n, boxes: 1n });
  let processed = 0n;
  let sent = BigInt(roots.length);
  let carried = 0n;
  let isExact = true;
  // Edges lead to lower components, so all ways into one are known when its turn comes.
  const found = new Set([...reachedFrom(graph, roots).reached].map((node) => at(components.of, node)));
  for (const component of [...found].sort((a, b) => b - a)) {
    const nodes = members.nodes.subarray(members.offsets[component], members.offsets[component + 1]);
    const within = endsWithin(graph, nodes, entered, cycles);
    isExact &&= within.isExact;
    for (const [node, { count, boxes }] of within.ends) {
      const targets = graph.targets.subarray(graph.offsets[node], graph.offsets[node + 1]);
      processed += count;
      sent += count * BigInt(targets.length);
      carried += boxes * BigInt(targets.length);
      for (const target of targets) {
        if (components.of[target] !== component) addPaths(entered, target, { count, boxes: boxes + count });
      }
    }
  }
  return { processed, sent, dropped: sent - processed, carried, isExact };
}

/**
 * Returns the cost of flooding, in which each reference passes a keepalive on once. Cost: linear in the reached part.
 */
export const countFlooding = (graph: Digraph, roots: readonly number[]): number =>
  roots.length + reachedFrom(graph, roots).edges;

/** Returns everything reachable from some boxes, including themselves, and the number of references there. */
function reachedFrom(graph: Digraph, roots: readonly number[]) {
  const reached = new Set(roots);
  let edges = 0;
  for (const node of reached) {
    const targets = graph.targets.subarray(graph.offsets[node], graph.offsets[node + 1]);
    edges += targets.length;
    for (const target of targets) reached.add(target);
  }
  return { reached, edges };
}

/** Paths that end at a box: their number, and the total number of boxes on them. */
interface Paths {
  readonly count: bigint;
  readonly boxes: bigint;
}

/** Returns the paths that end at each node of a component, from those that enter it. */
function endsWithin(
  graph: Digraph,
  nodes: Int32Array,
  entered: ReadonlyMap<number, Paths>,
  { paths, budget }: BoxCycles,
): { readonly ends: ReadonlyMap<number, Paths>; readonly isExact: boolean } {
  const ends = new Map<number, Paths>();
  let isExact = true;
  for (const entry of nodes) {
    const before = entered.get(entry);
    if (before === undefined) continue;
    if (nodes.length === 1) return { ends: new Map([[entry, before]]), isExact };
    const found = paths.get(entry) ?? countSimplePaths(graph, nodes, entry, budget);
    paths.set(entry, found);
    isExact &&= found.isExact;
    for (const { node, count, length } of found.ends) {
      const [more, steps] = [BigInt(count), BigInt(length)];
      addPaths(ends, node, { count: before.count * more, boxes: before.boxes * more + before.count * steps });
    }
  }
  return { ends, isExact };
}

function addPaths(paths: Map<number, Paths>, node: number, { count, boxes }: Paths): void {
  const before = paths.get(node);
  paths.set(
    node,
    before === undefined ? { count, boxes } : { count: before.count + count, boxes: before.boxes + boxes },
  );
}
