/**
 * Finds resources that no PD holds (L2): nothing uses them, and nothing releases them.
 */
import { at } from '../../model/common/lookup.ts';
import { defineRule } from './rule.ts';
import { declaredEntities, namedCopies } from './declarations.ts';
import { holdRemedies } from './holders.ts';
import { t } from '../../model/common/translation.ts';

/** Finds resources, present at the start, that no PD holds. */
export const resourceOrphan = defineRule('resource/orphan', (context) => {
  const { offsets } = context.index.to('holds');
  const orphans = context.model.entities
    .filter(({ id, kind, absent }) => kind === 'resource' && !absent && at(offsets, id) === at(offsets, id + 1))
    .map(({ id }) => id);
  return declaredEntities(context, orphans).map(({ first, count, span }) => ({
    message:
      t`No PD holds the resource ${namedCopies(context, first, count)}. ` +
      t`Add "holds" to the PD that serves its space, or remove the resource.`,
    span,
    remedies: () => holdRemedies(context, first, count),
  }));
});
