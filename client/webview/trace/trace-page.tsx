/**
 * The trace page: a run as a list of its steps, and beside it all that is to be seen at the selected one.
 */
import type { VNode } from 'preact';
import { useEffect, useMemo, useReducer } from 'preact/hooks';
import type { TraceHost } from './messages.ts';
import { StepDetails } from './step-details.tsx';
import { stepAfter } from './step-keys.ts';
import { StepList } from './step-list.tsx';
import { StepTools } from './step-tools.tsx';
import { initialTraceState, nextTraceState, type ShownRun, type TraceState } from './trace-state.ts';
import { texts } from './texts.ts';

export interface TracePageProps {
  readonly host: TraceHost;
}

/** The whole page. */
export function TracePage({ host }: TracePageProps): VNode {
  const saved = useMemo(() => host.saved(), [host]);
  const [state, dispatch] = useReducer(nextTraceState, initialTraceState(saved));
  const { shown, selected, failure } = state;
  useEffect(() => {
    host.listen(dispatch);
    host.post({ type: 'ready' });
  }, []);
  useEffect(() => {
    if (shown === undefined) return;
    host.save({ subject: shown.subject, step: selected });
    host.post({ type: 'step', number: shown.number, step: selected });
  }, [shown, selected]);
  const select = (step: number): void => {
    dispatch({ type: 'selected', step });
  };
  if (failure !== undefined) return <Failure message={failure} host={host} />;
  if (shown === undefined) {
    return (
      <div class="notice" role="status" data-notice="busy">
        <p>{texts.busy}</p>
      </div>
    );
  }
  return <Shown shown={shown} state={state} host={host} onSelect={select} />;
}

interface ShownProps extends TracePageProps {
  readonly shown: ShownRun;
  readonly state: TraceState;
  readonly onSelect: (step: number) => void;
}

function Shown({ shown, state, host, onSelect }: ShownProps): VNode {
  const { number, subject, summary } = shown;
  const { selected, view } = state;
  const reveal = (place: { readonly event?: number; readonly because?: number }): void => {
    host.post({ type: 'reveal', number, step: selected, ...place });
  };
  return (
    <main
      class="page trace"
      data-trace={subject.question.kind}
      data-number={number}
      data-selected={selected}
      onKeyDown={(event) => {
        const next = isFree(event) ? stepAfter(event.key, selected, { last: summary.steps, page: 10 }) : undefined;
        if (next === undefined) return;
        event.preventDefault();
        onSelect(next);
      }}
    >
      <header>
        <h1>{summary.title}</h1>
        <p class="quiet">
          {`${subject.title} · ${summary.about.join(' ')}`}
          <span role="status">{state.isBusy && ` · ${texts.updating}`}</span>
        </p>
        {summary.warnings.map((warning) => (
          <p key={warning} class="warning" role="alert">
            {warning}
          </p>
        ))}
        {state.isStale && (
          <p class="warning" role="status" data-stale>
            {texts.stale}
          </p>
        )}
      </header>
      <StepTools shown={shown} state={state} host={host} onSelect={onSelect} />
      <div class="columns">
        <StepList shown={shown} state={state} host={host} onSelect={onSelect} />
        {view === undefined ? (
          <div class="details quiet">{texts.loading}</div>
        ) : (
          <StepDetails view={view} isCurrent={view.row.step === selected} onReveal={reveal} />
        )}
      </div>
      <div class="announcements" role="status">
        {view !== undefined && `${texts.step} ${view.row.step.toString()}, ${view.row.at}: ${view.row.text}`}
      </div>
    </main>
  );
}

/** Arrow keys belong to a field while it is typed into, and to the details while they are scrolled. */
function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
  if (!(event.target instanceof Element)) return true;
  if (event.target.closest('input, select') !== null) return false;
  const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  return isAcross || event.target.closest('.details') === null;
}

function Failure({ message, host }: { readonly message: string } & TracePageProps): VNode {
  const button = (label: string, type: 'retry' | 'showLog'): VNode => (
    <button
      type="button"
      class="prominent"
      onClick={() => {
        host.post({ type });
      }}
    >
      {label}
    </button>
  );
  return (
    <div class="notice" role="status" data-notice="failed">
      <p>{texts.failed}</p>
      <p class="quiet">{message}</p>
      {button(texts.retry, 'retry')}
      {button(texts.showLog, 'showLog')}
    </div>
  );
}
