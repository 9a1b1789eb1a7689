/**
 * The state of the machine page and its transitions.
 */
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import { nextFolded, type ShownChart } from '../../../language/src/view/statechart/shown-chart.ts';
import type { Size } from '../../../language/src/view/layout/layout-graph.ts';
import type { MachineMessageToPage, MachineSubject } from './messages.ts';

/** The drawn chart. */
export interface DrawnChart {
  readonly subject: MachineSubject;
  readonly chart: Statechart;
  /** Says that parts of the machine may be missing. */
  readonly warning: string | undefined;
  /** The visible part of the chart. */
  readonly shown: ShownChart;
  readonly placement: Placement;
  /** The window for which it was laid out. */
  readonly room: Size;
}

/** The state of the machine page. */
export interface MachineState {
  readonly drawn: DrawnChart | undefined;
  readonly run: ChartRun | undefined;
  readonly runTitle: string;
  /** True if a click on a transition fires it. */
  readonly isFiring: boolean;
  /** The transition whose event needs values before it is fired. */
  readonly asking: string | undefined;
  /** Why the last transition was not fired. */
  readonly refused: string | undefined;
  readonly selected: string | undefined;
  readonly isTable: boolean;
  /** True if guards and actions are shown. */
  readonly isFull: boolean;
  /** The folded states; undefined if as many are folded as the window needs. */
  readonly folded: readonly string[] | undefined;
  /** The state that is shown with its neighbours only. */
  readonly focus: string | undefined;
  /** True if a chart that cannot be read as a whole, whatever is folded, is narrowed to one state and its neighbours. */
  readonly mayNarrow: boolean;
  /** True if the panel beside the chart is open; undefined if the window decides. */
  readonly isSideOpen: boolean | undefined;
  /** True if the chart is too large for a readable picture: tables come first, and the picture is a simple one. */
  readonly isLarge: boolean;
  /** The notice that replaces the picture. */
  readonly notice: { readonly kind: 'failed' | 'missing' | 'unshown'; readonly message: string } | undefined;
}

/** An event of the machine page. */
export type MachineEvent =
  | { readonly type: 'drawn'; readonly drawn: DrawnChart }
  | { readonly type: 'selected'; readonly id: string | undefined }
  | { readonly type: 'tableToggled' }
  | { readonly type: 'fullToggled' }
  | { readonly type: 'firingToggled' }
  | { readonly type: 'asked'; readonly id: string | undefined }
  | { readonly type: 'sideToggled'; readonly isOpen: boolean }
  | { readonly type: 'foldToggled'; readonly id: string }
  | { readonly type: 'foldedNext' }
  | { readonly type: 'allOpened' }
  | { readonly type: 'fitted' }
  | { readonly type: 'focused'; readonly id: string | undefined }
  /** Nothing more can be folded of a chart that cannot be read. */
  | { readonly type: 'narrowed'; readonly chart: Statechart }
  | Exclude<MachineMessageToPage, { readonly type: 'chart' | 'limits' }>;

/** The most states and transitions drawn by a layout engine. */
const mostDrawn = 400;

/** Returns true if a chart is too large for a readable picture. */
export const isLargeChart = ({ states, transitions }: Statechart): boolean =>
  states.length + transitions.length > mostDrawn;

/** Returns the initial state. */
export const initialMachineState = (selected: string | undefined): MachineState => ({
  drawn: undefined,
  run: undefined,
  runTitle: '',
  isFiring: false,
  asking: undefined,
  refused: undefined,
  selected,
  isTable: false,
  isFull: false,
  folded: undefined,
  focus: undefined,
  mayNarrow: true,
  isSideOpen: undefined,
  isLarge: false,
  notice: undefined,
});

