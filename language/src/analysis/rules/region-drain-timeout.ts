/**
 * Finds periodic regions whose drain may take longer than their period, so that checkpoints fall ever further behind
 * schedule.
 */
import { defineRule } from './rule.ts';
import { declaredEntities, namedCopies } from './declarations.ts';
import { durationOf, inSeconds, isGiven, regionsOf } from './region-settings.ts';
import { t } from '../../model/common/translation.ts';

/** Finds regions with a drain timeout above their period, if their own body sets both. */
export const regionDrainTimeout = defineRule('region/drain-timeout', (context) => {
  const slow = regionsOf(context).filter((region) => {
    if (!isGiven(region, 'drainTimeout') || !isGiven(region, 'period')) return false;
    const [timeout = 0, period = 0] = ['drainTimeout', 'period'].map((name) => durationOf(context, region, name));
    return period > 0 && timeout > period;
  });
  return declaredEntities(
    context,
    slow.map(({ id }) => id),
  ).map(({ first, count, span }) => {
    const region = slow.find(({ id }) => id === first);
    const [timeout = 0, period = 0] = ['drainTimeout', 'period'].map((name) =>
      region === undefined ? 0 : durationOf(context, region, name),
    );
    return {
      message:
        t`A drain of ${namedCopies(context, first, count)} may take ${inSeconds(timeout)}, longer than its period of ${inSeconds(period)}. ` +
        t`Shorten the drain timeout, or lengthen the period.`,
      span,
      setting: { entity: first, name: 'drainTimeout' },
    };
  });
});
