/**
 * The state of the trace page and its transitions: a pure function of events. Of a long run, only rows around the last
 * visible ones are kept.
 */
import type { RunRow, StepView } from '../../../language/src/view/run/run-step.ts';
import type { RunChoices } from '../../../language/src/view/run/run-choice.ts';
import type { RunDifference } from '../../../language/src/view/run/run-comparison.ts';
import { noFilter } from '../../../language/src/view/run/run-filter.ts';
import type { RunStretch } from '../../../language/src/view/run/run-stretch.ts';
import type { KeptRuns, SavedTrace, TraceMessageToPage, TraceSettings } from './messages.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';

/** A run and its subject. */
export type ShownRun = Pick<TraceMessageToPage & { readonly type: 'run' }, 'number' | 'subject' | 'summary'>;

/** The number of rows in a window. */
export const windowSize = 200;
/** The most windows kept. */
const mostWindows = 40;

/** The steps that match a filter. */
export interface FoundSteps {
  readonly find: number;
  readonly steps: readonly number[];
}

/** The drawn steps of the run, and of the compared one. */
export interface DrawnStretch {
  readonly stretch: RunStretch;
  readonly other: RunStretch | undefined;
}

/** The branches, by title. */
export interface RunList {
  readonly titles: readonly string[];
  readonly shown: number;
  readonly compared: number | undefined;
  /** The changes of each branch. */
  readonly branches: KeptRuns['branches'];
}

/** The initial settings of the page. */
export const firstSettings: TraceSettings = {
  filter: noFilter,
  changedOnly: false,
  axis: 'time',
  hasPicture: true,
  span: 100,
  speed: 2,
  hiddenLanes: [],
  hiddenSeries: [],
};

/** Rows by the number of their window. */
export type RowWindows = ReadonlyMap<number, readonly RunRow[]>;

/** The state of the trace page. */
export interface TraceState {
  /** The state before the page was hidden or reloaded. */
  readonly saved: SavedTrace | undefined;
  readonly shown: ShownRun | undefined;
  readonly windows: RowWindows;
  readonly selected: number;
  /** The details of a step; those of an earlier one until the selected one comes. */
  readonly view: StepView | undefined;
  /** The possible next steps, once they are known. */
  readonly choices: RunChoices | undefined;
  readonly drawn: DrawnStretch | undefined;
  /** The matching steps; absent without a filter. */
  readonly found: FoundSteps | undefined;
  readonly runs: RunList;
  readonly difference: RunDifference | undefined;
  /** The values of the watches at a step. */
  readonly watched: Pick<TraceMessageToPage & { readonly type: 'watched' }, 'step' | 'values'> | undefined;
  /** The reason why a tried value does not fit. */
  readonly refused: string | undefined;
  readonly settings: TraceSettings;
  /** The entity that is selected. */
  readonly entity: string | undefined;
  /** The bookmarked steps, in order. */
  readonly bookmarks: readonly number[];
  readonly isPlaying: boolean;
  /** True if the text has changed since the run. */
  readonly isStale: boolean;
  /** True while a run is under way. */
  readonly isBusy: boolean;
  /** The reason why there is no run; an older one is then not shown. */
  readonly failure: string | undefined;
}

/** An event of the trace page. */
export type TraceEvent =
  | Exclude<TraceMessageToPage, { readonly type: 'hide' }>
  | { readonly type: 'selected'; readonly step: number }
  | { readonly type: 'chosen'; readonly settings: Partial<TraceSettings> }
  | { readonly type: 'entityChosen'; readonly name: string }
  /** Sets the bookmark of a step, or removes it. */
  | { readonly type: 'bookmarked'; readonly step: number }
  | { readonly type: 'played'; readonly isPlaying: boolean }
  /** A search has begun, or everything is shown again. */
  | { readonly type: 'finding' };

