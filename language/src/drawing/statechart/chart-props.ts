/**
 * What the parts of a chart are drawn from.
 */
import type { Placement } from '../../view/layout/placement.ts';
import type { ChartRun } from '../../view/statechart/chart-run.ts';
import type { Statechart } from '../../view/statechart/statechart.ts';

export interface ChartPictureProps {
  readonly chart: Statechart;
  readonly placement: Placement;
  /** How the machine stands in a run, if one is shown. */
  readonly run?: ChartRun | undefined;
  /** The id of the state or transition that is selected. */
  readonly selected?: string | undefined;
  /** The state or transition where the Tab key stops. */
  readonly current?: string | undefined;
  /** Returns what the menu over a state or transition offers, as VS Code is told it. */
  readonly menuOf?: ((id: string) => string) | undefined;
  /** Whether it is only looked at: then nothing in it can be focused or pressed. */
  readonly isStill?: boolean;
}
