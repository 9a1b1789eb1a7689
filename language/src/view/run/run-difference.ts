/**
 * Compares two runs at one time of the virtual clock: the differences of the second, nested.
 */
import { differenceOf, observe } from '../../simulation/program/observe.ts';
import type { Timeline } from '../../simulation/play/recording/timeline.ts';
import { durationText } from '../../simulation/values/values.ts';
import type { RunDifference } from './run-comparison.ts';
import { changeRows, mostShown } from './run-rows.ts';

/** A run and the number of its last step. */
export interface ComparedRun {
  readonly timeline: Timeline;
  readonly last: number;
}

/**
 * Returns how the second run differs from the first at a step of the second. Up to step `common` the runs are the same;
 * later, the first run's last step up to that time is compared.
 */
export function runDifference(
  first: ComparedRun,
  second: ComparedRun,
  { step, common }: { readonly step: number; readonly common: number },
): RunDifference | undefined {
  const moment = second.timeline.goTo(step);
  if (moment.step !== step || step > second.last) return undefined;
  const { now } = moment.run.state;
  const after = observe(moment.run);
  const other = step <= common ? step : lastStepUntil(first, now, common);
  const before = observe(first.timeline.goTo(other).run);
  const rows = changeRows(differenceOf(before, after), 0);
  return {
    step,
    other,
    at: durationText(now),
    changes: rows.slice(0, mostShown),
    otherChanges: Math.max(0, rows.length - mostShown),
  };
}

/** Returns the last step up to a time, by binary search, since time never goes back. */
function lastStepUntil({ timeline, last }: ComparedRun, until: number, common: number): number {
  let [low, high] = [Math.min(common, last), last];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (timeline.goTo(middle).run.state.now <= until) low = middle;
    else high = middle - 1;
  }
  return low;
}
