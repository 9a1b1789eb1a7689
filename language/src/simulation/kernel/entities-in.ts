/** The entities that values name. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Value } from '../values/values.ts';

/** Returns the entities in a value, those in sets and maps included. */
export function entitiesIn(value: Value): EntityId[] {
  if (typeof value !== 'object' || value === null) return [];
  switch (value.kind) {
    case 'entity':
      return [value.id];
    case 'set':
      return value.items.flatMap(entitiesIn);
    case 'map':
      return [value.otherwise, ...[...value.entries.values()].flatMap((entry) => [entry.key, entry.value])].flatMap(
        entitiesIn,
      );
    default:
      return [];
  }
}
