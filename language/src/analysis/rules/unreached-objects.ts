/**
 * Groups the objects that no root reaches by what keeps them. An owner keeps what it owns and is kept by it; a
 * reference keeps its target; a PD keeps what it hosts; an entity named in a setting counts as referred to, since a
 * machine may use it.
 */
import { createEdgeList, type Digraph } from '../../graph/digraph.ts';
import { at, itemAt } from '../../model/common/lookup.ts';
import { membersOf, stronglyConnected } from '../../graph/components.ts';
import { reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { entityOf } from '../../model/model.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { RelationIndex } from '../facts/relation-index.ts';

/** Objects, ascending, that reach each other and that nothing outside the group keeps. */
export interface UnreachedGroup {
  readonly objects: readonly EntityId[];
  /** The first of them that is directly on a node and that nothing owns or refers to. */
  readonly unreferred: EntityId | undefined;
}

/** Returns the groups that no other unreached object keeps, in the order of their first objects; found once. */
export const unreachedGroups = oncePer((index: RelationIndex): readonly UnreachedGroup[] => {
  const { entities } = index.model;
  if (!entities.some(({ kind }) => kind === 'object')) return [];
  const keeps = keepEdges(index);
  const roots = entities.filter(({ kind, root }) => kind === 'pd' || kind === 'region' || root);
  const { distance } = reach(entities.length, { sources: roots.map(({ id }) => ({ node: id, hops: 0 })), free: keeps });
  const isUnreached = Uint8Array.from(entities, ({ id, kind, absent }) =>
    kind === 'object' && !absent && at(distance, id) < 0 ? 1 : 0,
  );

  const components = stronglyConnected(keeps);
  const { offsets, nodes } = membersOf(components);
  const keptFromOutside = new Uint8Array(components.count);
  for (let id = 0; id < entities.length; id++) {
    if (isUnreached[id] !== 1) continue;
    for (let edge = at(keeps.offsets, id); edge < at(keeps.offsets, id + 1); edge++) {
      const other = at(components.of, at(keeps.targets, edge));
      if (other !== at(components.of, id)) keptFromOutside[other] = 1;
    }
  }
  const isReferred = referred(index);
  const groups: UnreachedGroup[] = [];
  for (let component = 0; component < components.count; component++) {
    if (keptFromOutside[component] === 1) continue;
    const objects: EntityId[] = [];
    for (let place = at(offsets, component); place < at(offsets, component + 1); place++) {
      if (isUnreached[at(nodes, place)] === 1) objects.push(at(nodes, place));
    }
    if (objects.length === 0) continue;
    groups.push({ objects, unreferred: objects.find((id) => isUnreferred(index, isReferred, id)) });
  }
  return groups.sort((a, b) => itemAt(a.objects, 0) - itemAt(b.objects, 0));
});

function keepEdges(index: RelationIndex): Digraph {
  const { model } = index;
  const edges = createEdgeList(model.relations.length);
  for (const { id, source, target } of index.all('owns')) {
    edges.add(source, target, id);
    edges.add(target, source, id);
  }
  for (const { id, source, target } of index.all('refers')) edges.add(source, target, id);
  for (const { id, parent, settings } of model.entities) {
    if (parent !== undefined && entityOf(model, parent).kind !== 'node') edges.add(parent, id, -1);
    for (const { value } of settings) for (const named of entitiesIn(value)) edges.add(id, named, -1);
  }
  return edges.toDigraph(model.entities.length);
}

function entitiesIn(value: Expression): readonly EntityId[] {
  if (value.kind === 'entity') return [value.entity];
  return value.kind === 'list' ? value.items.flatMap(entitiesIn) : [];
}

/** Marks the entities that something owns, refers to or names in a setting. */
function referred(index: RelationIndex): Uint8Array {
  const { model } = index;
  const marks = new Uint8Array(model.entities.length);
  for (const { target } of index.all('owns')) marks[target] = 1;
  for (const { target } of index.all('refers')) marks[target] = 1;
  for (const { settings } of model.entities) {
    for (const { value } of settings) for (const named of entitiesIn(value)) marks[named] = 1;
  }
  return marks;
}

function isUnreferred({ model }: RelationIndex, isReferred: Uint8Array, id: EntityId): boolean {
  const { parent } = entityOf(model, id);
  return parent !== undefined && entityOf(model, parent).kind === 'node' && isReferred[id] !== 1;
}
