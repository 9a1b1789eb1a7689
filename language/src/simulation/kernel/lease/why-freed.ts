/**
 * Explains why a box that a root reaches is freed: the condition of safety that does not hold, asked of the run at the
 * moment of freeing.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { isAlive } from '../graph-now.ts';
import type { Run } from '../run.ts';
import { flagOf, rateOf, timeOf } from './lease-settings.ts';
import { outside } from './leases.ts';
import { hindranceOf } from './counterfactual.ts';
import { placesOf, referencesNow } from './references.ts';
import { t } from '../../../model/common/translation.ts';

const hindrances = {
  loss: t`keepalives were lost`,
  pause: t`a node was paused for too long`,
  both: t`keepalives were lost, and a node was paused`,
} as const;

/**
 * Returns the cause of freeing a box now: a clause. Losses and pauses are the cause if its lease would have lasted
 * without them; with a period longer than the lease, freeing would only have been delayed.
 */
export function whyFreed(run: Run, box: EntityId): string {
  const duration = timeOf(run, outside, 'duration') ?? 0;
  const period = timeOf(run, outside, 'period') ?? 0;
  const hindrance = period > duration ? undefined : hindranceOf(run, box);
  if (hindrance !== undefined) return hindrances[hindrance];
  if (period >= duration) return t`the period is not shorter than the lease`;
  const { until = 0 } = run.state.leases?.boxes.get(box) ?? {};
  const { last, reached } = run.state.leases?.tally ?? {};
  const renewed = until - (timeOf(run, referencesNow(run).nodeOrOutside(box), 'duration') ?? 0);
  if ((reached?.get(box) ?? 0) > renewed) return t`a root came to reach it too late for a keepalive`;
  if (clocksDisagree(run)) return t`clocks run at different rates`;
  const transfer = last?.transfer;
  if (transfer !== undefined && transfer > until - duration) {
    return flagOf(run, 'handover', true)
      ? t`a lease is shorter than a period plus the delay of a hand-over`
      : t`a lease is shorter than two periods plus the delay of a hand-over, and no extra keepalive is sent`;
  }
  return t`a lease is shorter than a period plus the delays of the path`;
}

function clocksDisagree(run: Run): boolean {
  const rates = placesOf(run)
    .filter((place) => place !== outside && isAlive(run.state, place))
    .map((place) => JSON.stringify(rateOf(run, place)));
  return new Set(rates).size > 1;
}
