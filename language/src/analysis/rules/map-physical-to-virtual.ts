/**
 * Finds physical spaces that map to virtual ones (L9). Optional: only spaces with `physical: true` are known to be
 * physical; all others count as virtual.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { entityOf } from '../../model/model.ts';
import { type RuleContext, defineRule } from './rule.ts';
import { declaredRelations, quotedEntityName } from './declarations.ts';
import { t } from '../../model/common/translation.ts';

/** Finds maps from a space marked physical to one that is not. */
export const mapPhysicalToVirtual = defineRule(
  'map/physical-to-virtual',
  (context) => {
    const wrong = context.index
      .all('maps')
      .filter(({ source, target }) => entityOf(context.model, source).kind === 'space' && target !== source)
      .filter(({ source, target }) => isPhysical(context, source) && !isPhysical(context, target));
    return declaredRelations(context, wrong).map(({ first: { source, target }, span }) => ({
      message:
        t`The physical space ${quotedEntityName(context, source)} maps to ${quotedEntityName(context, target)}, which is not physical. ` +
        t`Reverse the map, or mark the other space with "physical: true".`,
      span,
    }));
  },
  { isOptional: true },
);

function isPhysical({ model }: RuleContext, space: EntityId): boolean {
  return entityOf(model, space).settings.some(
    ({ name, value }) => name === 'physical' && value.kind === 'boolean' && value.value,
  );
}
