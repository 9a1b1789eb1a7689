/**
 * Counts the simple paths within a part of a graph: exactly for small parts, by the sets of nodes on a path; one by one
 * for large ones, while a budget lasts.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { itemAt, required } from '../../model/common/lookup.ts';

/** Paths from the start that end at a node; `length` is the total number of their edges. */
export interface PathEnds {
  readonly node: number;
  readonly count: number;
  readonly length: number;
}

/** Up to this many nodes, all sets of nodes are enumerated; the numbers stay exact in 53 bits. */
const mostNodes = 14;

/**
 * Returns the simple paths from a node that stay within `nodes`, by their ends, including the empty path. If the budget
 * runs out, the numbers are lower bounds.
 */
export function countSimplePaths(
  graph: Digraph,
  nodes: Int32Array,
  start: number,
  budget: { left: number },
): { readonly ends: PathEnds[]; readonly isExact: boolean } {
  const isLarge = nodes.length > mostNodes;
  if (isLarge && budget.left <= 0) return { ends: [{ node: start, count: 1, length: 0 }], isExact: false };
  const position = new Map([...nodes].map((node, index) => [node, index] as const));
  const next = [...nodes].map((node) =>
    [...graph.targets.subarray(graph.offsets[node], graph.offsets[node + 1])].flatMap((target) => {
      const index = position.get(target);
      return index === undefined || target === node ? [] : [index];
    }),
  );
  const from = required(position.get(start));
  const count = new Float64Array(nodes.length);
  const length = new Float64Array(nodes.length);
  if (isLarge) countOneByOne(next, from, { count, length }, budget);
  else countBySets(next, from, { count, length });
  const ends = [...nodes].map((node, index) => ({ node, count: itemAt(count, index), length: itemAt(length, index) }));
  return { ends, isExact: !isLarge || budget.left > 0 };
}

interface Totals {
  readonly count: Float64Array;
  readonly length: Float64Array;
}

/**
 * Counts paths by sets: `ways[set * n + end]` is the number of paths over exactly that set of nodes that end at `end`.
 */
function countBySets(next: readonly (readonly number[])[], start: number, { count, length }: Totals): void {
  const size = next.length;
  const ways = new Float64Array(2 ** size * size);
  ways[(1 << start) * size + start] = 1;
  for (let set = 1 << start; set < 1 << size; set++) {
    const edges = bitCount(set) - 1;
    for (let end = 0; end < size; end++) {
      const found = itemAt(ways, set * size + end);
      if (found === 0) continue;
      count[end] = itemAt(count, end) + found;
      length[end] = itemAt(length, end) + found * edges;
      for (const target of itemAt(next, end)) {
        if ((set & (1 << target)) !== 0) continue;
        const place = (set | (1 << target)) * size + target;
        ways[place] = itemAt(ways, place) + found;
      }
    }
  }
}

/** Counts paths one by one with an explicit stack, so that long cycles need no recursion. */
function countOneByOne(
  next: readonly (readonly number[])[],
  start: number,
  { count, length }: Totals,
  budget: { left: number },
): void {
  const isOnPath = new Uint8Array(next.length);
  const path: { readonly node: number; edge: number }[] = [];
  const enter = (node: number): void => {
    isOnPath[node] = 1;
    count[node] = itemAt(count, node) + 1;
    length[node] = itemAt(length, node) + path.length;
    path.push({ node, edge: 0 });
  };
  enter(start);
  for (let top = path.at(-1); top !== undefined && budget.left > 0; top = path.at(-1)) {
    const target = next[top.node]?.[top.edge];
    top.edge += 1;
    budget.left -= 1;
    if (target === undefined) {
      isOnPath[top.node] = 0;
      path.pop();
    } else if (isOnPath[target] === 0) enter(target);
  }
}

function bitCount(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
