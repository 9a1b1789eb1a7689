/**
 * Finds checks of models with a collector that never end or reach no verdict: keepalives are sent forever, and a lease
 * without times may end at any moment.
 */
import type { Check } from '../../model/scenario.ts';
import { pieceSpan } from '../../model/model.ts';
import { defineRule } from './rule.ts';
import { t } from '../../model/common/translation.ts';

/** Finds checks that ignore the times of leases, or do not limit how far they explore. */
export const collectorEndlessCheck = defineRule('collector/endless-check', ({ model, sources }) => {
  if (model.collectors.length === 0 || !model.entities.some(({ kind }) => kind === 'node')) return [];
  return model.checks.flatMap((check) => {
    const message = reason(check);
    return message === undefined ? [] : [{ message, span: pieceSpan(sources, check.place) }];
  });
});

function reason({ clock, horizon, bounds }: Check): string | undefined {
  if (clock === 'any')
    return t`Without times, a lease may end before the first keepalive, and keepalives pile up endlessly. Set "clock: exact" and a "horizon".`;
  if (horizon !== undefined || bounds.length > 0) return undefined;
  return t`Keepalives are sent forever, so this check never ends. Set how far it goes. Example: horizon: 60s`;
}
