/**
 * Defines what keeps objects alive at each moment of collection: "What keeps an object alive" in the language
 * reference. Gives the direct keepers, not reachability.
 */
import { itemAt } from '../../model/common/lookup.ts';
import { createEdgeList, type Digraph, type EdgeList } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { constantOf } from '../../model/machines/constant-of.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { indexRelations } from '../facts/relation-index.ts';
import { entityOf, type Model, quotedName } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** The moment of a collection: before a deployment, on demand, or after one. */
export type Moment = 'before' | 'demand' | 'after';

/** The part of a model that determines who keeps whom. */
export type KeepingModel = Pick<Model, 'entities' | 'relations' | 'machines'>;

/** The usages that keep at all moments; other usages keep at some. */
const lasting = new Set([undefined, 'in', 'out', 'inout', 'const']);

/** Returns true if a reference with that usage keeps its target at that moment. */
function usageKeeps(usage: string | undefined, moment: Moment): boolean {
  if (lasting.has(usage) || moment === 'demand') return true;
  return moment === 'before' && usage !== 'local';
}

/** Returns the graph of who keeps whom, without the relations in `cut`. Cost: O(V + E). */
export function keepers(model: KeepingModel, moment: Moment, cut: ReadonlySet<RelationId>): Digraph {
  const index = indexRelations(model);
  const edges = createEdgeList(model.relations.length + model.entities.length);
  for (const { id, source, target } of index.all('owns')) {
    if (cut.has(id)) continue;
    edges.add(source, target, id);
    if (moment !== 'after') edges.add(target, source, id);
  }
  for (const { id, source, target, as } of index.all('refers')) {
    if (!cut.has(id) && usageKeeps(as, moment)) edges.add(source, target, id);
  }
  for (const { id, parent } of model.entities) {
    if (parent === undefined) continue;
    const { kind } = entityOf(model, parent);
    // A node only locates; an object in an object has an `owns` relation.
    if (kind !== 'node' && kind !== 'object') edges.add(parent, id, model.relations.length + id);
  }
  if (moment === 'demand') addNamed(edges, model);
  return edges.toDigraph(model.entities.length);
}

/** Returns the fact of an edge of `keepers`, by its label. */
export function keeperFact(model: KeepingModel, label: number, target: EntityId): Fact {
  const { relations, entities } = model;
  if (label < relations.length) return relationFact(model, label);
  const entity = (label - relations.length) % entities.length;
  if (label < relations.length + entities.length) return nestingFact(model, entity);
  return { text: t`${quotedName(model, entity)} names ${quotedName(model, target)}`, entity };
}

/** Returns true if an entity is an origin of reachability: a root, a living PD, or a region, which only names PDs. */
export function isOrigin({ kind, root }: Model['entities'][number]): boolean {
  return root || kind === 'pd' || kind === 'region';
}

/** Adds what settings and a machine's variables name, as references `as local`. */
function addNamed(edges: EdgeList, model: KeepingModel): void {
  const { entities, relations, machines } = model;
  for (const { id, settings, machine } of entities) {
    const variables = machine === undefined ? [] : itemAt(machines, machine).variables;
    const values = [...settings.map(({ value }) => value), ...variables.flatMap(({ initial }) => initial ?? [])];
    for (const named of values.flatMap((value) => entitiesIn(constantOf(value, model, id))))
      edges.add(id, named, relations.length + entities.length + id);
  }
}

function entitiesIn(value: ReturnType<typeof constantOf>): readonly EntityId[] {
  if (value?.kind === 'entity') return [value.entity];
  return value?.kind === 'list' ? value.items.flatMap(entitiesIn) : [];
}
