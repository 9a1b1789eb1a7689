/**
 * The input of the parts of a chart.
 */
import type { Placement } from '../../view/layout/placement.ts';
import type { ChartRun } from '../../view/statechart/chart-run.ts';
import type { ShownChart } from '../../view/statechart/shown-chart.ts';

/** The input of a chart. */
export interface ChartPictureProps {
  readonly chart: ShownChart;
  readonly placement: Placement;
  /** The machine's state in a run, if one is shown. */
  readonly run?: ChartRun | undefined;
  /** The id of the selected state or transition. */
  readonly selected?: string | undefined;
  /** The state or transition that has the Tab stop. */
  readonly current?: string | undefined;
  /** Returns the context menu of a state or transition, as VS Code expects it. */
  readonly menuOf?: ((id: string) => string) | undefined;
  /** True if the chart is for viewing only: nothing in it can be focused or pressed. */
  readonly isStill?: boolean;
}
