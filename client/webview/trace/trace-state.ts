/**
 * The state of the trace page and how it changes: a pure function of what happened. Of a long run only the
 * rows around what was looked at last are kept.
 */
import type { RunRow, StepView } from '../../../language/src/view/run-step.ts';
import type { SavedTrace, TraceMessageToPage } from './messages.ts';

/** A run with what it is of. */
export type ShownRun = Pick<TraceMessageToPage & { readonly type: 'run' }, 'number' | 'subject' | 'summary'>;

/** Rows come in windows of so many. */
export const windowSize = 200;
/** So many windows are kept. */
const mostWindows = 40;

/** Rows by the number of their window. */
export type RowWindows = ReadonlyMap<number, readonly RunRow[]>;

export interface TraceState {
  readonly shown: ShownRun | undefined;
  readonly windows: RowWindows;
  readonly selected: number;
  /** What is to be seen at a step; that of an earlier one until the selected one comes. */
  readonly view: StepView | undefined;
  /** Whether the text is another one than that of the run. */
  readonly isStale: boolean;
  /** Whether a run is being made. */
  readonly isBusy: boolean;
  /** Why there is none; then an older run is not shown. */
  readonly failure: string | undefined;
}

export type TraceEvent = TraceMessageToPage | { readonly type: 'selected'; readonly step: number };

/** Returns the state of a page that was just opened. */
export const initialTraceState = (saved: SavedTrace | undefined): TraceState => ({
  shown: undefined,
  windows: new Map(),
  selected: saved?.step ?? 0,
  view: undefined,
  isStale: false,
  isBusy: true,
  failure: undefined,
});

/** Returns the state after an event. */
export function nextTraceState(state: TraceState, event: TraceEvent): TraceState {
  switch (event.type) {
    case 'run':
      return withRun(state, event);
    case 'rows':
      return event.number === state.shown?.number ? withRows(state, event.from, event.rows) : state;
    case 'step':
      return event.number === state.shown?.number ? { ...state, view: event.view } : state;
    case 'goTo':
      return event.number === state.shown?.number ? nextTraceState(state, { ...event, type: 'selected' }) : state;
    case 'stale':
      return { ...state, isStale: true };
    case 'busy':
      return { ...state, isBusy: true };
    case 'failed':
      return { ...state, isBusy: false, failure: event.message };
    case 'selected':
      return { ...state, selected: within(event.step, state.shown?.summary.steps ?? 0) };
  }
}

/** Returns the row of a step, if it is here. */
export const rowAt = (windows: RowWindows, step: number): RunRow | undefined =>
  windows.get(Math.floor(step / windowSize))?.[step % windowSize];

/** Returns the next step with something wrong after a step; the first of all after the last. */
export function nextMarked(marked: readonly { readonly step: number }[], step: number): number | undefined {
  return (marked.find((each) => each.step > step) ?? marked[0])?.step;
}

/** The same run once more stays at its step; another one begins where its first problem is, or at its start. */
function withRun(
  state: TraceState,
  { number, subject, summary, step }: TraceMessageToPage & { readonly type: 'run' },
): TraceState {
  const isSame = JSON.stringify(subject) === JSON.stringify(state.shown?.subject);
  const grave = summary.marked.find(({ mark }) => mark !== 'remark');
  const selected = step ?? (isSame ? state.selected : (grave?.step ?? 0));
  return {
    shown: { number, subject, summary },
    windows: new Map(),
    selected: within(selected, summary.steps),
    view: isSame ? state.view : undefined,
    isStale: false,
    isBusy: false,
    failure: undefined,
  };
}

function withRows(state: TraceState, from: number, rows: readonly RunRow[]): TraceState {
  const latest = Math.floor(from / windowSize);
  const windows = new Map([...state.windows, [latest, rows]]);
  const far = [...windows.keys()].sort((a, b) => Math.abs(b - latest) - Math.abs(a - latest));
  for (const one of far.slice(0, Math.max(0, windows.size - mostWindows))) windows.delete(one);
  return { ...state, windows };
}

const within = (step: number, last: number): number => Math.max(0, Math.min(last, step));
