/**
 * Things of which each is to be destroyed after the other. Circles that need ownership as well are
 * conflicts and reported as such.
 */
import { defineCheck } from './check.ts';
import { cyclesOf } from './cycles-of.ts';

/** Finds the shortest circle of `destroyed after` of each component. */
export const cycleDestroyedAfter = defineCheck('cycle/destroyed-after', (context) =>
  cyclesOf(context, context.index.from('destroyed after'), {
    fault: 'The order of destruction goes round in a circle',
    advice: 'Take away one of these "destroyed after", or a teardown leaves one out.',
  }),
);
