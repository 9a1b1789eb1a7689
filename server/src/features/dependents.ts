/**
 * The dependents of entities, by the direction of each relation, computed once for each model.
 */
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { oncePer } from '../../../language/src/model/common/once-per.ts';
import { dependentEnd } from '../../../language/src/model/relation.ts';

/** The dependents of an entity. */
export interface Dependents {
  readonly holders: ReadonlySet<EntityId>;
  /** The dependents by any other relation. */
  readonly others: ReadonlySet<EntityId>;
}

interface Growing extends Dependents {
  readonly holders: Set<EntityId>;
  readonly others: Set<EntityId>;
}

/** Returns the dependents of each entity. Omits nesting, which is visible in the text. Cost: O(relations), once. */
export const dependentsIn = oncePer((model: Model): ReadonlyMap<EntityId, Dependents> => {
  const found = new Map<EntityId, Growing>();
  for (const { kind, source, target, nested } of model.relations) {
    if (nested) continue;
    const [dependent, on] = dependentEnd[kind] === 'source' ? [source, target] : [target, source];
    const own = found.get(on) ?? { holders: new Set(), others: new Set() };
    found.set(on, own);
    own[kind === 'holds' ? 'holders' : 'others'].add(dependent);
  }
  return found;
});
