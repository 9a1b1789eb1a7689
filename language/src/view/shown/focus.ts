/**
 * Selects the part of a graph near some nodes, that they depend on, that depends on them, or that lies between them. A
 * nested entity depends on the one around it; of a relation, one end depends on the other, whichever way it is drawn.
 */
import { isRelation, type LineKind } from '../../model/drawn-kinds.ts';
import { dependentEnd } from '../../model/relation.ts';
import type { GraphEdge } from '../graph-edge.ts';
import type { GraphView } from '../graph.ts';
import { append } from '../../model/common/append.ts';

/** The focus of a view. */
export type Focus =
  /** Everything at most this many steps away, in either direction. */
  | { readonly kind: 'near'; readonly of: string; readonly hops: number }
  /** Down: everything that it depends on; up: everything that depends on it, at any distance. */
  | { readonly kind: 'down' | 'up'; readonly of: string }
  /** Two PDs, what both use over holds and maps, and the paths there. */
  | { readonly kind: 'shared'; readonly of: string; readonly with: string }
  /** Two entities, and the shortest ways between them over any lines and nesting, in either direction. */
  | { readonly kind: 'path'; readonly of: string; readonly with: string };

/** Returns the names of the entities that a focus is about. */
export const subjectsOf = (focus: Focus): readonly string[] =>
  focus.kind === 'shared' || focus.kind === 'path' ? [focus.of, focus.with] : [focus.of];

type Graph = Pick<GraphView, 'nodes' | 'edges'>;
type Steps = ReadonlyMap<string, readonly string[]>;

/** Returns the ids of the nodes in the focus; empty if the graph has no such node. Cost: `O(V + E)`. */
export function inFocus(graph: Graph, focus: Focus): ReadonlySet<string> {
  const has = (id: string): boolean => graph.nodes.some((node) => node.id === id);
  if (!subjectsOf(focus).every(has)) return new Set();
  switch (focus.kind) {
    case 'near':
      return new Set(distances(graph, focus.of, focus.hops).keys());
    case 'down':
      return follow([focus.of], stepsDown(graph));
    case 'up':
      return follow([focus.of], stepsUp(graph));
    case 'shared':
      return shared(graph, focus.of, focus.with);
    case 'path':
      return between(graph, focus.of, focus.with);
  }
}

/** Returns the two ends and what is on a shortest way between them; only the ends if there is no way. */
function between(graph: Graph, one: string, other: string): ReadonlySet<string> {
  const [from, to] = [distances(graph, one), distances(graph, other)];
  const length = from.get(other) ?? Number.NaN;
  const onWay = [...from].filter(([id, steps]) => steps + (to.get(id) ?? Number.NaN) === length);
  return new Set([one, other, ...onWay.map(([id]) => id)]);
}

/** Returns the number of steps to everything at most so many steps away, over lines and nesting in either direction. */
function distances({ nodes, edges }: Graph, of: string, most = Number.POSITIVE_INFINITY): ReadonlyMap<string, number> {
  const steps = [
    ...edges,
    ...nodes.flatMap(({ id, parent }) => (parent === undefined ? [] : [{ source: id, target: parent }])),
  ];
  const [there, back] = [
    stepsOf(steps, ({ source, target }) => [source, target]),
    stepsOf(steps, ({ source, target }) => [target, source]),
  ];
  const found = new Map([[of, 0]]);
  let front: readonly string[] = [of];
  for (let hop = 1; hop <= most && front.length > 0; hop += 1) {
    const next = front.flatMap((id) => [...(there.get(id) ?? []), ...(back.get(id) ?? [])]);
    front = [...new Set(next)].filter((id) => !found.has(id));
    for (const id of front) found.set(id, hop);
  }
  return found;
}

/** The relations by which a PD uses something: first what it holds or manages, then what that is built from. */
const firstUses: readonly LineKind[] = ['holds', 'manages'];

function shared({ nodes, edges }: Graph, one: string, other: string): ReadonlySet<string> {
  const kinds = new Map(nodes.filter((node) => !node.absent).map((node) => [node.id, node.kind]));
  const isUsed = ({ target }: GraphEdge): boolean => ['space', 'resource'].includes(kinds.get(target) ?? '');
  const built = edges.filter((edge) => edge.kind === 'maps' && isUsed(edge) && kinds.has(edge.source));
  const maps = stepsOf(built, ({ source, target }) => [source, target]);
  const usedBy = (pd: string): ReadonlySet<string> =>
    kinds.has(pd)
      ? follow(
          edges.filter((edge) => edge.source === pd && firstUses.includes(edge.kind) && isUsed(edge)).map(targetOf),
          maps,
        )
      : new Set();
  const [first, second] = [usedBy(one), usedBy(other)];
  const both = [...first].filter((id) => second.has(id));
  const towards = follow(
    both,
    stepsOf(built, ({ source, target }) => [target, source]),
  );
  const used = [...first, ...second].filter((id) => towards.has(id));
  return new Set([one, other, ...used]);
}

const targetOf = ({ target }: GraphEdge): string => target;

/** Returns the steps from each node to those it depends on. */
const stepsDown = (graph: Graph): Steps => stepsOf(dependences(graph), ({ source, target }) => [source, target]);
const stepsUp = (graph: Graph): Steps => stepsOf(dependences(graph), ({ source, target }) => [target, source]);

type Step = Pick<GraphEdge, 'source' | 'target'>;

const dependences = ({ nodes, edges }: Graph): readonly Step[] => [
  ...edges.flatMap(({ kind, source, target }) => {
    // Who sends a message need not depend on who gets it.
    if (kind === 'names') return [{ source, target }];
    if (!isRelation(kind)) return [];
    return [dependentEnd[kind] === 'source' ? { source, target } : { source: target, target: source }];
  }),
  ...nodes.flatMap(({ id, parent }) => (parent === undefined ? [] : [{ source: id, target: parent }])),
];

function stepsOf(edges: readonly Step[], ends: (edge: Step) => readonly [from: string, to: string]): Steps {
  const steps = new Map<string, string[]>();
  for (const edge of edges) {
    const [from, to] = ends(edge);
    append(steps, from, to);
  }
  return steps;
}

function follow(starts: readonly string[], steps: Steps): ReadonlySet<string> {
  const seen = new Set(starts);
  // Appending while iterating is intended.
  for (const id of seen) for (const to of steps.get(id) ?? []) seen.add(to);
  return seen;
}
