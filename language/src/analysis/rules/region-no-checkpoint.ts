/**
 * Finds regions in which a member needs at least the drain timeout to save its state: no checkpoint ever completes,
 * and each drain ends in a reset.
 */
import { defineRule } from './rule.ts';
import { slowMemberFaults } from './region-slow-members.ts';

/** Finds regions with a member that drains and saves too slowly. */
export const regionNoCheckpoint = defineRule('region/no-checkpoint', (context) =>
  slowMemberFaults(context, {
    timeout: 'drainTimeout',
    times: ['drainTime', 'backgroundTime'],
    fault: 'to drain and save its state',
    consequence: 'no checkpoint ever completes',
  }),
);
