/**
 * The subjects of measurements: existing PDs and nodes.
 */
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { canCrash, type EntityId } from '../../../language/src/model/entity-kind.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { findEntity, type WantedEntity } from './plans/find-entity.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The words for names of compared PDs and nodes. */
const measurable: WantedEntity = {
  fits: ({ kind }) => canCrash(kind),
  noun: t`PD and no node`,
  only: t`only PDs and nodes are compared`,
  without: t`there is nothing to compare`,
  which: t`which copy is compared`,
  ifAbsent: t`there is nothing to measure`,
};

/** Returns the two PDs or nodes of these names, neither of which is on the other. */
export function findCompared(model: Model, first: string, second: string): Answer<readonly [EntityId, EntityId]> {
  const one = findEntity(model, first, measurable);
  if ('refusal' in one) return one;
  const other = findEntity(model, second, measurable);
  if ('refusal' in other) return other;
  const [a, b] = [one.value, other.value];
  for (const [inner, outer] of [
    [a, b],
    [b, a],
  ] as const) {
    if (outer.kind === 'node' && inner.id !== outer.id && isOn(model, inner.id, outer.id))
      return { refusal: t`"${inner.name}" is on "${outer.name}"; compare what is apart.` };
  }
  return { value: [a.id, b.id] };
}

const isOn = (model: Pick<Model, 'entities'>, id: EntityId, node: EntityId): boolean => {
  const parent = model.entities[id]?.parent;
  return parent !== undefined && (parent === node || isOn(model, parent, node));
};
