/**
 * A teardown order computed the slow way, for comparison: all paths in a table, which is rebuilt for each added edge.
 * Shares no code with the fast one.
 */
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import { relationEnds } from '../../../../language/src/model/relation.ts';

interface Edge {
  readonly first: string;
  readonly then: string;
  readonly side: 'inner' | 'ownership' | 'dependency';
  readonly text: string;
}

/** The results with which the fast order must agree. */
export interface NaiveOrder {
  /** `first then` for each ordered pair. */
  readonly pairs: ReadonlySet<string>;
  /** The nested entity or relation number of each edge that gives way. */
  readonly leftOut: readonly string[];
}

/** Returns the order among `doomed`, in a model with few entities. */
export function naiveOrder(model: Model, doomed: ReadonlySet<EntityId>, policy: Policy): NaiveOrder {
  const exists = (id: EntityId | undefined): boolean =>
    id !== undefined && (doomed.has(id) || model.entities[id]?.absent === false);
  const passes = (node: string): boolean => {
    const [service, request] = node.split(' ');
    if (service === 'service') return exists(model.relations[Number(request)]?.target);
    return doomed.has(Number(node)) || (policy.throughSurvivors && exists(Number(node)));
  };
  const edges = allEdges(model).filter(({ first, then }) => first !== then && passes(first) && passes(then));
  const members = [...doomed].map(String);
  const whole = pathTable(edges);
  const isOnCycle = ({ first, then }: Edge): boolean => {
    const round = members.filter((each) => reaches(whole, then, each) && reaches(whole, each, first));
    return reaches(whole, then, first) && round.length > 1;
  };
  const kept = edges.filter((edge) => !isOnCycle(edge));
  const leftOut: Edge[] = [];
  const sides =
    policy.conflict === 'dependency' ? (['dependency', 'ownership'] as const) : (['ownership', 'dependency'] as const);
  for (const side of ['inner', ...sides] as const) {
    for (const edge of edges) {
      if (edge.side !== side || kept.includes(edge)) continue;
      const table = pathTable([...kept, edge]);
      const isCycle = members.some((a) => members.some((b) => a !== b && reaches(table, a, b) && reaches(table, b, a)));
      if (isCycle) leftOut.push(edge);
      else kept.push(edge);
    }
  }
  const table = pathTable(kept);
  const pairs = members.flatMap((a) => members.filter((b) => a !== b && reaches(table, a, b)).map((b) => `${a} ${b}`));
  return { pairs: new Set(pairs), leftOut: edges.filter((edge) => leftOut.includes(edge)).map(({ text }) => text) };
}

/** Nesting first, then relations, each in declaration order. */
function allEdges({ entities, relations }: Model): Edge[] {
  const kindOf = (id: number): string => entities[id]?.kind ?? '';
  const edges: Edge[] = [];
  for (const { id, kind, parent } of entities) {
    if (parent === undefined || (kind === 'object' && kindOf(parent) === 'object')) continue;
    edges.push({ first: `${id}`, then: `${parent}`, side: 'ownership', text: `nested ${id}` });
  }
  for (const { id, kind, source, target, as } of relations) {
    const from = entities[source];
    const to = entities[target];
    if (from === undefined || to === undefined || !relationEnds[kind].from.includes(from.kind)) continue;
    if (!relationEnds[kind].to.includes(to.kind) || (kind === 'maps' && from.kind !== to.kind)) continue;
    const text = `relation ${id}`;
    const [s, t] = [`${source}`, `${target}`];
    if (kind === 'owns' || kind === 'manages') edges.push({ first: t, then: s, side: 'ownership', text });
    if (kind === 'destroyed after') edges.push({ first: t, then: s, side: 'dependency', text });
    if (kind === 'waits for') edges.push({ first: t, then: s, side: 'inner', text });
    if (kind === 'maps') edges.push({ first: s, then: t, side: 'dependency', text });
    if (kind !== 'requests') continue;
    if (to.kind === 'space') edges.push({ first: s, then: t, side: 'dependency', text });
    else {
      const service = `service ${id}`;
      edges.push(
        { first: s, then: service, side: 'dependency', text },
        { first: service, then: t, side: 'inner', text },
      );
      for (const other of relations) {
        const space = entities[other.target];
        if (other.kind !== 'manages' || other.source !== target || space?.kind !== 'space') continue;
        if (as === undefined || space.type === as)
          edges.push({ first: service, then: `${space.id}`, side: 'inner', text });
      }
    }
  }
  return edges;
}

type PathTable = ReadonlyMap<string, ReadonlySet<string>>;

function reaches(table: PathTable, from: string, to: string): boolean {
  return from === to || table.get(from)?.has(to) === true;
}

/** Returns everything reachable from each node, by repetition until nothing new is found. */
function pathTable(edges: readonly Edge[]): PathTable {
  const table = new Map<string, Set<string>>();
  for (const { first } of edges) table.set(first, new Set());
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const { first, then } of edges) {
      const reached = table.get(first);
      const size = reached?.size;
      reached?.add(then);
      for (const node of table.get(then) ?? []) reached?.add(node);
      if (reached?.size !== size) isChanged = true;
    }
  }
  return table;
}
