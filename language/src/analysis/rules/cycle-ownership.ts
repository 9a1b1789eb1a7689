/**
 * Finds objects that own each other in a cycle: each would have to be destroyed before the other.
 */
import { defineRule } from './rule.ts';
import { cyclesOf } from './cycles-of.ts';
import { t } from '../../model/common/translation.ts';

/** Finds the shortest cycle of owners in each component. */
export const cycleOwnership = defineRule('cycle/ownership', (context) =>
  cyclesOf(context, context.index.from('owns'), {
    fault: t`Ownership forms a cycle`,
    advice: t`Remove one of these owners, or write "refers" in place of "owns".`,
  }),
);
