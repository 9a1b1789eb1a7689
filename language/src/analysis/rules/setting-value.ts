/**
 * Finds entities with a setting whose value is known before a run, but illegal: a probability of 2 that a parameter of
 * a class, other data or the number of a copy gives. What the text alone says is reported without a model, too.
 */
import { isSize } from '../../model/machines/constant.ts';
import { constantOf } from '../../model/machines/constant-of.ts';
import type { Entity } from '../../model/entity.ts';
import { entityLimits, type Limit, limitMessage } from '../../model/setting-limits.ts';
import { t } from '../../model/common/translation.ts';
import { declaredEntities, namedCopies } from './declarations.ts';
import { settingOf } from './region-settings.ts';
import { defineRule, type RuleContext, type RuleFault } from './rule.ts';

const limits: readonly (readonly [name: string, limit: Limit])[] = [
  ...new Map(Object.values(entityLimits).flatMap((each) => Object.entries(each))),
];

/** Finds illegal values of settings, of all copies of an entity as one fault. */
export const settingValue = defineRule('setting/value', (context) => {
  const entities = context.model.entities.filter(
    ({ settings, machine }) => settings.length > 0 || machine !== undefined,
  );
  return limits.flatMap(([name, limit]) => faultsOf(context, entities, name, limit));
});

function faultsOf(context: RuleContext, entities: readonly Entity[], name: string, limit: Limit): RuleFault[] {
  const { model } = context;
  const illegal = entities.filter((entity) => {
    if (entityLimits[entity.kind][name] === undefined || settingOf(context, entity, name) === undefined) return false;
    const value = constantOf({ kind: 'property', of: { kind: 'self' }, name }, model, entity.id);
    return isSize(value) && !limit.isLegal(value.value);
  });
  const ids = illegal.map(({ id }) => id);
  return declaredEntities(context, ids).map(({ first, count, span }) => ({
    message: limitMessage(name, limit),
    span,
    related: [{ span, message: t`${namedCopies(context, first, count)} would have this value.` }],
    setting: { entity: first, name },
  }));
}
