/**
 * The visible part of a stretch: everything that the user has not hidden.
 */
import type { RunStretch } from '../../../../language/src/view/run/run-stretch.ts';
import type { TraceSettings } from '../messages.ts';

/** Returns the lanes and series that are not hidden. */
export const visibleOf = (
  { lanes, series }: RunStretch,
  { hiddenLanes, hiddenSeries }: Pick<TraceSettings, 'hiddenLanes' | 'hiddenSeries'>,
): Pick<RunStretch, 'lanes' | 'series'> => ({
  lanes: lanes.filter(({ name }) => !hiddenLanes.includes(name)),
  series: series.filter(({ name }) => !hiddenSeries.includes(name)),
});
