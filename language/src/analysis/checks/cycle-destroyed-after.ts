/**
 * Things of which each is to be destroyed after the other. Circles that need ownership as well are
 * conflicts and reported as such.
 */
import { shortestCycles } from '../../graph/cycles.ts';
import { defineCheck } from './check.ts';
import { cycleFaults } from './cycle-faults.ts';

/** Finds the shortest circle of `destroyed after` of each component. */
export const cycleDestroyedAfter = defineCheck('cycle/destroyed-after', (context) =>
  cycleFaults(context, shortestCycles(context.index.from('destroyed after')), {
    fault: 'The order of destruction goes round in a circle',
    advice: 'Take away one of these "destroyed after", or a teardown leaves one out.',
  }),
);
