/**
 * Computes what a new text dooms: everything that exists in an older model and not in the newer one, by qualified name.
 * The order comes from both models together, so that entities just removed from the text still end in order.
 */
import type { Entity } from '../../model/entity.ts';
import type { Model } from '../../model/model.ts';
import type { Relation, RelationId } from '../../model/relation.ts';
import { type DoomedSet, plainDoomedSet } from '../facts/doomed.ts';
import { indexRelations, withoutRelations } from '../facts/relation-index.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** Both models joined. Ids of the older model stay the same. */
export interface JoinedModels {
  /** The older model, then what only the newer one has. */
  readonly model: Model;
  /** The entities of the older model that the newer one lacks, or has as absent or as another kind. */
  readonly doomed: DoomedSet;
  /** Relations that the newer model no longer has: survivors do not miss them. */
  readonly lapsed: ReadonlySet<RelationId>;
  /** By id in the joined model: the id in the newer one, or -1 if it is not there. */
  readonly newerEntities: Int32Array;
  readonly newerRelations: Int32Array;
}

/** Joins an older and a newer model; what both have is taken from the older one. Cost: O(V + E). */
export function doomedSince(older: Model, newer: Model): JoinedModels {
  const entities: Entity[] = [...older.entities];
  const ids = new Map(entities.map(({ name, id }) => [name, id]));
  const toJoined = newer.entities.map((entity) => {
    const known = ids.get(entity.name);
    const before = known === undefined ? undefined : older.entities[known];
    if (before !== undefined) return before.kind === entity.kind ? before.id : -1;
    const around = entity.parent === undefined ? undefined : newer.entities[entity.parent];
    const joined = { ...plainEntity(entity), id: entities.length, parent: ids.get(around?.name ?? '') };
    entities.push(joined);
    ids.set(joined.name, joined.id);
    return joined.id;
  });
  const newerEntities = new Int32Array(entities.length).fill(-1);
  for (const [id, joined] of toJoined.entries()) if (joined >= 0) newerEntities[joined] = id;
  const { relations, newerRelations } = joinRelations(older.relations, newer.relations, toJoined);
  return {
    model: withoutRelations({ ...older, entities, relations, policies: newer.policies }, indexRelations(older).cut),
    doomed: onlyInOlder(older, newer),
    lapsed: new Set(relations.map(({ id }) => id).filter((id) => newerRelations[id] === -1)),
    newerEntities,
    newerRelations,
  };
}

/**
 * Removes settings, actions and machines: the ids in them differ in the joined model, and they do not affect the order.
 */
function plainEntity(entity: Entity): Entity {
  return { ...entity, machine: undefined, settings: [], data: [], actions: [], destructor: undefined };
}

function joinRelations(
  older: readonly Relation[],
  newer: readonly Relation[],
  toJoined: readonly number[],
): { relations: Relation[]; newerRelations: Int32Array } {
  const key = ({ kind, source, target, as, notify }: Relation): string =>
    [kind, source, target, as ?? '', notify ?? ''].join(' ');
  const relations = [...older];
  const known = new Map(relations.map((relation) => [key(relation), relation.id]));
  const newerOf: [joined: number, newer: number][] = [];
  for (const relation of newer) {
    const source = itemAt(toJoined, relation.source);
    const target = itemAt(toJoined, relation.target);
    if (source < 0 || target < 0) continue;
    const joined = { ...relation, id: relations.length, source, target };
    const same = known.get(key(joined));
    if (same === undefined) relations.push(joined);
    newerOf.push([same ?? joined.id, relation.id]);
  }
  const newerRelations = new Int32Array(relations.length).fill(-1);
  for (const [joined, id] of newerOf) newerRelations[joined] = id;
  return { relations, newerRelations };
}

function onlyInOlder(older: Model, newer: Model): DoomedSet {
  const inNewer = new Map(newer.entities.map((entity) => [entity.name, entity]));
  const doomed = older.entities.filter(({ name, kind, absent }) => {
    const now = inNewer.get(name);
    return !absent && (now?.kind !== kind || now.absent);
  });
  const isDoomed = new Set(doomed.map(({ id }) => id));
  return plainDoomedSet([...isDoomed], {
    hops: (entity) => (isDoomed.has(entity) ? 0 : -1),
    because: (entity) => {
      const before = older.entities[entity];
      if (before === undefined || !isDoomed.has(entity)) return [];
      const now = inNewer.get(before.name);
      if (now === undefined) return [{ text: t`only the older model has "${before.name}"`, entity }];
      const change = now.kind === before.kind ? t`absent` : t`of another kind`;
      return [{ text: t`"${before.name}" is ${change} in the newer model`, entity }];
    },
  });
}
