/**
 * Prepares a shown part for drawing: a region becomes a hull around its members, a need with a number goes through a
 * gate, messages in both directions share one line, and a setting that names whom a machine sends to is part of it.
 */
import { append } from '../../model/common/append.ts';
import { endsKey } from '../ends-key.ts';
import type { GraphEdge } from '../graph-edge.ts';
import type { GraphNode, GraphView } from '../graph.ts';
import { quorumWords, reasonsOf } from '../edge-words.ts';

/** Returns the graph as it is drawn. Its entities are the same. Cost: `O(V + E)` and pairs of regions. */
export const drawable = (graph: GraphView): GraphView => withGates(withHulls(withReplies(withoutRepeats(graph))));

/** Joins settings to the messages between the same two. */
function withoutRepeats(graph: GraphView): GraphView {
  const keyOf = ({ source, target }: GraphEdge): string => endsKey(source, target);
  if (!graph.edges.some(({ kind }) => kind === 'names')) return graph;
  const sent = new Set(graph.edges.filter(({ kind }) => kind === 'sends').map(keyOf));
  const isJoined = (edge: GraphEdge): boolean => edge.kind === 'names' && sent.has(keyOf(edge));
  const joined = new Map<string, GraphEdge>();
  for (const edge of graph.edges) if (isJoined(edge)) joined.set(keyOf(edge), edge);
  if (joined.size === 0) return graph;
  return {
    ...graph,
    edges: graph.edges
      .filter((edge) => !isJoined(edge))
      .map((edge) => {
        const setting = edge.kind === 'sends' ? joined.get(keyOf(edge)) : undefined;
        return setting === undefined ? edge : { ...edge, because: [...reasonsOf(edge), ...reasonsOf(setting)] };
      }),
  };
}

/** Joins the messages between two to one line, in the direction of the first. */
function withReplies(graph: GraphView): GraphView {
  if (!graph.edges.some(({ kind }) => kind === 'sends')) return graph;
  const known = new Map<string, GraphEdge>();
  const edges: GraphEdge[] = [];
  const replies = new Map<GraphEdge, GraphEdge>();
  for (const edge of graph.edges) {
    const first = edge.kind === 'sends' ? known.get(endsKey(edge.target, edge.source)) : undefined;
    if (first !== undefined && !replies.has(first)) replies.set(first, edge);
    else {
      edges.push(edge);
      if (edge.kind === 'sends') known.set(endsKey(edge.source, edge.target), edge);
    }
  }
  if (replies.size === 0) return graph;
  return {
    ...graph,
    edges: edges.map((edge) => {
      const reply = replies.get(edge);
      if (reply === undefined) return edge;
      return { ...edge, reply: reply.as ?? '', because: [...reasonsOf(edge), ...reasonsOf(reply)] };
    }),
  };
}

/** Draws regions around their members, where these are side by side and in one region or in regions in each other. */
function withHulls(graph: GraphView): GraphView {
  const containing = graph.edges.filter(({ kind }) => kind === 'contains');
  if (containing.length === 0) return graph;
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const members = new Map<string, Set<string>>();
  for (const { source, target } of containing)
    if (nodes.has(source) && nodes.has(target)) members.set(source, (members.get(source) ?? new Set()).add(target));
  // A container has a frame of its own already.
  const containers = new Set(graph.nodes.flatMap(({ parent }) => parent ?? []));
  const isBeside = (region: string): boolean =>
    !containers.has(region) &&
    nodes.get(region)?.stack === undefined &&
    [...(members.get(region) ?? [])].every((id) => nodes.get(id)?.parent === nodes.get(region)?.parent);
  const hulls: (readonly [region: string, members: ReadonlySet<string>])[] = [];
  const inOrder = [...members]
    .filter(([region]) => isBeside(region))
    .sort(([, one], [, other]) => other.size - one.size);
  for (const [region, own] of inOrder) {
    const fits = hulls.every(([, others]) => isWithin(own, others) || isApart(own, others));
    if (fits) hulls.push([region, own]);
  }
  if (hulls.length === 0) return graph;
  // The smallest come last, so that each member and hull gets the closest one.
  const parents = new Map<string, string>();
  hulls.forEach(([region, own], at) => {
    const around = hulls.slice(0, at).findLast(([, others]) => isWithin(own, others));
    if (around !== undefined) parents.set(region, around[0]);
    for (const id of own) parents.set(id, region);
  });
  const isDrawn = new Map(hulls);
  return {
    ...graph,
    nodes: containersFirst(
      graph.nodes.map((node) => {
        const parent = parents.get(node.id);
        const hull = isDrawn.has(node.id) ? { isHull: true as const } : {};
        return { ...node, ...(parent !== undefined && { parent }), ...hull };
      }),
    ),
    edges: graph.edges.filter(
      ({ kind, source, target }) => kind !== 'contains' || isDrawn.get(source)?.has(target) !== true,
    ),
  };
}

const isWithin = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].every((id) => others.has(id));
const isApart = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  ![...some].some((id) => others.has(id));

/** Moves every container before its contents; otherwise the order stays. */
function containersFirst(nodes: readonly GraphNode[]): readonly GraphNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const placed = new Set<GraphNode>();
  const place = (node: GraphNode): void => {
    if (placed.has(node)) return;
    const parent = node.parent === undefined ? undefined : byId.get(node.parent);
    if (parent !== undefined) place(parent);
    placed.add(node);
  };
  for (const node of nodes) place(node);
  return [...placed];
}

/** Leads the lines of a need with a number through one gate, if at least two of them are drawn. */
export function withGates(graph: GraphView): GraphView {
  const needs = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges)
    if (edge.quorum !== undefined) append(needs, JSON.stringify([edge.source, edge.quorum.key]), edge);
  const gates = new Map<string, readonly [gate: GraphNode, edge: GraphEdge]>();
  for (const edges of needs.values()) {
    const [first] = edges;
    const source = graph.nodes.find(({ id }) => id === first?.source);
    if (first?.quorum === undefined || source === undefined || edges.length < 2) continue;
    const gate = gateOf(source, first, edges);
    for (const { id } of edges) gates.set(id, gate);
  }
  if (gates.size === 0) return graph;
  const all = new Map([...gates.values()].map(([gate, edge]) => [gate.id, { gate, edge }]));
  return {
    ...graph,
    nodes: containersFirst([...graph.nodes, ...[...all.values()].map(({ gate }) => gate)]),
    edges: [
      ...[...all.values()].map(({ edge }) => edge),
      ...graph.edges.map((edge) => {
        const [gate] = gates.get(edge.id) ?? [];
        if (gate === undefined) return edge;
        return { ...edge, source: gate.id, gateOf: edge.source };
      }),
    ],
  };
}

function gateOf(
  { id, parent }: GraphNode,
  first: GraphEdge,
  edges: readonly GraphEdge[],
): readonly [GraphNode, GraphEdge] {
  const { kind, quorum, as, span } = first;
  const number = quorum === undefined ? '' : quorumWords(quorum);
  const change = edges.every((edge) => edge.change === first.change) ? first.change : 'changed';
  const gate = `${id} ${kind} ${number} #${quorum?.key ?? ''}`;
  return [
    {
      ...{ id: gate, label: number, kind: 'gate', root: false, absent: false, span },
      ...(parent !== undefined && { parent }),
    },
    {
      ...{ id: `${id}|${kind}|${gate}`, kind, source: id, target: gate, gate: number, span },
      ...(as !== undefined && { as }),
      ...(change !== undefined && { change }),
      because: edges.flatMap(reasonsOf),
    },
  ];
}
