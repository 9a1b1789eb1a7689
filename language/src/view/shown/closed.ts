/**
 * Closes containers of a graph: their contents are not drawn, the relations of the contents become those of the
 * container, and similar ones are bundled into one edge with a count.
 */
import type { GraphEdge } from '../graph-edge.ts';
import type { GraphNode, GraphView } from '../graph.ts';
import type { Problem } from '../problems.ts';
import { isRelation } from '../../model/drawn-kinds.ts';
import { edgeLabel, reasonsOf } from '../edge-words.ts';
import { append } from '../../model/common/append.ts';
import { required } from '../../model/common/lookup.ts';

/** Returns the graph with these containers closed. Cost: `O(V + E)` and the depth of nesting. */
export function withClosed(graph: GraphView, closed: ReadonlySet<string>): GraphView {
  const isClosed = (node: GraphNode): boolean => closed.has(node.id);
  if (closed.size === 0 || !graph.nodes.some(isClosed)) return graph;
  const representatives = new Map<string, string>();
  const inside = new Map<string, GraphNode[]>();
  const kept: GraphNode[] = [];
  // A container comes before its content, so its replacement is known by then.
  for (const node of graph.nodes) {
    const around = node.parent === undefined ? undefined : representatives.get(node.parent);
    const representative = around ?? (isClosed(node) ? node.id : undefined);
    if (representative !== undefined) representatives.set(node.id, representative);
    if (around === undefined) kept.push(node);
    else append(inside, around, node);
  }
  return {
    nodes: kept.map((node) => withInside(node, inside.get(node.id))),
    edges: lifted(graph.edges, { representative: (id) => representatives.get(id) ?? id, keepsLoops: false }),
    entityCount: graph.entityCount,
    ...(graph.views !== undefined && { views: graph.views }),
  };
}

/** Gives a closed container the findings of its contents, so that none is out of sight. */
function withInside(node: GraphNode, inside: readonly GraphNode[] | undefined): GraphNode {
  if (inside === undefined) return node;
  const problems = distinct([node, ...inside].flatMap((one) => one.problems ?? []));
  return {
    ...node,
    inside: inside.flatMap(({ id, stack }) => stack ?? [id]),
    ...(problems.length > 0 && { problems }),
  };
}

/** The replacement of nodes at the ends of edges. */
interface Lifting {
  /** Returns the node that is drawn for a node; the node itself if it stays. */
  readonly representative: (id: string) => string;
  /** True if an edge stays when its ends become one node. */
  readonly keepsLoops: boolean;
}

/** Returns edges between the drawn nodes; similar ones are bundled into one with a count. */
export function lifted(edges: readonly GraphEdge[], { representative, keepsLoops }: Lifting): readonly GraphEdge[] {
  const groups = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const [source, target] = [representative(edge.source), representative(edge.target)];
    const isLifted = source !== edge.source || target !== edge.target;
    if (isLifted && source === target && !keepsLoops) continue;
    const key = JSON.stringify(isLifted ? [source, edge.kind, target, ...likeness(edge)] : [edge.id]);
    append(groups, key, isLifted ? liftedEdge(edge, { source, target }) : edge);
  }
  return [...groups.values()].flatMap((bundle) => {
    const [first] = bundle;
    return first === undefined ? [] : [bundle.length === 1 ? first : bundleOf(bundle, first)];
  });
}

type Ends = Pick<GraphEdge, 'source' | 'target'>;

/** Returns a line with other ends. */
const liftedEdge = (edge: GraphEdge, ends: Ends): GraphEdge =>
  likeBefore(lifts, [edge], ends, () => ({
    ...{ ...edge, ...ends },
    ...{ because: reasonsOf(edge), members: edge.members ?? [edge] },
  }));

/** Returns one line for several between these ends; it has the id and the kind of the first. */
export const bundleOf = (bundle: readonly GraphEdge[], { source, target }: Ends): GraphEdge =>
  likeBefore(bundles, bundle, { source, target }, () => newBundle(bundle, { source, target }));

interface Made extends Ends {
  readonly of: readonly GraphEdge[];
  readonly edge: GraphEdge;
}

const [lifts, bundles] = [new WeakMap<GraphEdge, Made>(), new WeakMap<GraphEdge, Made>()];

/** Returns the line that was made of the same lines before, so that after an edit most lines are still the same. */
function likeBefore(
  known: WeakMap<GraphEdge, Made>,
  of: readonly GraphEdge[],
  { source, target }: Ends,
  make: () => GraphEdge,
): GraphEdge {
  const first = required(of[0]);
  const last = known.get(first);
  const isSame =
    last?.source === source &&
    last.target === target &&
    last.of.length === of.length &&
    last.of.every((edge, at) => edge === of[at]);
  if (isSame) return last.edge;
  const edge = make();
  known.set(first, { of, source, target, edge });
  return edge;
}

function newBundle(bundle: readonly GraphEdge[], { source, target }: Ends): GraphEdge {
  const first = required(bundle[0]);
  const own = bundle.filter(({ kind }) => kind === first.kind);
  const rest = bundle.filter(({ kind }) => kind !== first.kind);
  const count = own.reduce((sum, edge) => sum + (edge.count ?? 1), 0);
  const problems = distinct(bundle.flatMap((edge) => edge.problems ?? []));
  const [as, notify] = [isRelation(first.kind) ? common(own, 'as') : joinedNames(own), common(own, 'notify')];
  const { id, kind, span, reply, quorum, gateOf } = first;
  const change = bundle.every((edge) => edge.change === first.change) ? first.change : 'changed';
  return {
    ...{ id, kind, source, target, span },
    members: bundle.flatMap((edge) => edge.members ?? [edge]),
    because: bundle.flatMap(reasonsOf).slice(0, mostReasons),
    ...(as !== undefined && { as }),
    ...(notify !== undefined && { notify }),
    ...(reply !== undefined && { reply }),
    ...(quorum !== undefined && { quorum }),
    ...(gateOf !== undefined && { gateOf }),
    ...(change !== undefined && { change }),
    ...(count > 1 && { count }),
    ...(rest.length > 0 && { besides: rest.map(edgeLabel) }),
    ...(problems.length > 0 && { problems }),
  };
}

/** Returns the word that all relations share; undefined if they differ. */
const common = (edges: readonly GraphEdge[], word: 'as' | 'notify'): string | undefined =>
  edges.every((edge) => edge[word] === edges[0]?.[word]) ? edges[0]?.[word] : undefined;

/** The most reasons that a line keeps; the first ones in the text. */
const mostReasons = 20;

/** Returns what similar relations have in common; of messages and settings, only the kind counts. */
const likeness = ({ kind, as, notify, quorum }: GraphEdge): readonly unknown[] =>
  isRelation(kind) ? [as, notify, quorum?.key] : [];

const joinedNames = (bundle: readonly GraphEdge[]): string =>
  [...new Set(bundle.flatMap(({ as }) => as?.split(', ') ?? []))].join(', ');

function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.code} ${problem.message}`, problem])).values()];
}
