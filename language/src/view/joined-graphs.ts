/**
 * The graphs of two versions of a model as one: everything that the later version has, and what only the earlier one
 * has. Nodes are matched by name, lines by their ends, kind and number.
 */
import type { GraphEdge } from './graph-edge.ts';
import type { GraphNode, GraphView } from './graph.ts';

/** Returns the joined graph. Cost: `O(V + E)`. */
export function joinedGraphs(base: GraphView, head: GraphView): GraphView {
  const [oldNodes, oldEdges] = [byId(base.nodes), byId(base.edges)];
  const [nodes, edges] = [byId(head.nodes), byId(head.edges)];
  const gone = base.edges.filter(({ id }) => !edges.has(id));
  return {
    ...head,
    nodes: [
      ...head.nodes.map((node) => since(node, oldNodes.get(node.id))),
      ...base.nodes.filter(({ id }) => !nodes.has(id)).map(withoutProblems),
    ],
    edges: [
      ...head.edges.map((edge) => changedSince(edge, oldEdges.get(edge.id))),
      ...gone.map((edge): GraphEdge => ({ ...withoutProblems(edge), ...needBefore(edge), change: 'removed' })),
    ],
    entityCount: new Set([...nodes.keys(), ...oldNodes.keys()]).size,
  };
}

const byId = <T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((each) => [each.id, each]));

const since = (node: GraphNode, before: GraphNode | undefined): GraphNode =>
  before === undefined ? node : { ...node, before: before.span };

function changedSince(edge: GraphEdge, before: GraphEdge | undefined): GraphEdge {
  if (before === undefined) return { ...edge, change: 'added' };
  const isSame = likeness(edge) === likeness(before);
  return { ...edge, before: before.span, ...(!isSame && { change: 'changed' as const }) };
}

const likeness = ({ as, notify, count, reply, quorum }: GraphEdge): string =>
  JSON.stringify([as, notify, count, reply, quorum?.least, quorum?.of]);

/** Findings are those of the later version. */
const withoutProblems = <T extends GraphNode | GraphEdge>(part: T): T => {
  const { problems, ...rest } = part;
  return problems === undefined ? part : (rest as T);
};

/** A need with a number is another one than that of the later version with the same key. */
const needBefore = ({ quorum }: GraphEdge): Pick<GraphEdge, 'quorum'> =>
  quorum === undefined ? {} : { quorum: { ...quorum, key: `before ${quorum.key}` } };
