/**
 * The state of the machine page and its transitions.
 */
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import type { MachineMessageToPage, MachineSubject } from './messages.ts';

/** The drawn chart. */
export interface DrawnChart {
  readonly subject: MachineSubject;
  readonly chart: Statechart;
  readonly placement: Placement;
  /** True if a better layout is under way. */
  readonly isFirst: boolean;
}

/** The state of the machine page. */
export interface MachineState {
  readonly drawn: DrawnChart | undefined;
  readonly run: ChartRun | undefined;
  readonly runTitle: string;
  readonly selected: string | undefined;
  readonly isTable: boolean;
  /** True if the chart is too large for a readable picture: tables come first, and the picture is a simple one. */
  readonly isLarge: boolean;
  /** The notice that replaces the picture. */
  readonly notice: { readonly kind: 'failed' | 'missing'; readonly message: string } | undefined;
}

/** An event of the machine page. */
export type MachineEvent =
  | { readonly type: 'drawn'; readonly drawn: DrawnChart }
  | { readonly type: 'selected'; readonly id: string | undefined }
  | { readonly type: 'tableToggled' }
  | Exclude<MachineMessageToPage, { readonly type: 'chart' | 'limits' }>;

/** The most states and transitions drawn by a layout engine. */
const mostDrawn = 400;

/** Returns true if a chart is too large for a readable picture. */
export const isLarge = ({ states, transitions }: Statechart): boolean => states.length + transitions.length > mostDrawn;

/** Returns the initial state. */
export const initialMachineState = (selected: string | undefined): MachineState => ({
  drawn: undefined,
  run: undefined,
  runTitle: '',
  selected,
  isTable: false,
  isLarge: false,
  notice: undefined,
});

/** Returns the state after an event. */
export function nextMachineState(state: MachineState, event: MachineEvent): MachineState {
  switch (event.type) {
    case 'drawn': {
      const { chart } = event.drawn;
      const isThere = [...chart.states, ...chart.transitions].some(({ id }) => id === state.selected);
      const large = isLarge(chart);
      return {
        ...state,
        drawn: event.drawn,
        notice: undefined,
        selected: isThere ? state.selected : undefined,
        isLarge: large,
        // The user's choice stays while the machine's size class stays.
        isTable: large === state.isLarge ? state.isTable : large,
      };
    }
    case 'selected':
      return { ...state, selected: event.id };
    case 'select':
      return { ...state, selected: event.id ?? undefined };
    case 'tableToggled':
      return { ...state, isTable: !state.isTable };
    case 'run':
      return { ...state, run: event.run ?? undefined, runTitle: event.title };
    case 'failed':
      return { ...state, notice: { kind: 'failed', message: event.message } };
    case 'missing':
      return { ...state, notice: { kind: 'missing', message: event.machine } };
  }
}
