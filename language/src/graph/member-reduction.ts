/**
 * The smallest set of pairs from which the whole partial order of chosen nodes follows: the
 * transitive reduction, seen through the nodes that only transmit order.
 */
import { createNumberHeap } from './number-heap.ts';
import type { NumberHeap } from './number-heap.ts';
import type { Digraph } from './digraph.ts';
import { at, createEdgeList } from './digraph.ts';
import type { OrderedMembers } from './member-layers.ts';
import { membersBefore } from './member-layers.ts';

/**
 * Returns the pairs `[first, then]` of members with no third member in between, by `first`, then by
 * `then`. Cost: for each member a walk, layer by layer, over what lies between it and the last of its
 * direct successors; a member with a single successor needs none, so chains and trees are linear, and
 * nearly every model is, whose paths are short. The worst case is O(members × E), and the answer itself
 * can be quadratic: n members before one transmitting node before n others are n² pairs.
 */
export function reducedPairs(ordered: OrderedMembers): (readonly [number, number])[] {
  const walk = startWalk(ordered);
  const pairs: (readonly [number, number])[] = [];
  for (let member = 0; member < ordered.members.length; member++) {
    if (ordered.members[member] !== 1) continue;
    const successors = directSuccessors(walk, at(walk.rankOf, member));
    for (const next of successors.sort((a, b) => a - b)) pairs.push([member, next]);
  }
  return pairs;
}

/** Nodes of this graph are ranks: components in a topological order that goes layer by layer. */
interface Walk {
  readonly graph: Digraph;
  /** The rank of each node of the graph that was asked about. */
  readonly rankOf: Int32Array;
  /** The member in the component of that rank, or -1. */
  readonly memberAt: Int32Array;
  /** The last round in which a rank was found, and in which it was found behind another member. */
  readonly seen: Int32Array;
  readonly covered: Int32Array;
  readonly pending: NumberHeap;
  round: number;
  /** How many ranks that are pending, transmit only and are not covered. */
  openCount: number;
  /** The last rank of a member that is or was pending without being covered. */
  lastOpen: number;
  /** How many ranks are pending and not covered. */
  uncoveredCount: number;
}

function startWalk(ordered: OrderedMembers): Walk {
  const { graph, components, members } = ordered;
  const rankOf = ranks(ordered);
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
  return {
    graph: edges.toDigraph(components.count),
    rankOf,
    memberAt,
    seen: new Int32Array(components.count),
    covered: new Int32Array(components.count),
    pending: createNumberHeap(),
    round: 0,
    openCount: 0,
    lastOpen: -1,
    uncoveredCount: 0,
  };
}

/** Numbers components by the members before them, then topologically; an edge goes to a higher rank. */
function ranks(ordered: OrderedMembers): Int32Array {
  const { components } = ordered;
  const before = membersBefore(ordered);
  const layer = new Int32Array(components.count);
  for (let node = 0; node < before.length; node++) layer[at(components.of, node)] = at(before, node);
  const start = new Int32Array(components.count + 1);
  for (const each of layer) start[each + 1] = at(start, each + 1) + 1;
  for (let each = 0; each < components.count; each++) start[each + 1] = at(start, each + 1) + at(start, each);
  const rank = new Int32Array(components.count);
  // An edge goes to a component with a lower number.
  for (let component = components.count - 1; component >= 0; component--) {
    const each = at(layer, component);
    rank[component] = at(start, each);
    start[each] = at(start, each) + 1;
  }
  return components.of.map((component) => at(rank, component));
}

/** Returns the members that are reached without another member in between, on any path. */
function directSuccessors(walk: Walk, start: number): number[] {
  walk.round += 1;
  walk.pending.clear();
  walk.openCount = 0;
  walk.uncoveredCount = 0;
  walk.lastOpen = -1;
  const found: number[] = [];
  follow(walk, start, false);
  // Ranks come in a topological order, so a rank is known to be covered or not once it is taken.
  while (walk.uncoveredCount > 0) {
    const rank = walk.pending.take();
    const isCovered = at(walk.covered, rank) === walk.round;
    const member = at(walk.memberAt, rank);
    if (!isCovered) {
      walk.uncoveredCount -= 1;
      if (member >= 0) found.push(member);
      else walk.openCount -= 1;
    }
    if (isCovered || member >= 0) {
      if (walk.uncoveredCount > 0) follow(walk, rank, true);
    } else follow(walk, rank, false);
  }
  return found;
}

/** Notes what lies directly behind a rank. */
function follow(walk: Walk, rank: number, isCovering: boolean): void {
  const { graph, seen, covered, pending, round } = walk;
  for (let edge = at(graph.offsets, rank); edge < at(graph.offsets, rank + 1); edge++) {
    const target = at(graph.targets, edge);
    const isKnown = at(seen, target) === round;
    if (isKnown && (!isCovering || at(covered, target) === round)) continue;
    const isMember = at(walk.memberAt, target) >= 0;
    if (isKnown) {
      covered[target] = round;
      walk.uncoveredCount -= 1;
      if (!isMember) walk.openCount -= 1;
      continue;
    }
    // Behind the last member that is still in question, what is covered changes nothing.
    if (isCovering && walk.openCount === 0 && target > walk.lastOpen) continue;
    seen[target] = round;
    pending.add(target);
    if (isCovering) {
      covered[target] = round;
      continue;
    }
    walk.uncoveredCount += 1;
    if (!isMember) walk.openCount += 1;
    else if (target > walk.lastOpen) walk.lastOpen = target;
  }
}