/** Returns the initial state of a page. */
export const initialTraceState = (saved: SavedTrace | undefined): TraceState => ({
  saved,
  shown: undefined,
  windows: new Map(),
  selected: saved?.step ?? 0,
  view: undefined,
  choices: undefined,
  drawn: undefined,
  found: undefined,
  runs: { titles: [], shown: 0, compared: undefined, branches: [] },
  difference: undefined,
  watched: undefined,
  refused: undefined,
  settings: firstSettings,
  entity: undefined,
  bookmarks: saved?.bookmarks ?? [],
  isPlaying: false,
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
      return event.number === state.shown?.number && event.find === state.found?.find
        ? withRows(state, event.from, event.rows)
        : state;
    case 'found':
    case 'stretch':
    case 'choices':
    case 'difference':
    case 'watched':
    case 'refused':
      return event.number === state.shown?.number ? withAnswer(state, event) : state;
    case 'runs': {
      const { titles, shown, compared, branches = [] } = event;
      return { ...state, runs: { titles, shown, compared, branches }, difference: undefined };
    }
    case 'settings':
    case 'chosen':
      return { ...state, settings: { ...state.settings, ...event.settings } };
    case 'finding':
      return state.found === undefined ? state : { ...state, found: undefined, windows: new Map() };
    case 'select':
    case 'entityChosen':
      return { ...state, entity: event.name };
    case 'bookmarked':
      return { ...state, bookmarks: toggled(state.bookmarks, event.step) };
    case 'played':
      return { ...state, isPlaying: event.isPlaying };
    case 'step':
      return event.number === state.shown?.number ? { ...state, view: event.view } : state;
    case 'goTo':
      return event.number === state.shown?.number ? nextTraceState(state, { ...event, type: 'selected' }) : state;
    case 'stale':
      return { ...state, isStale: true };
    case 'busy':
      return { ...state, isBusy: true };
    case 'failed':
      return { ...state, isBusy: false, isPlaying: false, failure: event.message };
    case 'selected': {
      const last = state.shown?.summary.steps ?? 0;
      const selected = within(event.step, last);
      return { ...state, selected, isPlaying: state.isPlaying && selected < last, refused: undefined };
    }
  }
}

type AnswerType = 'found' | 'stretch' | 'choices' | 'difference' | 'watched' | 'refused';
type Answer = Extract<TraceMessageToPage, { readonly type: AnswerType }>;

function withAnswer(state: TraceState, event: Answer): TraceState {
  switch (event.type) {
    case 'found':
      return { ...state, found: { find: event.find, steps: event.steps }, windows: new Map() };
    case 'stretch':
      return { ...state, drawn: { stretch: event.stretch, other: event.other } };
    case 'choices':
      return { ...state, choices: event.choices };
    case 'difference':
      return { ...state, difference: event.difference };
    case 'watched':
      return { ...state, watched: { step: event.step, values: event.values } };
    case 'refused':
      return { ...state, refused: event.message };
  }
}

/** Returns the row at an index of the list, if it is loaded; without a filter, that of this step. */
export const rowAt = (windows: RowWindows, place: number): RunRow | undefined =>
  windows.get(Math.floor(place / windowSize))?.[place % windowSize];

/** Returns the step at an index of the list. */
export const stepAt = (found: FoundSteps | undefined, place: number): number =>
  found === undefined ? place : itemAt(found.steps, place);

/** Returns the index of a step in the list; for a step that is not shown, that of the next one. */
export function rowIndexOf(found: FoundSteps | undefined, step: number): number {
  if (found === undefined) return step;
  let [low, high] = [0, found.steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(found.steps, middle) < step) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, Math.max(0, found.steps.length - 1));
}

/** Returns the next step with a problem; after the last the first. */
export function nextMarked(marked: readonly { readonly step: number }[], step: number): number | undefined {
  return (marked.find((each) => each.step > step) ?? marked[0])?.step;
}

/** The same run again stays at its step; another one begins at its first problem, otherwise at its start. */
function withRun(
  state: TraceState,
  { number, subject, summary, step }: TraceMessageToPage & { readonly type: 'run' },
): TraceState {
  const before = state.shown === undefined ? state.saved?.subject : state.shown.subject;
  const isSame = JSON.stringify(subject) === JSON.stringify(before);
  const worst = summary.marked.find(({ mark }) => mark !== 'remark');
  const selected = step ?? (isSame ? state.selected : (worst?.step ?? 0));
  return {
    ...state,
    shown: { number, subject, summary },
    windows: new Map(),
    selected: within(selected, summary.steps),
    view: isSame ? state.view : undefined,
    bookmarks: isSame ? state.bookmarks.filter((each) => each <= summary.steps) : [],
    choices: undefined,
    found: undefined,
    difference: undefined,
    watched: undefined,
    refused: undefined,
    isPlaying: false,
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

const toggled = (steps: readonly number[], step: number): readonly number[] =>
  steps.includes(step) ? steps.filter((each) => each !== step) : [...steps, step].sort((one, other) => one - other);
