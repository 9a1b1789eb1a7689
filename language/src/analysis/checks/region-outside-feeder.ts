/**
 * PDs in no region that feed a member of one: after a reset nobody makes them send again what was lost.
 */
import { at } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { defineCheck, relationPlace } from './check.ts';
import { declaredRelations, nameOf } from './declarations.ts';

/** Finds feeds from a PD in no region to a member of one. */
export const regionOutsideFeeder = defineCheck('region/outside-feeder', (context) => {
  const regions = context.index.to('contains');
  const membership = (pd: EntityId): number | undefined => {
    const edge = at(regions.offsets, pd);
    return edge === at(regions.offsets, pd + 1) ? undefined : edge;
  };
  const crossing = context.index
    .all('feeds')
    .filter(({ source, target }) => membership(source) === undefined && membership(target) !== undefined);
  return declaredRelations(context, crossing).map(({ first: { source, target }, span }) => {
    const edge = membership(target) ?? -1;
    const region = nameOf(context, at(regions.targets, edge));
    return {
      message:
        `${nameOf(context, source)} is in no region but feeds ${nameOf(context, target)}, a member of ${region}. ` +
        `Let ${region} contain it too, so that a reset makes it send again.`,
      span,
      related: [relationPlace(context, at(regions.labels, edge))],
    };
  });
});
