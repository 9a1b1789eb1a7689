/**
 * Explains why an entity is on a cycle, or why not: the shortest cycle of relations through it.
 */
import { at } from '../../model/common/lookup.ts';
import type { Digraph } from '../../graph/digraph.ts';
import { shortestPath } from '../../graph/shortest-path.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import { cycleGraph, type CycleKind, cycleKinds } from '../points/cycle-graphs.ts';
import { relationFact } from '../facts/facts.ts';
import { indexRelations } from '../facts/relation-index.ts';
import { entityOf, type Model, relationOf } from '../../model/model.ts';
import { absentRemark, type Candidate, inDoubleQuotes, tryRelations, type WhyAnswer } from './why-answer.ts';
import { t } from '../../model/common/translation.ts';

const words: Readonly<Record<CycleKind, string>> = {
  owns: 'ownership',
  maps: 'maps',
  'destroyed after': t`orders of destruction`,
  requests: t`requests between servers`,
};

/** Returns an answer for each kind of cycle that the entity is on, or one that says it is on none. */
export function whyOnCycle(model: Model, entity: EntityId): WhyAnswer[] {
  const name = inDoubleQuotes(entityOf(model, entity));
  const found = cycleKinds.flatMap((kind) => {
    const because = cycleThrough(model, kind, entity);
    return because === undefined ? [] : [answer(t`${name} is on a cycle of ${words[kind]}.`, because)];
  });
  if (found.length > 0) return found;
  const isOnCycle = (changed: Model): boolean =>
    cycleKinds.some((kind) => cycleThrough(changed, kind, entity) !== undefined);
  const { missing, limit } = tryRelations(model, closing(model, entity), isOnCycle);
  return [
    {
      claim: 'on a cycle',
      holds: false,
      text: t`${name} is not on a cycle.`,
      because: [],
      missing,
      remarks: [...absentRemark(entityOf(model, entity)), limit],
    },
  ];
}

const answer = (text: string, because: readonly Fact[]): WhyAnswer => ({
  claim: 'on a cycle',
  holds: true,
  text,
  because,
  missing: [],
  remarks: [],
});

/** Returns the facts of a shortest cycle through an entity, each leading to the next; undefined if there is none. */
function cycleThrough(model: Model, kind: CycleKind, entity: EntityId): Fact[] | undefined {
  const index = indexRelations(model);
  const graph = cycleGraph(index, kind);
  let best: readonly RelationId[] | undefined;
  for (let edge = at(graph.offsets, entity); edge < at(graph.offsets, entity + 1); edge++) {
    const label = at(graph.labels, edge);
    const way = shortestPath(graph, at(graph.targets, edge), entity);
    if (way !== undefined && (best === undefined || way.labels.length + 1 < best.length)) best = [label, ...way.labels];
  }
  return best?.flatMap((id) => [relationFact(model, id), ...servedBy(model, kind, id, best)]);
}

/** Returns the `manages` fact of this cycle: a request leads to the manager of the requested space. */
function servedBy(
  model: Model,
  kind: CycleKind,
  request: RelationId,
  around: readonly RelationId[] | undefined,
): Fact[] {
  if (kind !== 'requests' || around === undefined) return [];
  const { target, as } = relationOf(model, request);
  const next = around[(around.indexOf(request) + 1) % around.length] ?? request;
  const server = relationOf(model, next).source;
  const isPd = entityOf(model, target).kind === 'pd';
  const manages = indexRelations(model)
    .all('manages')
    .find((each) => {
      if (each.source !== server) return false;
      return isPd ? as === undefined || entityOf(model, each.target).type === as : each.target === target;
    });
  return manages === undefined ? [] : [relationFact(model, manages.id)];
}

/** Yields relations that close a cycle from the entity's neighbours back to it; then those from further away. */
function* closing(model: Model, entity: EntityId): Generator<Candidate, void> {
  const index = indexRelations(model);
  const kinds = ['owns', 'maps', 'destroyed after'] as const;
  for (const kind of kinds) {
    for (const other of neighbours(index.from(kind), entity)) yield { kind, source: other, target: entity };
    for (const other of neighbours(index.to(kind), entity)) yield { kind, source: entity, target: other };
  }
  const servers = cycleGraph(index, 'requests');
  const managed = index.from('manages');
  for (const server of neighbours(servers, entity)) {
    for (const space of neighbours(managed, entity)) yield { kind: 'requests', source: server, target: space };
  }
  for (const client of clientsOf(servers, entity)) {
    for (const space of neighbours(managed, client)) yield { kind: 'requests', source: entity, target: space };
  }
  for (const kind of kinds) {
    for (const other of reachedFrom(index.from(kind), entity)) yield { kind, source: other, target: entity };
    for (const other of reachedFrom(index.to(kind), entity)) yield { kind, source: entity, target: other };
  }
}

const neighbours = ({ offsets, targets }: Digraph, node: number): number[] => [
  ...targets.subarray(at(offsets, node), at(offsets, node + 1)),
];

/** Yields what a node leads to, the nearest first. */
function* reachedFrom(graph: Digraph, start: EntityId): Generator<EntityId, void> {
  const reached = new Set([start]);
  for (const node of reached) {
    if (node !== start) yield node;
    for (const next of neighbours(graph, node)) reached.add(next);
  }
}

function clientsOf(graph: Digraph, server: EntityId): EntityId[] {
  const clients: EntityId[] = [];
  for (let node = 0; node < graph.nodeCount; node++) if (neighbours(graph, node).includes(server)) clients.push(node);
  return clients;
}
