/**
 * What the machine page knows, and how each event changes it.
 */
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import type { MachineMessageToPage, MachineSubject } from './messages.ts';

/** What is drawn. */
export interface DrawnChart {
  readonly subject: MachineSubject;
  readonly chart: Statechart;
  readonly placement: Placement;
}

export interface MachineState {
  readonly drawn: DrawnChart | undefined;
  readonly run: ChartRun | undefined;
  readonly runTitle: string;
  readonly selected: string | undefined;
  readonly isTable: boolean;
  /** Whether there is too much for a picture that can be read: tables come first, and the picture is a simple one. */
  readonly isLarge: boolean;
  /** What is shown instead of a picture. */
  readonly notice: { readonly kind: 'failed' | 'missing'; readonly message: string } | undefined;
}

export type MachineEvent =
  | { readonly type: 'drawn'; readonly drawn: DrawnChart }
  | { readonly type: 'selected'; readonly id: string | undefined }
  | { readonly type: 'tableToggled' }
  | Exclude<MachineMessageToPage, { readonly type: 'chart' | 'limits' }>;

/** So many states and transitions are drawn by a layout engine. */
const mostDrawn = 400;

/** Whether a chart is too large for a picture that can be read. */
export const isLarge = ({ states, transitions }: Statechart): boolean => states.length + transitions.length > mostDrawn;

/** Returns the state before anything has come. */
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
        // What a person has chosen stays, as long as the machine is as large as it was.
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
