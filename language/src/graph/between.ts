/**
 * Reduces a graph to the part between chosen nodes, the *members*: how they reach each other, directly or over other
 * nodes. Edges that only lead away from them are dropped, so that later queries cost no more than they must.
 */
import { createEdgeList, type Digraph, reversed } from './digraph.ts';
import { at } from '../model/common/lookup.ts';

/** The choice of nodes, each array indexed by node. */
export interface ChosenNodes {
  /** 1 for a member. */
  readonly members: Uint8Array;
  /** 1 for a node that a path between members may pass through. */
  readonly passable: Uint8Array;
}

/**
 * Returns the graph of all edges on paths from member to member over passable nodes, without self-loops, with labels
 * and edge order kept. Cost: O(V + E).
 */
export function graphBetween(graph: Digraph, { members, passable }: ChosenNodes): Digraph {
  const isFrom = spread(graph, members, passable);
  const isTo = spread(reversed(graph), members, passable);
  const isKept = (node: number): boolean => members[node] === 1 || (isFrom[node] === 1 && isTo[node] === 1);
  const edges = createEdgeList(graph.targets.length);
  for (let node = 0; node < graph.nodeCount; node++) {
    if (!isKept(node)) continue;
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const target = at(graph.targets, edge);
      if (target !== node && isKept(target)) edges.add(node, target, at(graph.labels, edge));
    }
  }
  return edges.toDigraph(graph.nodeCount);
}

/** Marks the passable nodes that some member reaches over passable nodes. */
function spread(graph: Digraph, members: Uint8Array, passable: Uint8Array): Uint8Array {
  const marks = new Uint8Array(graph.nodeCount);
  const stack = new Int32Array(graph.nodeCount);
  for (let member = 0; member < graph.nodeCount; member++) {
    if (members[member] !== 1) continue;
    let height = 0;
    stack[height++] = member;
    while (height > 0) {
      const node = at(stack, --height);
      for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
        const target = at(graph.targets, edge);
        if (members[target] === 1 || passable[target] !== 1 || marks[target] === 1) continue;
        marks[target] = 1;
        stack[height++] = target;
      }
    }
  }
  return marks;
}
