/**
 * Draws one line between two boxes that each stand for many, stacks or closed containers: what leads from one to the
 * other is one line whatever its kinds, and relations of one kind in both directions are one line with two heads.
 */
import { append } from '../../model/common/append.ts';
import { required } from '../../model/common/lookup.ts';
import { endsKey } from '../ends-key.ts';
import type { GraphEdge } from '../graph-edge.ts';
import type { GraphNode } from '../graph.ts';
import { bundleOf } from './closed.ts';

/** The most other kinds that the label of a line names; the others are counted. */
const mostKinds = 2;

/** Returns the lines, bundled between groups unless the id of one is in `opened`. Cost: `O(E)`. */
export function betweenGroups(
  edges: readonly GraphEdge[],
  nodes: ReadonlyMap<string, GraphNode>,
  opened: ReadonlySet<string>,
): readonly GraphEdge[] {
  const isGroup = (id: string): boolean => {
    const node = nodes.get(id);
    return node?.stack !== undefined || node?.inside !== undefined;
  };
  const mayJoin = ({ source, target, quorum, gateOf }: GraphEdge): boolean =>
    source !== target && quorum === undefined && gateOf === undefined && isGroup(source) && isGroup(target);
  if (!edges.some(mayJoin)) return edges;
  /** Returns the lines with those that have the same key joined. */
  const grouped = (
    lines: readonly GraphEdge[],
    keyOf: (edge: GraphEdge) => string,
    join: (group: readonly GraphEdge[]) => GraphEdge,
  ): readonly GraphEdge[] => {
    const groups = new Map<string, GraphEdge[]>();
    for (const edge of lines) append(groups, mayJoin(edge) ? keyOf(edge) : edge.id, edge);
    const isSingle = (group: readonly GraphEdge[]): boolean =>
      group.length === 1 || group.some(({ id }) => opened.has(id));
    return [...groups.values()].flatMap((group) => (isSingle(group) ? group : [join(group)]));
  };
  const oneWay = grouped(
    edges,
    ({ source, target }) => endsKey(source, target),
    (group) => withKinds(bundleOf(group, required(group[0]))),
  );
  return grouped(
    oneWay,
    (edge) => {
      if (edge.besides !== undefined || edge.reply !== undefined) return edge.id;
      const [one = '', other = ''] = [edge.source, edge.target].sort();
      return endsKey(one, other, edge.kind);
    },
    (group) => {
      const all = [...group].sort((one, other) => (other.count ?? 1) - (one.count ?? 1));
      return { ...bundleOf(all, required(all[0])), isMutual: true };
    },
  );
}

/** Names the other kinds of a line by their words alone. */
function withKinds(edge: GraphEdge): GraphEdge {
  const kinds = [...new Set(edge.members?.map(({ kind }) => kind))].filter((kind) => kind !== edge.kind);
  if (kinds.length === 0) return edge;
  const more = kinds.length - mostKinds;
  return { ...edge, besides: [...kinds.slice(0, mostKinds), ...(more > 0 ? [`+${more.toString()}`] : [])] };
}
