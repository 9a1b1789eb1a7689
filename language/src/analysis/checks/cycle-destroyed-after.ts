/**
 * Finds entities each of which is to be destroyed after the other. Cycles that also need ownership are reported as
 * conflicts.
 */
import { defineCheck } from './check.ts';
import { cyclesOf } from './cycles-of.ts';

/** Finds the shortest cycle of `destroyed after` in each component. */
export const cycleDestroyedAfter = defineCheck('cycle/destroyed-after', (context) =>
  cyclesOf(context, context.index.from('destroyed after'), {
    fault: 'The order of destruction goes round in a circle',
    advice: 'Take away one of these "destroyed after", or a teardown leaves one out.',
  }),
);
