/**
 * The types of resources, one entry each in the vector of similarities. A resource without a type of its own has that
 * of its space.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { oncePer } from '../../model/common/once-per.ts';
import { indexRelations, type RelatedEntities, type RelationIndex } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';
import { at } from '../../model/common/lookup.ts';

/** The type labels in order of first appearance, and the index of each resource's label. */
export interface ResourceTypes {
  readonly labels: readonly string[];
  /** By entity; -1 for a resource without a type, and for all other entities. */
  readonly of: Int32Array;
  /** By entity: 1 for resources. */
  readonly isResource: Uint8Array;
}

/** Returns the types of a model's resources, computed once for each index. Cost: O(V). */
export const resourceTypes = (model: RelatedEntities): ResourceTypes => typesOnce(indexRelations(model));

const typesOnce = oncePer(typesOf);

/** Returns the type of a resource: its own, otherwise that of its space. */
function typeOfResource(index: RelationIndex, resource: EntityId): string | undefined {
  const space = at(index.spaceOf, resource);
  const { type } = entityOf(index.model, resource);
  return type ?? (space < 0 ? undefined : entityOf(index.model, space).type);
}

function typesOf(index: RelationIndex): ResourceTypes {
  const places = new Map<string, number>();
  const of = Int32Array.from(index.model.entities, ({ id, kind }) => {
    const type = kind === 'resource' ? typeOfResource(index, id) : undefined;
    if (type === undefined) return -1;
    const place = places.get(type) ?? places.size;
    places.set(type, place);
    return place;
  });
  const isResource = Uint8Array.from(index.model.entities, ({ kind }) => (kind === 'resource' ? 1 : 0));
  return { labels: [...places.keys()], of, isResource };
}
