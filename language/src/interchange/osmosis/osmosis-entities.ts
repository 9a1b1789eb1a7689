/**
 * Chooses the ids of entities in an OSmosis dump: ids kept from an import, names that already have the form of an id,
 * and new ids for the rest.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId, EntityKind } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { hasIdForm } from './osmosis-ids.ts';
import { keptId } from './osmosis-kept.ts';
import type { NodeKind } from './osmosis-row.ts';

/** An entity of a kind that a dump can express. */
export type OsmosisEntity = Entity & { readonly kind: NodeKind };

/** Returns true if a dump can express entities of a kind. */
export const isNodeKind = (kind: EntityKind): kind is NodeKind =>
  kind === 'pd' || kind === 'space' || kind === 'resource';

/**
 * Returns the ids of all entities that a dump can express: PDs, spaces and resources that exist from the start. Ids are
 * unique. New ones count from 1 (`PD_1`, `file_SPACE_1`, `file_1_1`).
 */
export function assignIds(model: Model): ReadonlyMap<EntityId, string> {
  const ids = new Map<EntityId, string>();
  const taken = new Set<string>();
  const unnamed: OsmosisEntity[] = [];
  for (const entity of model.entities) {
    if (!isOsmosisEntity(entity)) continue;
    const kept = keptId(entity);
    const id = kept ?? withoutQuotes(localName(model, entity));
    const isId = kept !== undefined || hasIdForm(entity.kind, id);
    if (!isId || taken.has(id)) unnamed.push(entity);
    else ids.set(entity.id, id);
    if (isId) taken.add(id);
  }
  const counters = new Map<string, number>();
  for (const entity of unnamed) {
    const stem = stemOf(model, entity, ids);
    let count = counters.get(stem) ?? 0;
    do count += 1;
    while (taken.has(`${stem}_${String(count)}`));
    counters.set(stem, count);
    taken.add(`${stem}_${String(count)}`);
    ids.set(entity.id, `${stem}_${String(count)}`);
  }
  return ids;
}

/** Returns the type label of a space or resource; a resource without one has that of its space. */
export function typeLabel(model: Model, entity: Entity): string {
  const space = entity.parent === undefined ? undefined : model.entities[entity.parent];
  return entity.type ?? (space?.kind === 'space' ? space.type : undefined) ?? '';
}

/** Returns the name of an entity within the one around it. */
export function localName(model: Model, { name, parent }: Entity): string {
  const around = parent === undefined ? undefined : model.entities[parent];
  return around !== undefined && name.startsWith(`${around.name}.`) ? name.slice(around.name.length + 1) : name;
}

/** Returns a name as a dump has it: the quotes that the language needs are no part of it. */
export const withoutQuotes = (name: string): string => name.replaceAll("'", '');

const isOsmosisEntity = (entity: Entity): entity is OsmosisEntity => isNodeKind(entity.kind) && !entity.absent;

/** Returns the beginning of a new id. Spaces come before their resources, so their ids are known by then. */
function stemOf(model: Model, entity: OsmosisEntity, ids: ReadonlyMap<EntityId, string>): string {
  if (entity.kind === 'pd') return 'PD';
  const type = withoutQuotes(typeLabel(model, entity)) || 'UNKNOWN';
  if (entity.kind === 'space') return `${type}_SPACE`;
  const space = entity.parent === undefined ? undefined : ids.get(entity.parent);
  return `${type}_${space === undefined ? '0' : (/[^_]*$/.exec(space)?.[0] ?? '0')}`;
}
