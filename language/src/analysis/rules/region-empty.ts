/**
 * Finds regions without members: there is nothing to checkpoint or to reset.
 */
import { at } from '../../model/common/lookup.ts';
import { defineRule } from './rule.ts';
import { declaredEntities, namedCopies } from './declarations.ts';
import { t } from '../../model/common/translation.ts';

/** Finds regions, present at the start, that contain no PD. */
export const regionEmpty = defineRule('region/empty', (context) => {
  const { offsets } = context.index.from('contains');
  const empty = context.model.entities
    .filter(({ id, kind, absent }) => kind === 'region' && !absent && at(offsets, id) === at(offsets, id + 1))
    .map(({ id }) => id);
  return declaredEntities(context, empty).map(({ first, count, span }) => ({
    message: t`The region ${namedCopies(context, first, count)} has no members. Add "contains" with the PDs that recover together.`,
    span,
  }));
});
