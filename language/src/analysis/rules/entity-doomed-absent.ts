/**
 * Finds entities that are to end from the start and do not exist then, so that nothing of it happens.
 */
import { defineRule } from './rule.ts';
import { declaredEntities, namedCopies } from './declarations.ts';
import { t } from '../../model/common/translation.ts';

/** Finds every entity marked `doomed` that is absent, by itself or with what it is nested in. */
export const entityDoomedAbsent = defineRule('entity/doomed-absent', (context) => {
  const absent = context.model.entities.filter((each) => each.doomed === true && each.absent).map(({ id }) => id);
  return declaredEntities(context, absent).map(({ first, count, span }) => ({
    message:
      t`${namedCopies(context, first, count)} does not exist at the start, so it is not ending then: "doomed" has no effect. ` +
      t`Remove "doomed" or "absent".`,
    span,
  }));
});
