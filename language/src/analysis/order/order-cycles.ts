/**
 * Finds cycles of orders of more than one kind: for an edge that a teardown drops, the shortest way back over
 * edges that hold, unless the whole cycle is of one kind, which another check reports.
 */
import type { Components } from '../../graph/components.ts';
import type { Digraph } from '../../graph/digraph.ts';
import { at, byteAt, required } from '../../model/common/lookup.ts';
import { type InnerEdges, subgraph } from '../../graph/feedback/inner-edges.ts';
import type { RelationKind } from '../../model/relation.ts';
import type { OrderEdges } from '../teardown/order-edges.ts';

/** The edges of one component on nodes of its own, labelled with their indices in `OrderEdges`. */
export interface OrderComponent {
  readonly inner: InnerEdges;
  /** Returns the number of relations that its edges follow from. */
  readonly relationCount: () => number;
  /** Returns the number of a node of `OrderEdges` in this component. */
  readonly numberOf: (node: number) => number;
}

/** The search for cycles in the components of one model. */
export interface CycleSearch {
  readonly componentOf: (edge: number) => OrderComponent;
  /**
   * Returns the edges of a cycle that begins with a dropped edge and has edges of different kinds; undefined if all
   * cycles are of one kind, `not searched` once the budget is spent.
   */
  readonly cycleOf: (edge: number) => readonly number[] | 'not searched' | undefined;
}

/** The prepared data of one component. */
interface Known extends OrderComponent {
  /** The edges that hold. */
  readonly kept: Digraph;
  /** The kinds that all its edges have in common. */
  readonly common: number;
  readonly room: PathRoom;
}

/** Arrays for one search after another, by state. */
interface PathRoom {
  readonly cameFrom: Int32Array;
  readonly cameBy: Int32Array;
  readonly queue: Int32Array;
}

/** The kinds of cycles with a check of their own, as bits; a relation that can be on none of them has no bit. */
const ofOwnership = 1;
const ofMaps = 2;
const ofAfter = 4;
const ofRequests = 8;
const bits: Readonly<Partial<Record<RelationKind, number>>> = {
  owns: ofOwnership,
  maps: ofMaps,
  'destroyed after': ofAfter,
  requests: ofRequests,
  manages: ofRequests,
};

/**
 * Prepares the search in the components that contain the dropped edges. Cost: O(V + E), and for each search that of
 * its component.
 */
export function cycleSearch(
  edges: OrderEdges,
  components: Components,
  dropped: Int32Array,
  budget: number,
): CycleSearch {
  const isDropped = new Uint8Array(edges.first.length);
  for (const edge of dropped) isDropped[edge] = 1;
  const known = new Map<number, Known>();
  const scratch: Scratch = {
    numbers: new Int32Array(edges.nodeCount).fill(-1),
    kinds: new Uint8Array(edges.first.length),
  };
  let lists: ReadonlyMap<number, readonly number[]> | undefined;
  let work = budget;

  const componentOf = (edge: number): Known => {
    const component = at(components.of, at(edges.first, edge));
    lists ??= edgesByComponent(edges, components, dropped);
    const found = known.get(component) ?? describe(edges, required(lists.get(component)), isDropped, scratch);
    known.set(component, found);
    return found;
  };

  return {
    componentOf,
    cycleOf: (edge) => {
      const component = componentOf(edge);
      const own = byteAt(scratch.kinds, edge);
      if ((own & component.common) !== 0) return undefined;
      if (work < 0) return 'not searched';
      work -= component.inner.labels.length;
      const [from, to] = [component.numberOf(at(edges.then, edge)), component.numberOf(at(edges.first, edge))];
      const way = mixedPath(component, { from, to, kinds: scratch.kinds, own });
      return way === undefined ? undefined : [edge, ...way];
    },
  };
}

/** Returns the inner edges of each component that a dropped edge belongs to, in declaration order. */
function edgesByComponent(
  { first, then }: OrderEdges,
  { of }: Components,
  dropped: Int32Array,
): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, number[]>(Array.from(dropped, (edge) => [at(of, at(first, edge)), []]));
  for (let edge = 0; edge < first.length; edge++) {
    const component = at(of, at(first, edge));
    // An entity destroyed before itself holds nothing up.
    if (component !== at(of, at(then, edge)) || at(first, edge) === at(then, edge)) continue;
    lists.get(component)?.push(edge);
  }
  return lists;
}

/** What is known of nodes and edges of all described components, which have none in common. */
interface Scratch {
  /** The number of each node in its component; -1 in none. */
  readonly numbers: Int32Array;
  /** The kinds of cycles that each edge can be on. */
  readonly kinds: Uint8Array;
}

function describe(
  edges: OrderEdges,
  list: readonly number[],
  isDropped: Uint8Array,
  { numbers, kinds }: Scratch,
): Known {
  let nodeCount = 0;
  const number = (node: number): number => {
    if (at(numbers, node) < 0) numbers[node] = nodeCount++;
    return at(numbers, node);
  };
  const labels = Int32Array.from(list);
  const sources = labels.map((edge) => number(at(edges.first, edge)));
  const targets = labels.map((edge) => number(at(edges.then, edge)));
  const inner = { nodeCount, sources, targets, labels };
  let common = -1;
  for (const edge of list) common &= kinds[edge] = kindBits(edges, edge);
  const states = (): Int32Array => new Int32Array(2 * nodeCount);
  return {
    inner,
    relationCount: () => new Set(list.map((edge) => at(edges.relation, edge))).size,
    numberOf: (node) => at(numbers, node),
    kept: subgraph(inner, (edge) => isDropped[edge] !== 1),
    common,
    room: { cameFrom: states(), cameBy: states(), queue: states() },
  };
}

function kindBits({ index, relation, side }: OrderEdges, edge: number): number {
  const kind = index.model.relations[at(relation, edge)]?.kind;
  // Nesting is on no cycle of one kind; edges implied by a service belong to its requests.
  if (kind === undefined) return side[edge] === 0 ? ofRequests : 0;
  return bits[kind] ?? 0;
}

/**
 * Returns a path with the fewest edges, at least one of which is not of the own kinds. The graph has no cycles over
 * different entities, so no node occurs twice. States: node, and node + V once an edge was not.
 */
function mixedPath(
  { kept: graph, room: { cameFrom, cameBy, queue } }: Known,
  { from, to, kinds, own }: { from: number; to: number; kinds: Uint8Array; own: number },
): number[] | undefined {
  const count = graph.nodeCount;
  cameFrom.fill(-1);
  let tail = 0;
  queue[tail++] = from;
  cameFrom[from] = from;
  for (let head = 0; head < tail && at(cameFrom, to + count) < 0; head++) {
    const state = at(queue, head);
    const isMixed = state >= count;
    const node = isMixed ? state - count : state;
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const label = at(graph.labels, edge);
      const next = at(graph.targets, edge) + (isMixed || (byteAt(kinds, label) & own) === 0 ? count : 0);
      if (at(cameFrom, next) >= 0) continue;
      cameFrom[next] = state;
      cameBy[next] = label;
      queue[tail++] = next;
    }
  }
  if (at(cameFrom, to + count) < 0) return undefined;
  const labels: number[] = [];
  for (let state = to + count; state !== from; state = at(cameFrom, state)) labels.push(at(cameBy, state));
  return labels.reverse();
}
