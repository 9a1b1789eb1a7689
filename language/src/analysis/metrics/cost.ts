/**
 * Computes the memory cost (MC) of PDs, after P26: the sizes of the resources they hold, each counted once, and the
 * overhead of each PD. A resource that is only mapped counts for its holder.
 */
import { constantOf } from '../../model/machines/constant-of.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';
import { closures, type MetricOptions, resourcesIn } from './closure.ts';
import { type Fraction, sumOf, zero } from './fraction.ts';

/** The cost of some PDs, in bytes or in the unit of the model's sizes. */
export interface MemoryCost {
  readonly total: Fraction;
  readonly resources: Fraction;
  readonly overhead: Fraction;
  /** False if a sum was too precise for numbers and is rounded. */
  readonly isExact: boolean;
  /** Resources that count as 0 because they have no `size`, or none that is known before a run. */
  readonly unsized: readonly EntityId[];
}

/** The set of existing entities, and the values of settings. */
export interface CostOptions extends Pick<MetricOptions, 'alive'> {
  /** Returns the value of a setting, or undefined. Default: that in the text, if it is known before a run. */
  readonly settingOf?: (entity: EntityId, name: 'size' | 'overhead') => Fraction | undefined;
}

/**
 * Returns the cost of some PDs; each living PD counts once, anything else not at all. Cost: O(V), plus what is held.
 */
export function memoryCost(model: RelatedEntities, pds: Iterable<EntityId>, options: CostOptions = {}): MemoryCost {
  const isAlive = options.alive ?? ((id: EntityId) => !entityOf(model, id).absent);
  const settingOf = options.settingOf ?? ((id: EntityId, name: string) => declaredNumber(model, id, name));
  const held = closures(model, { ...options, follow: 'direct' });
  const counted = [...new Set(pds)].filter((id) => model.entities[id]?.kind === 'pd' && isAlive(id));
  const resources = [...new Set(counted.flatMap((pd) => resourcesIn(model, held(pd))))].sort((a, b) => a - b);
  const sizes = resources.map((id) => settingOf(id, 'size'));
  const ofResources = sumOf(sizes.map((size) => size ?? zero));
  const overhead = sumOf(counted.map((pd) => settingOf(pd, 'overhead') ?? zero));
  const total = sumOf([ofResources.value, overhead.value]);
  return {
    total: total.value,
    resources: ofResources.value,
    overhead: overhead.value,
    isExact: ofResources.isExact && overhead.isExact && total.isExact,
    unsized: resources.filter((_, place) => sizes[place] === undefined),
  };
}

function declaredNumber(model: RelatedEntities, entity: EntityId, name: string): Fraction | undefined {
  const setting = entityOf(model, entity).settings.find((each) => each.name === name);
  const value = setting === undefined ? undefined : constantOf(setting.value, model, entity);
  return value?.kind === 'number' ? { numerator: Number(value.top), denominator: Number(value.bottom) } : undefined;
}
