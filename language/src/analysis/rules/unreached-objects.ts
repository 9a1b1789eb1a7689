/**
 * Groups the objects that no root reaches by what keeps them. An owner keeps what it owns and is kept by it; a
 * reference keeps its target; a PD keeps what it hosts; an entity named in a setting counts as referred to, since a
 * machine may use it.
 */
import { createEdgeList, type Digraph } from '../../graph/digraph.ts';
import { at, itemAt } from '../../model/lookup.ts';
import { membersOf, stronglyConnected } from '../../graph/components.ts';
import { reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/expression.ts';
import { entityOf } from '../../model/model.ts';
import type { RuleContext } from './rule.ts';

/** Objects, ascending, that reach each other and that nothing outside the group keeps. */
export interface UnreachedGroup {
  readonly objects: readonly EntityId[];
  /** The first of them that is directly on a node and that nothing owns or refers to. */
  readonly unreferred: EntityId | undefined;
}

/** Returns the groups that no other unreached object keeps, in the order of their first objects. */
export function unreachedGroups(context: RuleContext): UnreachedGroup[] {
  const { entities } = context.model;
  if (!entities.some(({ kind }) => kind === 'object')) return [];
  const keeps = keepEdges(context);
  const roots = entities.filter(({ kind, root }) => kind === 'pd' || kind === 'region' || root);
  const { distance } = reach(entities.length, { sources: roots.map(({ id }) => ({ node: id, hops: 0 })), free: keeps });
  const isUnreached = (id: EntityId): boolean => entityOf(context.model, id).kind === 'object' && at(distance, id) < 0;

  const components = stronglyConnected(keeps);
  const { offsets, nodes } = membersOf(components);
  const keptFromOutside = new Uint8Array(components.count);
  for (const { id, absent } of entities) {
    if (absent || !isUnreached(id)) continue;
    for (const target of keeps.targets.subarray(at(keeps.offsets, id), at(keeps.offsets, id + 1))) {
      const other = at(components.of, target);
      if (other !== at(components.of, id)) keptFromOutside[other] = 1;
    }
  }
  const isReferred = referred(context);
  const groups: UnreachedGroup[] = [];
  for (let component = 0; component < components.count; component++) {
    const members = [...nodes.subarray(at(offsets, component), at(offsets, component + 1))];
    const objects = members.filter((id) => isUnreached(id) && !entityOf(context.model, id).absent);
    if (objects.length === 0 || keptFromOutside[component] === 1) continue;
    groups.push({ objects, unreferred: objects.find((id) => isUnreferred(context, isReferred, id)) });
  }
  return groups.sort((a, b) => itemAt(a.objects, 0) - itemAt(b.objects, 0));
}

function keepEdges({ model, index }: RuleContext): Digraph {
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
function referred({ model, index }: RuleContext): Uint8Array {
  const marks = new Uint8Array(model.entities.length);
  for (const { target } of index.all('owns')) marks[target] = 1;
  for (const { target } of index.all('refers')) marks[target] = 1;
  for (const { settings } of model.entities) {
    for (const { value } of settings) for (const named of entitiesIn(value)) marks[named] = 1;
  }
  return marks;
}

function isUnreferred({ model }: RuleContext, isReferred: Uint8Array, id: EntityId): boolean {
  const { parent } = entityOf(model, id);
  return parent !== undefined && entityOf(model, parent).kind === 'node' && isReferred[id] !== 1;
}
