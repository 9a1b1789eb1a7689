/**
 * Finds resources or spaces that are built from each other in a cycle.
 */
import { defineRule } from './rule.ts';
import { cyclesOf } from './cycles-of.ts';
import { t } from '../../model/common/translation.ts';

/** Finds the shortest cycle of `maps` in each component. */
export const cycleMaps = defineRule('cycle/maps', (context) =>
  cyclesOf(context, context.index.from('maps'), {
    fault: t`These maps form a cycle`,
    advice: t`Remove one of them.`,
  }),
);
