/**
 * Finds one path from a node to another: the reason why the first comes before the second.
 */
import type { Digraph } from './digraph.ts';
import { at } from '../model/common/lookup.ts';

/** The labels of the edges of a path, and the nodes they lead to. */
export interface Path {
  readonly labels: readonly number[];
  readonly nodes: readonly number[];
}

/**
 * Returns a path with the fewest edges, the first in edge order if there are several; the path from a node to itself is
 * empty. Undefined if there is no path. Cost: O(V + E).
 */
export function shortestPath(graph: Digraph, from: number, to: number): Path | undefined {
  const cameFrom = new Int32Array(graph.nodeCount).fill(-1);
  const cameBy = new Int32Array(graph.nodeCount).fill(-1);
  const queue = new Int32Array(graph.nodeCount);
  let head = 0;
  let tail = 0;
  queue[tail++] = from;
  cameFrom[from] = from;
  while (head < tail && at(cameFrom, to) < 0) {
    const node = at(queue, head++);
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const target = at(graph.targets, edge);
      if (at(cameFrom, target) >= 0) continue;
      cameFrom[target] = node;
      cameBy[target] = at(graph.labels, edge);
      queue[tail++] = target;
    }
  }
  return at(cameFrom, to) < 0 ? undefined : unwind(cameFrom, cameBy, from, to);
}

function unwind(cameFrom: Int32Array, cameBy: Int32Array, from: number, to: number): Path {
  const labels: number[] = [];
  const nodes: number[] = [];
  for (let node = to; node !== from; node = at(cameFrom, node)) {
    nodes.push(node);
    labels.push(at(cameBy, node));
  }
  return { labels: labels.reverse(), nodes: nodes.reverse() };
}
