/**
 * A graph with chosen nodes (*members*), prepared for finding the nodes between them: its nodes are *ranks*, that is
 * components in a topological order by layer; each edge occurs once and leads to a higher rank.
 */
import { createEdgeList, type Digraph, reversed } from './digraph.ts';
import { at } from '../model/common/lookup.ts';
import { membersAfter, type OrderedMembers } from './member-layers.ts';

/** The ranks of a graph. All arrays but `rankOf` are indexed by rank. */
export interface RankedMembers {
  /** The rank of each node of the original graph. */
  readonly rankOf: Int32Array;
  /** The member in the component of that rank; -1 for a rank that only transmits. */
  readonly memberAt: Int32Array;
  /** Ascending. Only a path that crosses at least two layers can have a member in between. */
  readonly layer: Int32Array;
  /** The edges of rank r lead to `targets` at `[offsets[r], ends[r])`, ascending. */
  readonly offsets: Int32Array;
  readonly ends: Int32Array;
  readonly targets: Int32Array;
}

/** Returns the ranks of a graph whose components have at most one member each. Cost: O(V + E). */
export function rankMembers(ordered: OrderedMembers): RankedMembers {
  const { graph, components, members } = ordered;
  const { rankOf, layer } = ranks(ordered);
  const edges = createEdgeList(graph.targets.length);
  const memberAt = new Int32Array(components.count).fill(-1);
  for (let node = 0; node < graph.nodeCount; node++) {
    const rank = at(rankOf, node);
    if (members[node] === 1) memberAt[rank] = node;
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const target = at(rankOf, at(graph.targets, edge));
      if (target !== rank) edges.add(rank, target, -1);
    }
  }
  // The first reversal sorts the edges of each node by their other ends; the second restores their direction and sorts
  // them likewise.
  return { rankOf, layer, memberAt, ...withoutRepeats(reversed(reversed(edges.toDigraph(components.count)))) };
}

/**
 * Ranks components by the number of members after them, most first, then topologically; an edge leads to a higher rank.
 * A rank is therefore close to the first one that follows from it, and only ranks with few successors are far from
 * others.
 */
function ranks(ordered: OrderedMembers): Pick<RankedMembers, 'rankOf' | 'layer'> {
  const { components } = ordered;
  const after = membersAfter(ordered);
  const most = after.reduce((greatest, each) => Math.max(greatest, each), 0);
  const layerOf = new Int32Array(components.count);
  for (let node = 0; node < after.length; node++) layerOf[at(components.of, node)] = most - at(after, node);
  const start = new Int32Array(most + 2);
  for (const each of layerOf) start[each + 1] = at(start, each + 1) + 1;
  for (let each = 0; each <= most; each++) start[each + 1] = at(start, each + 1) + at(start, each);
  const rank = new Int32Array(components.count);
  const layer = new Int32Array(components.count);
  // An edge leads to a component with a lower index.
  for (let component = components.count - 1; component >= 0; component--) {
    const each = at(layerOf, component);
    const place = at(start, each);
    start[each] = place + 1;
    rank[component] = place;
    layer[place] = each;
  }
  return { rankOf: components.of.map((component) => at(rank, component)), layer };
}

function withoutRepeats({ nodeCount, offsets, targets }: Digraph): Pick<RankedMembers, 'offsets' | 'ends' | 'targets'> {
  const ends = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    let end = at(offsets, node);
    let last = -1;
    for (let edge = end; edge < at(offsets, node + 1); edge++) {
      const target = at(targets, edge);
      if (target !== last) targets[end++] = target;
      last = target;
    }
    ends[node] = end;
  }
  return { offsets: offsets.subarray(0, nodeCount), ends, targets };
}
