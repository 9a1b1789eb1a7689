/**
 * Selects the part of a graph near some nodes, that they depend on, that depends on them, or that lies between them. A
 * nested entity depends on the one around it; of a relation, one end depends on the other, whichever way it is drawn.
 */
import { isRelation, type LineKind } from '../../model/drawn-kinds.ts';
import { dependentEnd } from '../../model/relation.ts';
import type { GraphEdge } from '../graph-edge.ts';
import type { GraphView } from '../graph.ts';
import { append } from '../../model/append.ts';

/** The focus of a view. */
export type Focus =
  /** Everything at most this many steps away, in either direction. */
  | { readonly kind: 'near'; readonly of: string; readonly hops: number }
  /** Down: everything that it depends on; up: everything that depends on it, at any distance. */
  | { readonly kind: 'down' | 'up'; readonly of: string }
  /** Two PDs, what both use over holds and maps, and the paths there. */
  | { readonly kind: 'shared'; readonly of: string; readonly with: string };

type Graph = Pick<GraphView, 'nodes' | 'edges'>;
type Steps = ReadonlyMap<string, readonly string[]>;

/** Returns the ids of the nodes in the focus; empty if the graph has no such node. Cost: `O(V + E)`. */
export function inFocus(graph: Graph, focus: Focus): ReadonlySet<string> {
  const has = (id: string): boolean => graph.nodes.some((node) => node.id === id);
  if (!has(focus.of) || (focus.kind === 'shared' && !has(focus.with))) return new Set();
  switch (focus.kind) {
    case 'near': {
      const [down, up] = [stepsDown(graph), stepsUp(graph)];
      return walk([focus.of], (id) => [...(down.get(id) ?? []), ...(up.get(id) ?? [])], focus.hops);
    }
    case 'down':
      return follow([focus.of], stepsDown(graph));
    case 'up':
      return follow([focus.of], stepsUp(graph));
    case 'shared':
      return shared(graph, focus.of, focus.with);
  }
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
  const between = [...first, ...second].filter((id) => towards.has(id));
  return new Set([one, other, ...between]);
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

const follow = (starts: readonly string[], steps: Steps): ReadonlySet<string> =>
  walk(starts, (id) => steps.get(id) ?? [], Number.POSITIVE_INFINITY);

function walk(starts: readonly string[], next: (id: string) => readonly string[], most: number): ReadonlySet<string> {
  const seen = new Set(starts);
  let front: readonly string[] = starts;
  for (let hop = 0; hop < most && front.length > 0; hop += 1) {
    const reached: string[] = [];
    for (const id of front) {
      for (const to of next(id)) {
        if (seen.has(to)) continue;
        seen.add(to);
        reached.push(to);
      }
    }
    front = reached;
  }
  return seen;
}
