/**
 * The trace page: a run as a list of steps, with everything visible at the selected one beside it.
 */
import type { VNode } from 'preact';
import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { isNoFilter, type RunFilter } from '../../../language/src/view/run/run-filter.ts';
import { menuOfModel } from '../page/page-menu.ts';
import { FilterBar } from './filter-bar.tsx';
import type { KeptRuns, TraceHost, TraceSettings } from './messages.ts';
import { RunPicture } from './picture/run-picture.tsx';
import { DetailsPane } from './details-pane.tsx';
import { stepAfter } from './step-keys.ts';
import { StepList } from './step-list.tsx';
import { Scrubber } from './scrubber.tsx';
import { StepTools } from './step-tools.tsx';
import {
  initialTraceState,
  nextTraceState,
  rowIndexOf,
  stepAt,
  type RunList,
  type ShownRun,
  type TraceState,
} from './trace-state.ts';
import { texts } from './texts.ts';
import { Failure, Notice } from '../page/notice.tsx';

/** The properties of the page. */
export interface TracePageProps {
  readonly host: TraceHost;
}

/** The whole page. */
export function TracePage({ host }: TracePageProps): VNode {
  const saved = useMemo(() => host.saved(), [host]);
  const [state, dispatch] = useReducer(nextTraceState, initialTraceState(saved));
  const { shown, selected, failure, settings, runs, bookmarks } = state;
  const hide = useRef<(name: string) => void>(() => undefined);
  useEffect(() => {
    host.listen((message) => {
      if (message.type === 'hide') hide.current(message.name);
      else dispatch(message);
    });
    const runs = saved?.runs;
    host.post({ type: 'ready', ...(saved !== undefined && runs !== undefined && { subject: saved.subject, runs }) });
  }, []);
  const { isFull = false } = settings;
  useEffect(() => {
    if (shown === undefined) return;
    host.post({ type: 'step', number: shown.number, step: selected, ...(isFull && { full: true }) });
  }, [shown, selected, isFull]);
  useEffect(() => {
    const kept = runs.titles.length > 1 ? { runs: keptOf(runs) } : {};
    const marks = bookmarks.length > 0 ? { bookmarks } : {};
    if (shown !== undefined) host.save({ subject: shown.subject, step: selected, ...kept, ...marks });
  }, [shown, selected, runs, bookmarks]);
  const select = (step: number): void => {
    dispatch({ type: 'selected', step });
  };
  const choose = (chosen: Partial<TraceSettings>): void => {
    dispatch({ type: 'chosen', settings: chosen });
    host.post({ type: 'settings', settings: { ...settings, ...chosen } });
  };
  hide.current = (name) => {
    choose({ hiddenLanes: [...settings.hiddenLanes.filter((each) => each !== name), name] });
  };
  usePlaying(state, select);
  useSearch(host, shown, settings.filter, () => {
    dispatch({ type: 'finding' });
  });
  useAsking(host, state);
  if (failure !== undefined) return <Failure sentence={texts.failed} details={failure} post={host.post} />;
  if (shown === undefined) {
    return <Notice kind="busy" sentence={texts.busy} />;
  }
  const selectEntity = (name: string): void => {
    dispatch({ type: 'entityChosen', name });
    host.post({ type: 'selected', name });
  };
  const play = (plays: boolean): void => {
    // At the end, playing starts from the beginning.
    if (plays && selected >= shown.summary.steps) select(0);
    dispatch({ type: 'played', isPlaying: plays });
  };
  return (
    <Shown
      {...{ shown, state, host }}
      onSelect={select}
      onPlay={play}
      onChoose={choose}
      onEntity={selectEntity}
      onBookmark={(step) => {
        dispatch({ type: 'bookmarked', step });
      }}
    />
  );
}

/** Requests choices and watches for the step where the user stays, not for passing ones. */
function useAsking(host: TraceHost, { shown, selected, settings, isPlaying, view, choices, runs }: TraceState): void {
  const isHere = view?.row.step === selected && !isPlaying;
  useEffect(() => {
    if (shown === undefined || !isHere) return;
    if (choices?.step !== selected) host.post({ type: 'choices', number: shown.number, step: selected });
    if (runs.compared !== undefined) host.post({ type: 'difference', number: shown.number, step: selected });
  }, [shown, selected, isHere, runs.compared]);
  const { watches = [] } = settings;
  useEffect(() => {
    if (shown !== undefined && isHere && watches.length > 0)
      host.post({ type: 'watch', number: shown.number, step: selected, texts: watches });
  }, [shown, selected, isHere, watches.join('\n')]);
}

/** Returns the part of the branches that outlives the page. */
const keptOf = ({ titles, branches, compared }: RunList): KeptRuns => ({
  titles,
  branches,
  ...(compared !== undefined && { compared }),
});

