/**
 * Finds operator-driven regions that do not begin at exactly one PD (CDISP0837E): the PD that requests a drain must be
 * the one where it begins. Reports nothing if neither a setting nor the data flow says where a region begins.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { entitySpan } from '../../model/model.ts';
import { type RuleContext, defineRule } from './rule.ts';
import { declaredEntities, quotedEntityName, namedCopies } from './declarations.ts';
import { isOperatorDriven, regionMembers, regionsOf, settingOf } from './region-settings.ts';
import { required } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** Finds operator-driven regions that begin at no member, or at several. */
export const regionStartOperator = defineRule('region/start-operator', (context) => {
  const starts = new Map<EntityId, readonly Entity[]>();
  for (const region of regionsOf(context)) {
    const found = isOperatorDriven(context, region) ? startsOf(context, region) : undefined;
    if (found !== undefined && found.length !== 1) starts.set(region.id, found);
  }
  return declaredEntities(context, [...starts.keys()]).map(({ first, count, span }) => {
    const found = required(starts.get(first));
    const names = found.slice(0, 4).map(({ id }) => quotedEntityName(context, id));
    const which = found.length === 0 ? t`at none of its members` : t`at ${found.length} members (${names.join(', ')})`;
    return {
      message:
        t`The operator-driven region ${namedCopies(context, first, count)} begins ${which}; it must begin at exactly one. ` +
        t`Let one member feed all others, or make the region periodic.`,
      span,
      related: found.slice(0, 4).map(({ id }) => ({
        message: t`No other member feeds it.`,
        span: entitySpan(context.sources, id),
      })),
      setting: { entity: first, name: 'trigger' },
    };
  });
});

/** Returns the members that no other member feeds; undefined if no member feeds another, or if a setting names them. */
function startsOf(context: RuleContext, region: Entity): readonly Entity[] | undefined {
  const declared = settingOf(context, region, 'startOperators');
  if (declared !== undefined && !(declared.kind === 'list' && declared.items.length === 0)) return undefined;
  const members = regionMembers(context, region.id);
  const ids = new Set(members.map(({ id }) => id));
  const within = context.index.all('feeds').filter(({ source, target }) => ids.has(source) && ids.has(target));
  if (within.length === 0) return undefined;
  const fed = new Set(within.filter(({ source, target }) => source !== target).map(({ target }) => target));
  return members.filter(({ id }) => !fed.has(id));
}
