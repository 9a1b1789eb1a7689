/** The picture of explored states outside a page: as many groups are folded as a readable picture needs. */
import type { Placement } from '../layout/placement.ts';
import { chartLayout, chartPlacement, type PlaceGraph } from './chart-layout.ts';
import { nextFolded, shownChart, type ShownChart } from './shown-chart.ts';
import type { Statechart } from './statechart.ts';

/** The most states and transitions in the picture, unless there is nothing left to fold. */
const most = 120;

/** Returns what is shown of explored states, with its placement. */
export async function drawnStates(
  chart: Statechart,
  place: PlaceGraph,
): Promise<{ readonly chart: ShownChart; readonly placement: Placement }> {
  const folded = new Set<string>();
  for (;;) {
    const shown = shownChart(chart, { isFull: false, folded });
    const next = nextFolded(shown);
    if (shown.states.length + shown.transitions.length <= most || next === undefined) {
      return { chart: shown, placement: chartPlacement(shown, await place(chartLayout(shown))) };
    }
    folded.add(next);
  }
}