/** Returns the state after an event. */
export function nextMachineState(state: MachineState, event: MachineEvent): MachineState {
  switch (event.type) {
    case 'drawn': {
      const { chart } = event.drawn;
      const isThere = [...chart.states, ...chart.transitions].some(({ id }) => id === state.selected);
      const large = isLargeChart(chart.explored === undefined ? chart : event.drawn.shown);
      return {
        ...state,
        drawn: event.drawn,
        notice: undefined,
        selected: isThere ? state.selected : undefined,
        isLarge: large,
        // The user's choice stays while the machine's size class stays.
        isTable: large === state.isLarge ? state.isTable : large,
        focus: chart.states.some(({ id }) => id === state.focus) ? state.focus : undefined,
      };
    }
    case 'fullToggled':
      return { ...state, isFull: !state.isFull };
    case 'firingToggled':
      return { ...state, isFiring: !state.isFiring, asking: undefined, refused: undefined };
    case 'asked':
      return { ...state, asking: event.id === state.asking ? undefined : event.id, refused: undefined };
    case 'refused':
      return { ...state, refused: event.message };
    case 'sideToggled':
      return { ...state, isSideOpen: event.isOpen };
    case 'foldToggled': {
      const folded = foldedNow(state);
      const isFolded = folded.includes(event.id);
      return { ...state, folded: isFolded ? folded.filter((id) => id !== event.id) : [...folded, event.id] };
    }
    case 'foldedNext': {
      const next = state.drawn && nextFolded(state.drawn.shown);
      return next === undefined ? state : { ...state, folded: [...foldedNow(state), next] };
    }
    case 'allOpened':
      return { ...state, folded: [], focus: undefined, mayNarrow: false };
    case 'fitted':
      return { ...state, folded: undefined, focus: undefined, mayNarrow: true };
    case 'narrowed': {
      const first = firstFocus(state, event.chart);
      return first === undefined ? { ...state, mayNarrow: false } : focusedOn(state, first);
    }
    case 'focused':
      return event.id === undefined ? { ...state, focus: undefined, mayNarrow: false } : focusedOn(state, event.id);
    case 'selected':
    case 'select':
      return selecting(state, event.id ?? undefined);
    case 'tableToggled':
      return { ...state, isTable: !state.isTable };
    case 'run':
      return {
        ...state,
        run: event.run ?? undefined,
        runTitle: event.title,
        focus: state.focus === undefined ? undefined : (activeIn(state, event.run ?? undefined) ?? state.focus),
        asking: undefined,
        refused: undefined,
        isFiring: state.isFiring && event.run !== null,
      };
    case 'failed':
    case 'unshown':
      return { ...state, notice: { kind: event.type, message: event.message } };
    case 'missing':
      return { ...state, notice: { kind: 'missing', message: event.machine } };
  }
}

/** Returns the innermost state that has become active, which a narrowed chart follows. */
function activeIn({ run }: MachineState, next: ChartRun | undefined): string | undefined {
  const active = next?.active.at(-1);
  return active === run?.active.at(-1) ? undefined : active;
}

const focusedOn = (state: MachineState, id: string | undefined): MachineState => ({
  ...state,
  focus: id,
  folded: undefined,
});

/** Returns the state at which one begins to read: the selected or active one, otherwise the initial one. */
function firstFocus({ selected, run }: MachineState, { states }: Statechart): string | undefined {
  const isState = (id: string | undefined): boolean =>
    states.some((state) => state.id === id && state.parent !== undefined);
  const initial = states.find(({ isInitial }) => isInitial)?.id;
  return [selected, run?.active.at(-1), initial].find(isState);
}

/** Selects a part; where one state is shown with its neighbours, that is the selected one, so that one walks on. */
function selecting(state: MachineState, id: string | undefined): MachineState {
  const next = { ...state, selected: id };
  const { focus, drawn } = state;
  const isElsewhere = drawn?.chart.states.some((each) => each.id === id && each.parent !== undefined) === true;
  return focus === undefined || id === focus || !isElsewhere ? next : focusedOn(next, id);
}

/** Returns the states that are folded in the picture. */
const foldedNow = ({ drawn }: MachineState): readonly string[] =>
  (drawn?.shown.states ?? []).flatMap(({ id, inside }) => (inside === undefined ? [] : [id]));
