/**
 * Stacks similar boxes of a graph: copies of one declaration and, where there is too much to draw, siblings that differ
 * only in name and contents become one stack with a count, and their relations become those of the stack.
 */
import { append } from '../../model/append.ts';
import { increase } from '../../model/increase.ts';
import { required } from '../../model/lookup.ts';
import type { GraphNode, GraphView } from '../graph.ts';
import { lifted } from './closed.ts';

/** The most similar boxes that are drawn one by one. */
const drawnSingly = { alike: 3, copies: 8 } as const;

/** The stacks. */
export interface Stacking {
  /** The containers in which all that is alike is stacked, `undefined` for what is in none; elsewhere only copies. */
  readonly within: ReadonlySet<string | undefined>;
  /** The ids of boxes that are not part of a stack. */
  readonly single: ReadonlySet<string>;
  /** The ids of the stacks that are open: all in them are drawn one by one. */
  readonly opened: ReadonlySet<string>;
  /** The most similar boxes that are drawn one by one where all that is alike is stacked; three if absent. */
  readonly alike?: number;
}

/** Returns the graph with stacks; containers whose contents are drawn stay as they are. Cost: `O(V + E)`. */
export function withLikeStacked(graph: GraphView, { within, single, opened, alike }: Stacking): GraphView {
  const stacks = new Map<string, GraphNode>();
  for (const group of groupsIn(graph, within, alike)) {
    const [first] = group;
    if (first === undefined) continue;
    const id = stackId(first);
    const members = group.filter((node) => !single.has(node.id));
    if (members.length < 2 || opened.has(id)) continue;
    const stack = stackOf(id, members);
    for (const member of members) stacks.set(member.id, stack);
  }
  if (stacks.size === 0) return graph;
  return {
    ...graph,
    nodes: [...new Set(graph.nodes.map((node) => stacks.get(node.id) ?? node))],
    edges: lifted(graph.edges, { representative: (id) => stacks.get(id)?.id ?? id, keepsLoops: true }),
  };
}

/** Returns the number of boxes that these siblings are drawn as if what is alike is stacked. */
export function stackedCount(siblings: readonly GraphNode[]): number {
  const sizes = new Map<string, number>();
  for (const node of siblings) increase(sizes, likenessOf(node));
  return [...sizes.values()].reduce((sum, size) => sum + (size > drawnSingly.alike ? 1 : size), 0);
}

/** Returns the id of the stack that begins with this box. */
const stackId = ({ id }: Pick<GraphNode, 'id'>): string => `${id} …`;

function groupsIn(
  { nodes }: GraphView,
  within: Stacking['within'],
  alike: number = drawnSingly.alike,
): readonly GraphNode[][] {
  const containers = new Set(nodes.flatMap(({ parent }) => parent ?? []));
  const groups = new Map<string, GraphNode[]>();
  const isWithin = ({ parent }: GraphNode): boolean => within.has(parent);
  for (const node of nodes) {
    if (containers.has(node.id)) continue;
    if (isWithin(node)) append(groups, likenessOf(node), node);
    else if (nameOfCopies(node) !== undefined) append(groups, likenessOf(node, nameOfCopies(node)), node);
  }
  return [...groups.values()].filter((group) => {
    const [first] = group;
    return group.length > (first !== undefined && isWithin(first) ? alike : drawnSingly.copies);
  });
}

/** Returns the name without the number of the copy; undefined if it is none. */
const nameOfCopies = ({ id }: GraphNode): string | undefined =>
  id.endsWith(']') ? id.replace(/\[\d+\]$/u, '') : undefined;

function likenessOf(node: GraphNode, name?: string): string {
  const { kind, type, parent, root, absent, machine, data, classes, protected: isProtected, doomed, inside } = node;
  const isClosed = inside !== undefined;
  return JSON.stringify([
    kind,
    type,
    parent,
    root,
    absent,
    machine,
    data,
    classes,
    isProtected,
    doomed,
    isClosed,
    name,
  ]);
}

function stackOf(id: string, group: readonly GraphNode[]): GraphNode {
  const { kind, type, parent, root, absent, machine, data, span } = required(group[0]);
  const problems = new Map(
    group.flatMap((node) => node.problems ?? []).map((problem) => [`${problem.code} ${problem.message}`, problem]),
  );
  return {
    ...{ id, kind, root, absent, span },
    label: `${wordFor(group)} × ${group.length.toString()}`,
    ...(type !== undefined && { type }),
    ...(parent !== undefined && { parent }),
    ...(machine !== undefined && { machine }),
    ...(data !== undefined && { data }),
    stack: group.flatMap((node) => [node.id, ...(node.inside ?? [])]),
    ...(problems.size > 0 && { problems: [...problems.values()] }),
  };
}

/** Returns the name of copies of one declaration; otherwise the type or the kind. */
function wordFor(group: readonly GraphNode[]): string {
  const names = new Set(group.map(nameOfCopies));
  const [first] = group;
  const word = first?.type ?? first?.kind ?? '';
  return names.size === 1 && !names.has(undefined) ? (first?.label.replace(/\[\d+\]$/u, '') ?? word) : word;
}
