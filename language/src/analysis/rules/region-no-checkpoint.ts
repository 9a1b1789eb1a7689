/**
 * Finds regions in which a member needs more than the drain timeout to save its state, so that no checkpoint ever
 * completes and each drain ends in a reset, or just as long, so that this may happen.
 */
import { defineRule } from './rule.ts';
import { slowMemberFaults } from './region-slow-members.ts';
import { t } from '../../model/common/translation.ts';

/** Finds regions with a member that drains and saves too slowly. */
export const regionNoCheckpoint = defineRule('region/no-checkpoint', (context) =>
  slowMemberFaults(context, {
    timeout: 'drainTimeout',
    times: ['drainTime', 'backgroundTime'],
    fault: t`to drain and save its state`,
    consequence: t`no checkpoint ever completes`,
    possibility: t`checkpoints may never complete`,
  }),
);
