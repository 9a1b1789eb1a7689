/**
 * Finds short cycles: one per strongly connected component, a shortest one while the work budget lasts. Without the
 * budget a large component would cost V × E.
 */
import { type Components, type Members, membersOf, stronglyConnected } from './components.ts';
import type { Digraph } from './digraph.ts';
import { at } from '../model/common/lookup.ts';

/**
 * A cycle. Edge i, labelled `labels[i]`, leads from `nodes[i]` to the next node; the last edge leads back to the first
 * node.
 */
export interface Cycle {
  readonly nodes: readonly number[];
  readonly labels: readonly number[];
}

/** The cycles that count, and the work spent on finding them. */
export interface CycleOptions {
  /**
   * Accepts the first edge of a cycle, given by its source and its index in the graph's arrays. Default: every edge.
   */
  readonly through?: (source: number, edge: number) => boolean;
  /** The number of edges to visit in all before the best cycle so far is taken. */
  readonly budget?: number;
}

/**
 * Returns one cycle of every component that has one (starting with an accepted edge), in the order of the components'
 * lowest nodes. It is a shortest one while the budget lasts, and begins at its lowest node if every edge is accepted.
 */
export function shortestCycles(graph: Digraph, options: CycleOptions = {}): Cycle[] {
  const components = stronglyConnected(graph);
  return shortestCyclesIn(graph, components, membersOf(components), options);
}

/** Does the same for a graph whose components are known. */
export function shortestCyclesIn(
  graph: Digraph,
  components: Components,
  { offsets, nodes }: Members,
  options: CycleOptions = {},
): Cycle[] {
  const search = startSearch(graph, components, options);
  const cycles: { readonly lowest: number; readonly cycle: Cycle }[] = [];
  for (let component = 0; component < components.count; component++) {
    const start = at(offsets, component);
    const cycle = shortestIn(search, nodes, start, at(offsets, component + 1));
    if (cycle !== undefined) cycles.push({ lowest: at(nodes, start), cycle });
  }
  return cycles.sort((a, b) => a.lowest - b.lowest).map(({ cycle }) => cycle);
}

interface Search {
  readonly graph: Digraph;
  readonly components: Components;
  readonly through: (source: number, edge: number) => boolean;
  /** The number of edges that may still be visited. */
  budget: number;
  /** The start node of the last search that entered a node, plus 1. */
  readonly seenFrom: Int32Array;
  readonly depth: Int32Array;
  readonly previous: Int32Array;
  readonly label: Int32Array;
  readonly queue: Int32Array;
}

function startSearch(graph: Digraph, components: Components, options: CycleOptions): Search {
  const perNode = (): Int32Array => new Int32Array(graph.nodeCount);
  return {
    graph,
    components,
    through: options.through ?? (() => true),
    budget: options.budget ?? 20_000_000,
    seenFrom: perNode(),
    depth: perNode(),
    previous: perNode(),
    label: perNode(),
    queue: perNode(),
  };
}

/** Searches from one member after another; once the budget is spent, takes the first cycle found. */
function shortestIn(search: Search, nodes: Int32Array, first: number, end: number): Cycle | undefined {
  let best: Cycle | undefined;
  for (let place = first; place < end; place++) {
    best = cycleFrom(search, at(nodes, place), best?.nodes.length ?? Number.POSITIVE_INFINITY) ?? best;
    if (best !== undefined && (best.nodes.length === 1 || search.budget < 0)) return best;
  }
  return best;
}

/** Searches breadth-first within the component for a cycle through a node that is shorter than `bound`. */
function cycleFrom(search: Search, start: number, bound: number): Cycle | undefined {
  const { graph, components, depth, queue, seenFrom } = search;
  let head = 0;
  let tail = 0;
  queue[tail++] = start;
  depth[start] = 0;
  seenFrom[start] = start + 1;
  while (head < tail) {
    const node = at(queue, head++);
    if (at(depth, node) + 1 >= bound) break;
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      search.budget -= 1;
      if (node === start && !search.through(node, edge)) continue;
      const target = at(graph.targets, edge);
      if (target === start) return unwind(search, start, node, at(graph.labels, edge));
      if (at(seenFrom, target) === start + 1 || at(components.of, target) !== at(components.of, start)) continue;
      seenFrom[target] = start + 1;
      depth[target] = at(depth, node) + 1;
      search.previous[target] = node;
      search.label[target] = at(graph.labels, edge);
      queue[tail++] = target;
    }
  }
  return undefined;
}

function unwind({ previous, label }: Search, start: number, last: number, closing: number): Cycle {
  const nodes: number[] = [];
  const labels: number[] = [closing];
  for (let node = last; node !== start; node = at(previous, node)) {
    nodes.push(node);
    labels.push(at(label, node));
  }
  nodes.push(start);
  return { nodes: nodes.reverse(), labels: labels.reverse() };
}
