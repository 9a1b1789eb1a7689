/**
 * Stacks similar boxes of a graph: copies of one declaration and, where there is too much to draw, siblings that differ
 * only in name and contents become one stack with a count, and their relations become those of the stack.
 */
import { append } from '../../model/common/append.ts';
import { increase } from '../../model/common/increase.ts';
import { required } from '../../model/common/lookup.ts';
import type { GraphNode, GraphView } from '../graph.ts';
import { lifted } from './closed.ts';
import { alikeInAll, firstWord, withoutNumber, type Likeness } from './likeness.ts';

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
  /** What makes boxes alike; all but name and contents if absent. */
  readonly likeness?: Likeness;
  /** The number of boxes that are too many: no more than needed is stacked. All that is alike is if absent. */
  readonly excess?: number;
}

/** A graph with stacks. */
export interface Stacked {
  readonly graph: GraphView;
  /** The ids of boxes that are not part of a stack, with those that were in stacks that are open. */
  readonly single: ReadonlySet<string>;
}

/** Returns the graph with stacks; containers whose contents are drawn stay as they are. Cost: `O(V + E)`. */
export function withLikeStacked(graph: GraphView, stacking: Stacking): Stacked {
  const { single, opened } = stacking;
  const stacks = new Map<string, GraphNode>();
  const apart = new Set(single);
  let excess = stacking.excess ?? Number.POSITIVE_INFINITY;
  const groups = groupsIn(graph, stacking);
  const largestFirst = groups.toSorted((one, other) => other.length - one.length);
  for (const group of stacking.excess === undefined ? groups : largestFirst) {
    const [first] = group;
    if (first === undefined) continue;
    const id = stackId(first);
    const members = smallest(
      group.filter((node) => !single.has(node.id)),
      excess + 1,
    );
    if (opened.has(id)) for (const member of members) apart.add(member.id);
    if (members.length < 2 || opened.has(id)) continue;
    excess -= members.length - 1;
    const stack = stackOf(id, members);
    for (const member of members) stacks.set(member.id, stack);
  }
  if (stacks.size === 0) return { graph, single: apart };
  const stacked = {
    ...graph,
    nodes: [...new Set(graph.nodes.map((node) => stacks.get(node.id) ?? node))],
    edges: lifted(graph.edges, { representative: (id) => stacks.get(id)?.id ?? id, keepsLoops: true }),
  };
  return { graph: stacked, single: apart };
}

/** Returns the boxes that stand for fewest entities, in their order; the last ones of those that stand for as many. */
function smallest(boxes: readonly GraphNode[], count: number): readonly GraphNode[] {
  if (boxes.length <= count) return boxes;
  const sizeOf = ({ stack }: GraphNode): number => stack?.length ?? 1;
  const chosen = new Set(
    boxes
      .toReversed()
      .sort((one, other) => sizeOf(one) - sizeOf(other))
      .slice(0, count),
  );
  return boxes.filter((box) => chosen.has(box));
}

/** Returns the number of boxes that are left if all stacks are closed. Cost: `O(V)`. */
export const countStacked = (graph: GraphView, stacking: Pick<Stacking, 'within' | 'alike' | 'likeness'>): number =>
  groupsIn(graph, stacking).reduce((count, { length }) => count - (length > 1 ? length - 1 : 0), graph.nodes.length);

/** Returns the number of boxes that these siblings are drawn as if what is alike is stacked. */
export function stackedCount(siblings: readonly GraphNode[]): number {
  const sizes = new Map<string, number>();
  for (const node of siblings) increase(sizes, alikeInAll(node));
  return [...sizes.values()].reduce((sum, size) => sum + (size > drawnSingly.alike ? 1 : size), 0);
}

/** Returns the id of the stack that begins with this box. */
const stackId = ({ id }: Pick<GraphNode, 'id'>): string => `${id} …`;

function groupsIn(
  { nodes }: GraphView,
  { within, alike = drawnSingly.alike, likeness = alikeInAll }: Pick<Stacking, 'within' | 'alike' | 'likeness'>,
): readonly GraphNode[][] {
  const groups = new Map<string, GraphNode[]>();
  const isWithin = ({ parent }: GraphNode): boolean => within.has(parent);
  const mayBeAlike = nodes.filter((node) => isWithin(node) || nameOfCopies(node) !== undefined);
  if (mayBeAlike.length === 0) return [];
  const containers = new Set(nodes.flatMap(({ parent }) => parent ?? []));
  for (const node of mayBeAlike) {
    if (containers.has(node.id)) continue;
    const keyOf = (own: string): string => `${node.parent ?? ''}\n${own}`;
    if (isWithin(node)) append(groups, keyOf(likeness(node)), node);
    else append(groups, keyOf(JSON.stringify([alikeInAll(node), nameOfCopies(node)])), node);
  }
  return [...groups.values()].filter((group) => {
    const [first] = group;
    return group.length > (first !== undefined && isWithin(first) ? alike : drawnSingly.copies);
  });
}

/** Returns the name without the number of the copy; undefined if it is none. */
const nameOfCopies = ({ id }: GraphNode): string | undefined =>
  id.endsWith(']') ? id.replace(/\[\d+\]$/u, '') : undefined;

function stackOf(id: string, group: readonly GraphNode[]): GraphNode {
  const { kind, type, parent, machine, data, span } = required(group[0]);
  const problems = new Map(
    group.flatMap((node) => node.problems ?? []).map((problem) => [`${problem.code} ${problem.message}`, problem]),
  );
  const boxes = group.reduce((sum, node) => sum + (node.boxes ?? 1), 0);
  const areSame = (field: 'type' | 'machine'): boolean => group.every((node) => node[field] === group[0]?.[field]);
  const isShared = data !== undefined && group.every((node) => JSON.stringify(node.data) === JSON.stringify(data));
  return {
    ...{ id, kind, span, boxes },
    root: group.every((node) => node.root),
    absent: group.every((node) => node.absent),
    label: `${wordFor(group)} × ${boxes.toString()}`,
    ...(type !== undefined && areSame('type') && { type }),
    ...(parent !== undefined && { parent }),
    ...(machine !== undefined && areSame('machine') && { machine }),
    ...(isShared && { data }),
    stack: group.flatMap((node) => node.stack ?? [node.id, ...(node.inside ?? [])]),
    ...(problems.size > 0 && { problems: [...problems.values()] }),
  };
}

/** Returns the name of copies of one declaration; otherwise the type, what the names begin with, or the kind. */
function wordFor(group: readonly GraphNode[]): string {
  const shared = (wordOf: (node: GraphNode) => string | undefined): string | undefined => {
    const words = new Set(group.map(wordOf));
    return words.size === 1 ? [...words][0] : undefined;
  };
  const first = required(group[0]);
  if (shared(nameOfCopies) !== undefined) return first.label.replace(/\[\d+\]$/u, '');
  const type = shared((node) => node.type);
  if (type !== undefined || group.some(({ stack }) => stack !== undefined)) return type ?? first.kind;
  return [shared(({ label }) => withoutNumber(label)), shared(firstWord)].find(isTelling) ?? first.kind;
}

const isTelling = (word: string | undefined): boolean => word !== undefined && word.length >= 2;
