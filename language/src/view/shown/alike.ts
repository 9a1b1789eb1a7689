/**
 * Stacks similar boxes of a graph: siblings that differ only in name and contents become one stack with a count, and
 * their relations become those of the stack. For models that are too large to be drawn otherwise.
 */
import type { GraphNode, GraphView } from '../graph.ts';
import { lifted } from './closed.ts';
import { append } from '../../model/append.ts';

/** The most similar boxes that are drawn one by one. */
const drawnSingly = 3;

/**
 * Returns the graph with stacks; containers whose contents are drawn, and `single`, stay as they are. Cost: `O(V + E)`.
 */
export function withLikeStacked(graph: GraphView, single: ReadonlySet<string> = new Set()): GraphView {
  const containers = new Set(graph.nodes.flatMap(({ parent }) => parent ?? []));
  const groups = new Map<string, GraphNode[]>();
  for (const node of graph.nodes) {
    const key = containers.has(node.id) || single.has(node.id) ? node.id : likenessOf(node);
    append(groups, key, node);
  }
  const stacks = new Map<string, GraphNode>();
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.length <= drawnSingly) continue;
    const stack = stackOf(first, group);
    for (const { id } of group) stacks.set(id, stack);
  }
  return {
    nodes: [...new Set(graph.nodes.map((node) => stacks.get(node.id) ?? node))],
    edges: lifted(graph.edges, { representative: (id) => stacks.get(id)?.id ?? id, keepsLoops: true }),
    entityCount: graph.entityCount,
  };
}

const likenessOf = ({ kind, type, parent, root, absent, machine, data, inside }: GraphNode): string =>
  JSON.stringify(['like', kind, type, parent, root, absent, machine, data, inside !== undefined]);

function stackOf(first: GraphNode, group: readonly GraphNode[]): GraphNode {
  const { id, kind, type, parent, root, absent, machine, data, span } = first;
  const problems = new Map(
    group.flatMap((node) => node.problems ?? []).map((problem) => [`${problem.code} ${problem.message}`, problem]),
  );
  const count = group.reduce((sum, { stack }) => sum + (stack?.length ?? 1), 0);
  return {
    ...{ id: first.stack === undefined ? `${id} …` : id, kind, root, absent, span },
    label: `${type ?? kind} × ${count.toString()}`,
    ...(type !== undefined && { type }),
    ...(parent !== undefined && { parent }),
    ...(machine !== undefined && { machine }),
    ...(data !== undefined && { data }),
    stack: group.flatMap((node) => node.stack ?? [node.id, ...(node.inside ?? [])]),
    ...(problems.size > 0 && { problems: [...problems.values()] }),
  };
}
