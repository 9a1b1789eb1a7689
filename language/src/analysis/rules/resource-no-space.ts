/**
 * Finds resources in no space (the first half of L1): no PD serves them, and no crash ends them.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { entityOf } from '../../model/model.ts';
import { type RuleContext, defineRule } from './rule.ts';
import { declaredEntities, quotedEntityName, namedCopies } from './declarations.ts';
import { holdersOf } from './holders.ts';
import type { Remedy } from './remedy.ts';
import { t } from '../../model/common/translation.ts';

/** Finds resources that are nested in no space. */
export const resourceNoSpace = defineRule('resource/no-space', (context) => {
  const loose = context.model.entities
    .filter(({ id, kind, parent }) => {
      if (kind !== 'resource' || at(context.index.spaceOf, id) >= 0) return false;
      // Nesting in anything else has a finding of its own.
      return parent === undefined || ['pd', 'node'].includes(entityOf(context.model, parent).kind);
    })
    .map(({ id }) => id);
  const mapped = new Set(context.index.all('maps').flatMap(({ source, target }) => [source, target]));
  return declaredEntities(context, loose).map(({ first, count, span }) => ({
    message:
      t`The resource ${namedCopies(context, first, count)} is in no space. ` + t`Declare it in the body of its space.`,
    span,
    remedies: () => (count > 1 || mapped.has(first) ? [] : remedies(context, first)),
  }));
});

/** Returns the remedy that declares a space around a resource that is nested in nothing. */
function remedies(context: RuleContext, resource: EntityId): Remedy[] {
  if (entityOf(context.model, resource).parent !== undefined) return [];
  const title = t`Declare a space for ${quotedEntityName(context, resource)}`;
  return [{ kind: 'house', title, resource, manager: holdersOf(context, resource)[0] }];
}
