/**
 * Short cycles: for each strongly connected component one cycle in it, the shortest one as far as
 * a budget of work allows. The budget keeps large components from costing V times E.
 */
import type { Components } from './components.ts';
import { membersOf, stronglyConnected } from './components.ts';
import type { Digraph } from './digraph.ts';
import { at } from './digraph.ts';

/** Edge i, labelled `labels[i]`, goes from `nodes[i]` to the next node; the last one back to the first. */
export interface Cycle {
  readonly nodes: readonly number[];
  readonly labels: readonly number[];
}

/** Which cycles count, and how much work they are worth. */
export interface CycleOptions {
  /** Only cycles that begin with such an edge count, given by its place in the graph's arrays. Default: all. */
  readonly through?: (source: number, edge: number) => boolean;
  /** How many edges may be looked at in all before the best cycle so far is taken. */
  readonly budget?: number;
}

/**
 * Returns a cycle of every component that has one (through such an edge), in the order of their
 * lowest nodes. It is a shortest one while the budget lasts, and begins at its lowest node where every edge counts.
 */
export function shortestCycles(graph: Digraph, options: CycleOptions = {}): Cycle[] {
  const components = stronglyConnected(graph);
  const { offsets, nodes } = membersOf(components);
  const search = startSearch(graph, components, options);
  const cycles: { readonly lowest: number; readonly cycle: Cycle }[] = [];
  for (let component = 0; component < components.count; component++) {
    const members = nodes.subarray(at(offsets, component), at(offsets, component + 1));
    const cycle = shortestIn(search, members);
    if (cycle !== undefined) cycles.push({ lowest: at(members, 0), cycle });
  }
  return cycles.sort((a, b) => a.lowest - b.lowest).map(({ cycle }) => cycle);
}

interface Search {
  readonly graph: Digraph;
  readonly components: Components;
  readonly through: (source: number, edge: number) => boolean;
  /** How many edges may still be looked at. */
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

/** Tries one member after the other; once the budget is spent, the first cycle found is good enough. */
function shortestIn(search: Search, members: Int32Array): Cycle | undefined {
  let best: Cycle | undefined;
  for (const start of members) {
    best = cycleFrom(search, start, best?.nodes.length ?? Number.POSITIVE_INFINITY) ?? best;
    if (best !== undefined && (best.nodes.length === 1 || search.budget < 0)) return best;
  }
  return best;
}

/** Looks for a cycle from a node back to it that is shorter than `bound`, breadth first within its component. */
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
