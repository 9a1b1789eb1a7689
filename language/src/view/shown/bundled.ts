/**
 * Draws fewer lines of a graph without hiding a relation: lines that only repeat containment are left out, parallel
 * lines of one kind are one line with a count, and what a manager holds of its own space is part of `manages`.
 */
import { append } from '../../model/common/append.ts';
import type { LineKind } from '../../model/drawn-kinds.ts';
import { endsKey } from '../ends-key.ts';
import type { GraphEdge } from '../graph-edge.ts';
import type { GraphNode, GraphView } from '../graph.ts';
import { betweenGroups } from './between-groups.ts';
import { bundleOf } from './closed.ts';

/** The most parallel lines between the contents of two containers that are drawn one by one. */
const drawnSingly = { inSpaces: 1, elsewhere: 6 } as const;

/** The kinds that say no more than the nesting of their ends does. */
const nestingKinds: ReadonlySet<LineKind> = new Set(['owns', 'contains', 'holds']);

/**
 * Returns the graph with bundled lines; those whose id is in `opened` are drawn one by one. A bundle has the id of its
 * first relation, and all of them as members. Cost: `O(V + E)`.
 */
export function withBundledLines(graph: GraphView, opened: ReadonlySet<string> = new Set()): GraphView {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const managed = new Set(graph.edges.filter(({ kind }) => kind === 'manages').map(keyOfEnds));
  const telling = graph.edges.filter((edge) => !isNesting(edge, nodes));
  const inSpaces = bundled(telling, opened, drawnSingly.inSpaces, {
    endOf: (id) => spaceAround(id, nodes) ?? id,
    isSettled: ({ kind, source, target }) => kind === 'holds' && managed.has(keyOfEnds({ source, target })),
  });
  const elsewhere = bundled(inSpaces, opened, drawnSingly.elsewhere, {
    endOf: (id) => nodes.get(id)?.parent ?? id,
    isSettled: () => false,
  });
  const edges = withHoldsOfManagers(elsewhere, opened);
  return { ...graph, edges: betweenGroups(edges, nodes, opened) };
}

type Nodes = ReadonlyMap<string, GraphNode>;
type Ends = Pick<GraphEdge, 'source' | 'target'>;

const keyOfEnds = ({ source, target }: Ends): string => endsKey(source, target);

const isNesting = ({ kind, source, target }: GraphEdge, nodes: Nodes): boolean =>
  nestingKinds.has(kind) && nodes.get(target)?.parent === source;

function spaceAround(id: string, nodes: Nodes): string | undefined {
  const parent = nodes.get(id)?.parent;
  return parent !== undefined && nodes.get(parent)?.kind === 'space' ? parent : undefined;
}

interface Bundling {
  /** Returns the end of a bundle in place of the end of a line. */
  readonly endOf: (id: string) => string;
  /** Returns true if even a single line ends there. */
  readonly isSettled: (edge: Pick<GraphEdge, 'kind'> & Ends) => boolean;
}

function bundled(
  edges: readonly GraphEdge[],
  opened: ReadonlySet<string>,
  most: number,
  { endOf, isSettled }: Bundling,
): readonly GraphEdge[] {
  const groups = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const [source, target] = [endOf(edge.source), endOf(edge.target)];
    const isWithin = source === target || source === edge.target || target === edge.source;
    // Of a need with a number, each line counts.
    const isSingle = isWithin || edge.quorum !== undefined || edge.gateOf !== undefined;
    append(groups, isSingle ? edge.id : endsKey(source, target, edge.kind), edge);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.some(({ id }) => opened.has(id))) return group;
    const ends = { source: endOf(first.source), target: endOf(first.target) };
    if (group.length <= most && !isSettled({ kind: first.kind, ...ends })) return group;
    const [sources, targets] = [new Set(group.map(({ source }) => source)), new Set(group.map(({ target }) => target))];
    return [
      bundleOf(group, {
        source: sources.size === 1 ? first.source : ends.source,
        target: targets.size === 1 && !isSettled({ kind: first.kind, ...ends }) ? first.target : ends.target,
      }),
    ];
  });
}

/** Makes what a manager holds of the space it manages part of that line. */
function withHoldsOfManagers(edges: readonly GraphEdge[], opened: ReadonlySet<string>): readonly GraphEdge[] {
  const held = new Map<string, GraphEdge>();
  for (const edge of edges) if (edge.kind === 'holds' && !opened.has(edge.id)) held.set(keyOfEnds(edge), edge);
  const joined = new Set<GraphEdge>();
  const managing = edges.map((edge) => {
    const holds = edge.kind === 'manages' ? held.get(keyOfEnds(edge)) : undefined;
    if (holds === undefined || opened.has(edge.id) || joined.has(holds)) return edge;
    joined.add(holds);
    return bundleOf([edge, holds], edge);
  });
  return managing.filter((edge) => !joined.has(edge));
}
