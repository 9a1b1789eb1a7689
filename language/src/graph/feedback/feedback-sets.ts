/**
 * Finds ways to break all cycles of a strongly connected component: its shortest cycle, and the smallest sets of labels
 * whose removal leaves no cycle. Exact for small components and while the work budget lasts; otherwise a heuristic,
 * which the result states.
 */
import { type Components, membersOf, stronglyConnected } from '../components.ts';
import { type Cycle, shortestCycles, shortestCyclesIn } from '../cycles.ts';
import type { Digraph } from '../digraph.ts';
import { at, itemAt, required } from '../../model/common/lookup.ts';
import { type Cut, greedyCuts } from './greedy-cuts.ts';
import { compareSets, smallestHittingSets } from './hitting-sets.ts';
import { type InnerEdges, subgraph } from './inner-edges.ts';

/** One strongly connected component with at least one cycle. */
export interface CyclicComponent {
  /** Ascending. */
  readonly nodes: readonly number[];
  /** A cycle from `shortestCycles`: a shortest one if its budget lasted. */
  readonly shortest: Cycle;
  /** Returns the ways to break its cycles; those of all components are found when first asked for. */
  readonly solution: () => Solution;
}

/** The ways to break all cycles of a component. */
export interface Solution {
  /** The number of distinct labels on its edges. */
  readonly labelCount: number;
  /** The fewest labels first, then by the first label that differs. Empty if locked labels alone form a cycle. */
  readonly cuts: readonly Cut[];
  /** `exact`: the first of all minimal cuts in this order. `heuristic`: some cuts; smaller ones may exist. */
  readonly method: 'exact' | 'heuristic';
  /** A cycle of locked labels alone, which no cut can break. */
  readonly lockedCycle: Cycle | undefined;
}

/** The labels that may be cut, and the number of cuts wanted. */
export interface FeedbackOptions {
  /** Labels that may not be cut. Default: none. */
  readonly isLocked?: (label: number) => boolean;
  /** The number of cuts wanted per component. Default: 5. */
  readonly alternatives?: number;
  /** The number of edges to visit for all components with more than 12 labels. Default: 10,000,000. */
  readonly budget?: number;
}

/** Components with at most this many labels are solved exactly, whatever the budget. */
const alwaysExact = 12;

/** Heuristic cuts are made minimal in components with at most this many edges, whatever the budget. */
const leastTrimming = 200_000;

/**
 * Returns the components that have a cycle, in the order of their lowest nodes. Cost: that of `shortestCycles`, and for
 * the solutions O(V + E) and the budget.
 */
export function cyclicComponents(graph: Digraph, options: FeedbackOptions = {}): CyclicComponent[] {
  const components = stronglyConnected(graph);
  const members = membersOf(components);
  const { offsets, nodes } = members;
  const cycles = shortestCyclesIn(graph, components, members).map((cycle) => {
    const component = at(components.of, itemAt(cycle.nodes, 0));
    return { cycle, nodes: [...nodes.subarray(at(offsets, component), at(offsets, component + 1))] };
  });
  const solveAll = (): Solution[] => {
    const work = { left: budgetOf(options) };
    return cycles.map((each) => solve(innerEdges(graph, components, each.nodes), each.nodes, options, work));
  };
  let solutions: readonly Solution[] | undefined;
  return cycles.map(({ cycle, nodes: own }, index) => ({
    nodes: own,
    shortest: cycle,
    solution: () => itemAt((solutions ??= solveAll()), index),
  }));
}

function budgetOf({ budget = 10_000_000 }: FeedbackOptions): number {
  return budget;
}

function innerEdges(graph: Digraph, { of }: Components, members: readonly number[]): InnerEdges {
  const numbers = new Map(members.map((node, number) => [node, number]));
  const [sources, targets, labels]: [number[], number[], number[]] = [[], [], []];
  for (const [source, node] of members.entries()) {
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const target = at(graph.targets, edge);
      if (at(of, target) !== at(of, node)) continue;
      sources.push(source);
      targets.push(required(numbers.get(target)));
      labels.push(at(graph.labels, edge));
    }
  }
  return {
    nodeCount: members.length,
    sources: Int32Array.from(sources),
    targets: Int32Array.from(targets),
    labels: Int32Array.from(labels),
  };
}

function solve(
  edges: InnerEdges,
  nodes: readonly number[],
  options: FeedbackOptions,
  work: { left: number },
): Solution {
  const isLocked = options.isLocked ?? (() => false);
  const alternatives = options.alternatives ?? 5;
  const labelCount = new Set(edges.labels).size;
  const locked = shortestCycles(subgraph(edges, isLocked))[0];
  if (locked !== undefined) {
    const global = { nodes: locked.nodes.map((node) => itemAt(nodes, node)), labels: locked.labels };
    return { labelCount, cuts: [], method: 'exact', lockedCycle: global };
  }
  const isSmall = labelCount <= alwaysExact;
  const found = smallestHittingSets({
    unhit: (chosen) => {
      work.left -= isSmall ? 0 : 3 * edges.labels.length + edges.nodeCount;
      const cycle = someCycle(edges, new Set(chosen));
      return cycle && [...new Set(cycle.labels.filter((label) => !isLocked(label)))].sort((a, b) => a - b);
    },
    maxSize: labelCount,
    maxCount: alternatives,
    isSpent: () => !isSmall && work.left < 0,
  });
  const exact = found.sets.map((labels) => ({ labels, isMinimal: true }));
  if (found.isComplete || exact.length >= alternatives) {
    return { labelCount, cuts: exact, method: 'exact', lockedCycle: undefined };
  }
  const known = new Set(exact.map(({ labels }) => labels.join()));
  const greedy = greedyCuts(edges, { isLocked, budget: Math.max(leastTrimming, budgetOf(options)) }).filter(
    ({ labels }) => !known.has(labels.join()),
  );
  const cuts = [...exact, ...greedy].sort((a, b) => compareSets(a.labels, b.labels)).slice(0, alternatives);
  return { labelCount, cuts, method: 'heuristic', lockedCycle: undefined };
}

/** Returns a short cycle without these labels, if there is one. Two visits per edge find a good one. */
function someCycle(edges: InnerEdges, without: ReadonlySet<number>): Cycle | undefined {
  const cycles = shortestCycles(
    subgraph(edges, (label) => !without.has(label)),
    { budget: 2 * edges.labels.length },
  );
  let best = cycles[0];
  for (const cycle of cycles) if (best === undefined || cycle.labels.length < best.labels.length) best = cycle;
  return best;
}
