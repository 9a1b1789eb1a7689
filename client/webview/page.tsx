/**
 * The graph page: keeps the state, and puts tools, picture, legend and details together.
 */
import type { VNode } from 'preact';
import { useMemo, useReducer, useRef } from 'preact/hooks';
import { planAtStep } from '../../language/src/view/plan-at-step.ts';
import { Details } from './details.tsx';
import { GraphCanvas } from './graph-canvas.tsx';
import { Legend } from './graph/legend.tsx';
import { leftOutOf, type LeftOut } from '../../language/src/drawing/graph/left-out.ts';
import { statusesOf, type NodeStatus } from '../../language/src/drawing/graph/node-status.ts';
import type { Selection } from '../../language/src/drawing/graph/selection.ts';
import type { Viewport } from './graph/viewport.ts';
import type { GraphHost } from './messages.ts';
import { NoticePanel } from './notice.tsx';
import { initialState, matchesOf, nextState, type PageEvent, type PageState, type Picture } from './page-state.ts';
import { PlanLine, planSentence } from './plan-line.tsx';
import { Toolbar } from './toolbar.tsx';
import { useMessages, type PageProps } from './use-messages.ts';
import { useSaving } from './use-saving.ts';

/** The whole page. */
export function Page(props: PageProps): VNode {
  const { host } = props;
  const saved = useMemo(() => host.saved(), [host]);
  const [state, dispatch] = useReducer(nextState, initialState(saved));
  const viewport = useRef<Viewport | undefined>(undefined);
  const uri = useMessages(props, state, dispatch);
  const onMoved = useSaving(host, state, uri);
  const { picture, plan, step, selection, notice, query } = state;
  const graph = picture?.graph;
  const stage = useMemo(() => plan && planAtStep(plan, step), [plan, step]);
  const statuses = useMemo(() => (graph && stage ? statusesOf(graph, stage) : undefined), [graph, stage]);
  const leftOut = useMemo(() => (graph && plan ? leftOutOf(graph, plan) : undefined), [graph, plan]);
  const matches = useMemo(() => graph && matchesOf(graph, query), [graph, query]);
  if (picture === undefined || notice !== undefined) {
    return <NoticePanel notice={notice ?? { kind: 'loading' }} post={host.post} />;
  }
  const choose = (chosen: Selection, focus: boolean): void => {
    dispatch({ type: 'chosen', selection: chosen });
    host.post({ type: 'reveal', place: chosen, focus });
  };
  const parts: PageParts = { host, state, dispatch, picture, statuses, leftOut, matches, viewport, choose };
  return (
    <div class="page">
      <Tools {...parts} />
      <main>
        <GraphCanvas
          picture={picture}
          statuses={statuses}
          leftOut={leftOut}
          selection={selection}
          matches={matches}
          savedView={saved?.uri === picture.uri ? saved.viewport : undefined}
          onMoved={onMoved}
          onViewport={(created) => {
            viewport.current = created;
          }}
          onChosen={choose}
          onCleared={() => {
            dispatch({ type: 'selectionCleared' });
          }}
        />
        <Side {...parts} />
      </main>
      <div class="announcements" role="status" aria-live="polite">
        {plan !== undefined && statuses !== undefined && planSentence(plan, statuses, step)}
      </div>
    </div>
  );
}

interface PageParts {
  readonly host: GraphHost;
  readonly state: PageState;
  readonly dispatch: (event: PageEvent) => void;
  readonly picture: Picture;
  readonly statuses: ReadonlyMap<string, NodeStatus> | undefined;
  readonly leftOut: LeftOut | undefined;
  readonly matches: ReadonlySet<string> | undefined;
  readonly viewport: { readonly current: Viewport | undefined };
  readonly choose: (selection: Selection, focus: boolean) => void;
}

/** What is above the picture. */
function Tools({ host, state, dispatch, picture, statuses, matches, viewport }: PageParts): VNode {
  const { plan, selection } = state;
  const nextMatch = (): void => {
    const found = [...(matches ?? [])];
    const next = found[(found.indexOf(selection?.id ?? '') + 1) % found.length];
    if (next !== undefined) dispatch({ type: 'chosen', selection: { type: 'node', id: next } });
  };
  return (
    <>
      <Toolbar
        query={state.query}
        matchCount={matches?.size}
        isLegendOpen={state.isLegendOpen}
        isSimple={picture.placement.engine === 'simple'}
        onSearched={(query) => {
          dispatch({ type: 'searched', query });
        }}
        onNextMatch={nextMatch}
        onZoom={(factor) => viewport.current?.zoomBy(factor)}
        onFit={() => viewport.current?.fit(picture.placement)}
        onLegend={() => {
          dispatch({ type: 'legendToggled' });
        }}
        onCrash={() => {
          host.post({ type: 'simulateCrash' });
        }}
        onPlan={() => {
          host.post({ type: 'choosePlan' });
        }}
      />
      {plan !== undefined && statuses !== undefined && (
        <PlanLine
          plan={plan}
          step={state.step}
          statuses={statuses}
          onStepped={(step) => {
            dispatch({ type: 'stepped', step });
          }}
          onClear={() => {
            host.post({ type: 'clearPlan' });
          }}
        />
      )}
    </>
  );
}

/** What is beside the picture: the details of what is selected, and the legend. */
function Side({ host, state, dispatch, picture, statuses, leftOut, choose }: PageParts): VNode | null {
  const { selection, areDetailsOpen, isLegendOpen, plan } = state;
  const areDetailsShown = selection !== undefined && areDetailsOpen;
  if (!areDetailsShown && !isLegendOpen) return null;
  return (
    <div class="side">
      {areDetailsShown && (
        <Details
          graph={picture.graph}
          selection={selection}
          statuses={statuses}
          leftOut={leftOut}
          onChosen={(chosen) => {
            choose(chosen, false);
          }}
          onReveal={(place) => {
            host.post({ type: 'reveal', place, focus: true });
          }}
          onCrash={(pd) => {
            host.post({ type: 'simulateCrash', pd });
          }}
          onPlan={(of) => {
            host.post({ type: 'choosePlan', of });
          }}
          onClose={() => {
            dispatch({ type: 'detailsClosed' });
          }}
        />
      )}
      {isLegendOpen && <Legend graph={picture.graph} plan={plan} />}
    </div>
  );
}
