/**
 * Finds strongly connected components (nodes that can reach each other) with Tarjan's algorithm. Its stacks are arrays,
 * so a chain of a million nodes needs no recursion.
 */
import type { Adjacency } from './digraph.ts';
import { at } from '../model/common/lookup.ts';

/** `of[v]` is the index of v's component; an edge between two components leads from the higher index to the lower. */
export interface Components {
  readonly of: Int32Array;
  readonly count: number;
}

/** Nodes by component: those of component c are at `[offsets[c], offsets[c + 1])`, ascending. */
export interface Members {
  readonly offsets: Int32Array;
  readonly nodes: Int32Array;
}

/** Returns the strongly connected components of a graph. Cost: O(V + E). */
export function stronglyConnected(graph: Adjacency): Components {
  const walk = startWalk(graph);
  for (let start = 0; start < graph.nodeCount; start++) {
    if (at(walk.found, start) !== 0) continue;
    enter(walk, start);
    while (walk.pathLength > 0) {
      const node = at(walk.path, walk.pathLength - 1);
      const fresh = advance(walk, node);
      if (fresh >= 0) enter(walk, fresh);
      else retreat(walk, node);
    }
  }
  return { of: walk.of, count: walk.count };
}

/** Returns the nodes of each component, ascending. Cost: O(V). */
export function membersOf({ of, count }: Components): Members {
  const offsets = new Int32Array(count + 1);
  for (const component of of) offsets[component + 1] = at(offsets, component + 1) + 1;
  for (let component = 0; component < count; component++) {
    offsets[component + 1] = at(offsets, component + 1) + at(offsets, component);
  }
  const next = offsets.slice(0, count);
  const nodes = new Int32Array(of.length);
  for (let node = 0; node < of.length; node++) {
    const component = at(of, node);
    const place = at(next, component);
    nodes[place] = node;
    next[component] = place + 1;
  }
  return { offsets, nodes };
}

/** The state of the depth-first walk, kept in arrays instead of on the call stack. */
interface Walk {
  readonly graph: Adjacency;
  /** The time at which a node was found, from 1; 0 if it has not been found. */
  readonly found: Int32Array;
  /** The earliest node still open that this one is known to reach. */
  readonly low: Int32Array;
  readonly of: Int32Array;
  /** Nodes without a component yet, in the order found. */
  readonly open: Int32Array;
  /** The nodes from the start to the current one, and the next edge of each. */
  readonly path: Int32Array;
  readonly next: Int32Array;
  openCount: number;
  pathLength: number;
  foundCount: number;
  count: number;
}

function startWalk(graph: Adjacency): Walk {
  const perNode = (): Int32Array => new Int32Array(graph.nodeCount);
  return {
    graph,
    found: perNode(),
    low: perNode(),
    of: perNode().fill(-1),
    open: perNode(),
    path: perNode(),
    next: perNode(),
    openCount: 0,
    pathLength: 0,
    foundCount: 0,
    count: 0,
  };
}

function enter(walk: Walk, node: number): void {
  walk.foundCount += 1;
  walk.found[node] = walk.foundCount;
  walk.low[node] = walk.foundCount;
  walk.next[node] = at(walk.graph.offsets, node);
  walk.open[walk.openCount++] = node;
  walk.path[walk.pathLength++] = node;
}

/**
 * Follows the edges of a node up to the first one that leads to a new node, and returns that node; -1 if there is none.
 */
function advance({ graph, found, low, of, next }: Walk, node: number): number {
  const end = at(graph.offsets, node + 1);
  let edge = at(next, node);
  let least = at(low, node);
  let fresh = -1;
  while (edge < end && fresh < 0) {
    const target = at(graph.targets, edge++);
    const number = at(found, target);
    if (number === 0) fresh = target;
    else if (at(of, target) < 0 && number < least) least = number;
  }
  next[node] = edge;
  low[node] = least;
  return fresh;
}

/** Leaves a node; if it reaches no earlier open node, all nodes found since form its component. */
function retreat(walk: Walk, node: number): void {
  walk.pathLength -= 1;
  const least = at(walk.low, node);
  if (least === at(walk.found, node)) {
    let member: number;
    do {
      member = at(walk.open, --walk.openCount);
      walk.of[member] = walk.count;
    } while (member !== node);
    walk.count += 1;
  }
  if (walk.pathLength === 0) return;
  const before = at(walk.path, walk.pathLength - 1);
  if (least < at(walk.low, before)) walk.low[before] = least;
}
