/**
 * Finds entities each of which, once doomed, waits for the end of the other: none of them ever ends.
 */
import { defineRule } from './rule.ts';
import { cyclesOf } from './cycles-of.ts';
import { t } from '../../model/common/translation.ts';

/** Finds the shortest cycle of `waits for` in each component. */
export const cycleWaitsFor = defineRule('cycle/waits-for', (context) =>
  cyclesOf(context, context.index.from('waits for'), {
    fault: t`Each of these waits for the end of the next, so no orderly end of them can complete`,
    advice: t`Remove one of these "waits for".`,
  }),
);
