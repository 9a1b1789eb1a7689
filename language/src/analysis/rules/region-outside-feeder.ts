/**
 * Finds PDs outside all regions that feed a member of one: after a reset nothing makes them resend what was lost.
 */
import { at } from '../../model/common/lookup.ts';
import { reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { type RuleContext, defineRule, relationPlace } from './rule.ts';
import { declaredRelations, quotedEntityName } from './declarations.ts';
import type { Remedy } from './remedy.ts';
import { t } from '../../model/common/translation.ts';

/** Finds feeds from a PD in no region to a member of one. */
export const regionOutsideFeeder = defineRule('region/outside-feeder', (context) => {
  const regions = context.index.to('contains');
  const membership = (pd: EntityId): number | undefined => {
    const edge = at(regions.offsets, pd);
    return edge === at(regions.offsets, pd + 1) ? undefined : edge;
  };
  const isOutside = (pd: EntityId): boolean => membership(pd) === undefined;
  const crossing = context.index.all('feeds').filter(({ source, target }) => isOutside(source) && !isOutside(target));
  return declaredRelations(context, crossing).map(({ first: { source, target }, span }) => {
    const edge = membership(target) ?? -1;
    const region = at(regions.targets, edge);
    return {
      message:
        t`${quotedEntityName(context, source)} is in no region but feeds ${quotedEntityName(context, target)}, a member of ${quotedEntityName(context, region)}. ` +
        t`Let ${quotedEntityName(context, region)} contain it too, so that a reset makes it send again.`,
      span,
      related: [relationPlace(context, at(regions.labels, edge))],
      remedies: () => (crossing.length > mostWithRemedies ? [] : remedies(context, region, source, isOutside)),
    };
  });
});

/** Each remedy visits all feeders of the PD; with more findings than this, none is offered. */
const mostWithRemedies = 100;

/**
 * Returns the remedy that adds the PD and all its feeders to the region; none if one of them is in a region already,
 * which would close a loop.
 */
function remedies(
  context: RuleContext,
  region: EntityId,
  source: EntityId,
  isOutside: (pd: EntityId) => boolean,
): Remedy[] {
  const { index, model } = context;
  const { distance } = reach(model.entities.length, { sources: [{ node: source, hops: 0 }], free: index.to('feeds') });
  const feeding = [...distance.keys()].filter((id) => at(distance, id) >= 0);
  if (!feeding.every(isOutside)) return [];
  const what =
    feeding.length === 1
      ? quotedEntityName(context, source)
      : t`${quotedEntityName(context, source)} and everything that feeds it`;
  const title = t`Let ${quotedEntityName(context, region)} contain ${what}`;
  return [{ kind: 'relate', title, subject: region, relation: 'contains', targets: feeding }];
}