/** Plays the run at a number of steps per second, waiting until each is shown. */
function usePlaying({ isPlaying, selected, view, settings }: TraceState, onSelect: (step: number) => void): void {
  const isSeen = view?.row.step === selected;
  useEffect(() => {
    if (!isPlaying || !isSeen) return undefined;
    const timer = setTimeout(onSelect, 1000 / settings.speed, selected + 1);
    return () => {
      clearTimeout(timer);
    };
  }, [isPlaying, isSeen, selected, settings.speed]);
}

/** Searches for matching steps, again for each run and filter. */
function useSearch(host: TraceHost, shown: ShownRun | undefined, filter: RunFilter, onBegin: () => void): void {
  const latest = useRef(0);
  const key = JSON.stringify(filter);
  useEffect(() => {
    if (shown === undefined) return;
    onBegin();
    if (isNoFilter(filter)) return;
    latest.current += 1;
    host.post({ type: 'find', number: shown.number, find: latest.current, filter });
  }, [shown, key]);
}

interface ShownProps extends TracePageProps {
  readonly shown: ShownRun;
  readonly state: TraceState;
  readonly onSelect: (step: number) => void;
  readonly onPlay: (isPlaying: boolean) => void;
  readonly onChoose: (settings: Partial<TraceSettings>) => void;
  readonly onEntity: (name: string) => void;
  readonly onBookmark: (step: number) => void;
}

function Shown({ shown, state, host, onSelect, onPlay, onChoose, onEntity, onBookmark }: ShownProps): VNode {
  const { number, subject, summary } = shown;
  const { selected, settings, found } = state;
  // Memoized, because rows that arrive during scrolling change neither.
  const { drawn, runs, view, choices, difference, entity, watched, refused } = state;
  const picture = useMemo(
    () => (settings.hasPicture ? <RunPicture {...{ shown, state, host, onSelect, onChoose, onEntity }} /> : null),
    [shown, drawn, selected, settings, runs, entity, choices, view, refused],
  );
  const details = useMemo(
    () => <DetailsPane {...{ shown, state, host, onChoose }} />,
    [shown, view, selected, settings, runs, choices, difference, watched, refused],
  );
  return (
    <main
      class="page trace"
      data-trace={subject.question.kind}
      data-number={number}
      data-selected={selected}
      data-vscode-context={menuOfModel(subject.uri)}
      onKeyDown={(event) => {
        if (!isFree(event)) return;
        if (event.key === ' ' && !isButton(event)) {
          event.preventDefault();
          onPlay(!state.isPlaying);
          return;
        }
        if (event.key === 'b') {
          onBookmark(selected);
          return;
        }
        const last = found === undefined ? summary.steps : found.steps.length - 1;
        const next = stepAfter(event.key, rowIndexOf(found, selected), { last, page: 10 });
        if (next === undefined) return;
        event.preventDefault();
        onSelect(stepAt(found, next));
      }}
    >
      <RunHeader shown={shown} isBusy={state.isBusy} isStale={state.isStale} />
      <StepTools {...{ shown, state, host, onSelect, onPlay, onChoose }} />
      <Scrubber
        last={summary.steps}
        {...{ selected, onSelect, onBookmark }}
        marked={summary.marked}
        bookmarks={state.bookmarks}
        drawn={settings.hasPicture ? partOf(drawn) : undefined}
      />
      {picture}
      <FilterBar
        filter={settings.filter}
        found={found?.steps.length}
        onChange={(filter) => {
          onChoose({ filter });
        }}
      />
      <div class="columns">
        <StepList shown={shown} state={state} host={host} onSelect={onSelect} />
        {details}
      </div>
      <div class="announcements" role="status">
        {view !== undefined && `${texts.step} ${view.row.step.toString()}, ${view.row.at}: ${view.row.text}`}
      </div>
    </main>
  );
}

/** Returns the drawn steps. */
function partOf(drawn: TraceState['drawn']): { readonly from: number; readonly to: number } | undefined {
  const ticks = drawn?.stretch.ticks ?? [];
  const [first, last] = [ticks[0], ticks.at(-1)];
  return first === undefined || last === undefined ? undefined : { from: first.step, to: last.step };
}

interface RunHeaderProps extends Pick<TraceState, 'isBusy' | 'isStale'> {
  readonly shown: ShownRun;
}

const RunHeader = ({ shown: { subject, summary }, isBusy, isStale }: RunHeaderProps): VNode => (
  <header>
    <h1>{summary.title}</h1>
    <p class="quiet">
      {`${subject.title} · ${summary.about.join(' ')}`}
      <span role="status">{isBusy && ` · ${texts.updating}`}</span>
    </p>
    {summary.warnings.map((warning) => (
      <p key={warning} class="warning" role="alert">
        {warning}
      </p>
    ))}
    {isStale && (
      <p class="warning" role="status" data-stale>
        {texts.stale}
      </p>
    )}
  </header>
);

const isButton = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('button, summary') !== null;

/** Returns false while a field is typed into or the details are scrolled, which then own the arrow keys. */
function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
  if (!(event.target instanceof Element)) return true;
  if (event.target.closest('input, select') !== null) return false;
  const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  return isAcross || event.target.closest('.details, .picture-tables') === null;
}
