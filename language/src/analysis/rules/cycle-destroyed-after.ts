/**
 * Finds entities that must each be destroyed after the other. Cycles that also need ownership are reported as
 * conflicts.
 */
import { defineRule } from './rule.ts';
import { cyclesOf } from './cycles-of.ts';
import { t } from '../../model/common/translation.ts';

/** Finds the shortest cycle of `destroyed after` in each component. */
export const cycleDestroyedAfter = defineRule('cycle/destroyed-after', (context) =>
  cyclesOf(context, context.index.from('destroyed after'), {
    fault: t`The order of destruction forms a cycle`,
    advice: t`Remove one of these "destroyed after"; otherwise a teardown ignores one.`,
  }),
);
