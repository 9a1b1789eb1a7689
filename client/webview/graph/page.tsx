/**
 * The graph page: keeps the state, and combines tools, picture, legend and details.
 */
import type { VNode } from 'preact';
import { useMemo, useReducer, useRef } from 'preact/hooks';
import { planAtStep } from '../../../language/src/view/report/plan-at-step.ts';
import type { ViewChoice } from '../../../language/src/view/shown/shown.ts';
import { edgeWords, reasonsOf } from '../../../language/src/view/edge-words.ts';
import { withContainer, withView } from './choice.ts';
import { withoutGroupOf } from './groups.ts';
import { Details } from './panels/details.tsx';
import { GraphCanvas } from './graph-canvas.tsx';
import { Legend } from './panels/legend.tsx';
import { droppedOrdersOf, type DroppedOrders } from '../../../language/src/drawing/graph/dropped-orders.ts';
import { statusesOf, type NodeStatus } from '../../../language/src/drawing/graph/node-status.ts';
import type { Selection } from '../../../language/src/drawing/graph/selection.ts';
import type { Viewport } from './viewport.ts';
import type { View } from './views.ts';
import { lineOf, placeOf, placeOfReason } from './place-of-reason.ts';
import { answerExport } from './export-graph.ts';
import type { GraphFormat, GraphHost } from './messages.ts';
import { PageNotices } from './panels/page-notice.tsx';
import { initialState, nextState, type PageEvent, type PageState, type Picture } from './page-state.ts';
import { foundIn, matchesOf } from './search.ts';
import { OverlayLine, overlaySentence } from './panels/overlay-line.tsx';
import { EntityTable } from './panels/entity-table.tsx';
import { Overview } from './panels/overview.tsx';
import { texts } from './texts.ts';
import { Toolbar } from './panels/toolbar.tsx';
import { ViewPanel } from './panels/view-panel.tsx';
import { SupposedLine, supposing } from './panels/supposed-line.tsx';
import { ShownLine, shownSentence } from './panels/shown-line.tsx';
import { useLayout } from './hooks/use-layout.ts';
import { useMessages, type PageProps } from './hooks/use-messages.ts';
import { useKeepingMoves, useSaving } from './hooks/use-saving.ts';

/** The whole page. */
export function Page(props: PageProps): VNode {
  const { host } = props;
  const saved = useMemo(() => host.saved(), [host]);
  const [state, dispatch] = useReducer(nextState, initialState(saved));
  const viewport = useRef<Viewport | undefined>(undefined);
  const exporting = useRef<(format: GraphFormat) => void>(() => undefined);
  const uri = useMessages(props, dispatch, (format) => {
    exporting.current(format);
  });
  useLayout({ ...props, viewport }, state, dispatch);
  const saveMoved = useSaving(host, state, uri);
  useKeepingMoves(host, state);
  const { picture, plan, step, selection, notice, query } = state;
  const graph = picture?.graph;
  const stage = useMemo(() => plan && planAtStep(plan, step), [plan, step]);
  const statuses = useMemo(() => (graph && stage ? statusesOf(graph, stage) : undefined), [graph, stage]);
  const dropped = useMemo(() => (graph && plan ? droppedOrdersOf(graph, plan) : undefined), [graph, plan]);
  const found = useMemo(() => state.model && foundIn(state.model.graph, query), [state.model, query]);
  const matches = useMemo(() => graph && found && matchesOf(graph, found), [graph, found]);
  if (picture === undefined || notice !== undefined) {
    return <PageNotices notice={notice ?? { kind: 'loading' }} post={host.post} />;
  }
  const isTable = state.isTable || picture.isTooLarge;
  const savedView = saved?.uri === picture.uri ? saved.viewport : undefined;
  const selectedEdge =
    selection?.type === 'edge' ? picture.graph.edges.find(({ id }) => id === selection.id) : undefined;
  const choose = (chosen: Selection, focus: boolean): void => {
    const edge = lineOf(picture.graph, chosen);
    dispatch({ type: 'chosen', selection: edge === undefined ? chosen : { type: 'edge', id: edge.id } });
    const [reason] = edge === undefined ? [] : reasonsOf(edge);
    host.post({
      type: 'reveal',
      place: reason === undefined ? placeOf(picture.graph, chosen) : placeOfReason(reason),
      focus,
    });
  };
  exporting.current = (format) => void answerExport(host, format, { picture, statuses, dropped });
  const narrow = (choice: ViewChoice): void => {
    dispatch({ type: 'narrowed', choice });
  };
  const shown = { picture, statuses, dropped, found, matches, viewport };
  const parts: PageParts = { host, state, dispatch, ...shown, choose, narrow };
  return (
    <div class="page">
      <Tools {...parts} />
      <main>
        {isTable ? <TableOf {...parts} /> : <Stage {...parts} savedView={savedView} saveMoved={saveMoved} />}
        <Side {...parts} />
      </main>
      <div class="announcements" role="status" aria-live="polite">
        {plan !== undefined && statuses !== undefined && overlaySentence(plan, statuses, step)}
        {shownSentence(state.choice, picture.hidden, picture.whole.entityCount)}
        {selectedEdge !== undefined && edgeWords(selectedEdge)}
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
  readonly dropped: DroppedOrders | undefined;
  /** The names of the entities that the search finds, drawn or not, and the nodes that stand for them. */
  readonly found: readonly string[] | undefined;
  readonly matches: ReadonlySet<string> | undefined;
  readonly viewport: { current: Viewport | undefined };
  readonly choose: (selection: Selection, focus: boolean) => void;
  readonly narrow: (choice: ViewChoice) => void;
}

/** The picture with its overview. */
function Stage(
  parts: PageParts & { readonly savedView: View | undefined; readonly saveMoved: (view: View) => void },
): VNode {
  const { state, dispatch, picture, statuses, dropped, matches, viewport, choose, narrow, savedView, saveMoved } =
    parts;
  const watchers = useRef(new Set<(view: View) => void>());
  const isEmpty = picture.graph.nodes.length === 0;
  return (
    <div class="stage">
      <GraphCanvas
        picture={picture}
        statuses={statuses}
        dropped={dropped}
        selection={state.selection}
        matches={matches}
        savedView={savedView}
        onMoved={(view) => {
          saveMoved(view);
          for (const watcher of watchers.current) watcher(view);
        }}
        onViewport={(created) => {
          viewport.current = created;
        }}
        onChosen={choose}
        onCleared={() => {
          dispatch({ type: 'selectionCleared' });
        }}
        onBoxMoved={(id, to) => {
          dispatch({ type: 'boxMoved', id, to });
        }}
        onToggled={(id) => {
          const node = picture.graph.nodes.find((each) => each.id === id);
          narrow(withContainer(state.choice, id, node?.inside !== undefined));
        }}
        onOpened={(id) => {
          dispatch({ type: 'opened', id });
        }}
        onGrouped={(part) => {
          narrow(withoutGroupOf(picture, part));
        }}
      />
      {isEmpty && <p class="nothing-shown">{texts.nothingShown}</p>}
      {state.isOverviewOpen && !isEmpty && (
        <Overview
          nodes={picture.graph.nodes}
          placement={picture.placement}
          statuses={statuses}
          viewport={viewport}
          onMoved={(watcher) => {
            watchers.current.add(watcher);
            return () => {
              watchers.current.delete(watcher);
            };
          }}
        />
      )}
    </div>
  );
}

const TableOf = ({ picture, state, statuses, matches, choose }: PageParts): VNode => (
  <EntityTable
    graph={picture.graph}
    statuses={statuses}
    matches={matches}
    selection={state.selection}
    reason={picture.isTooLarge ? texts.tooLarge : undefined}
    onChosen={choose}
  />
);

type ToggleEvent = 'arranged' | 'movesReset' | 'viewToggled' | 'tableToggled' | 'overviewToggled' | 'legendToggled';

/** The tools and lines above the picture. */
function Tools({ host, state, dispatch, picture, statuses, found = [], viewport, narrow }: PageParts): VNode {
  const { plan, selection } = state;
  const nextMatch = (): void => {
    const next = found[(found.indexOf(selection?.id ?? '') + 1) % found.length];
    if (next !== undefined) dispatch({ type: 'inspected', name: next });
  };
  const on = (type: ToggleEvent) => (): void => {
    dispatch({ type });
  };
  return (
    <>
      <Toolbar
        views={(picture.whole.views ?? []).map(({ title }) => title)}
        namedView={state.choice.view}
        onNamedView={(title) => {
          narrow(withView(picture.whole, title));
        }}
        query={state.query}
        matchCount={state.query.trim() === '' ? undefined : found.length}
        isLegendOpen={state.isLegendOpen}
        isSimple={picture.placement.engine === 'simple'}
        onSearched={(query) => {
          dispatch({ type: 'searched', query });
        }}
        onExport={() => {
          host.post({ type: 'chooseExport' });
        }}
        onArrange={on('arranged')}
        hasMoves={state.moves.size > 0}
        onReset={on('movesReset')}
        isViewOpen={state.isViewOpen}
        onView={on('viewToggled')}
        isTable={state.isTable || picture.isTooLarge}
        onTable={on('tableToggled')}
        isOverviewOpen={state.isOverviewOpen}
        onOverview={on('overviewToggled')}
        onNextMatch={nextMatch}
        onZoom={(factor) => viewport.current?.zoomBy(factor)}
        onFit={() => viewport.current?.fit(picture.placement)}
        onLegend={on('legendToggled')}
        onCrash={() => {
          host.post({ type: 'simulateCrash' });
        }}
        onPlan={() => {
          host.post({ type: 'choosePlan' });
        }}
      />
      <SupposedLine host={host} supposed={state.model?.supposed} />
      <ShownLine choice={state.choice} hidden={picture.hidden} total={picture.whole.entityCount} onChange={narrow} />
      {plan !== undefined && statuses !== undefined && (
        <OverlayLine
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

/** The details of the selection and the legend, beside the picture. */
function Side({ host, state, dispatch, picture, statuses, dropped, choose, narrow }: PageParts): VNode | null {
  const { selection, areDetailsOpen, isLegendOpen, isViewOpen, choice, plan } = state;
  const areDetailsShown = selection !== undefined && areDetailsOpen;
  if (!areDetailsShown && !isLegendOpen && !isViewOpen) return null;
  return (
    <div class="side">
      {isViewOpen && <ViewPanel graph={picture.whole} choice={choice} onChange={narrow} />}
      {areDetailsShown && (
        <Details
          graph={picture.graph}
          whole={picture.whole}
          choice={choice}
          onNarrowed={narrow}
          above={picture.above}
          onOpened={(id) => {
            dispatch({ type: 'opened', id });
          }}
          selection={selection}
          statuses={statuses}
          dropped={dropped}
          onChosen={(chosen) => {
            choose(chosen, false);
          }}
          onReveal={(place) => {
            const isAtStep = place.type === 'reason' && state.step !== undefined;
            host.post({ type: 'reveal', place: isAtStep ? { ...place, step: state.step } : place, focus: true });
          }}
          onCrash={(pd) => {
            host.post({ type: 'simulateCrash', pd });
          }}
          onPlan={(of) => {
            host.post({ type: 'choosePlan', of });
          }}
          onSupposed={supposing(host, state.model)}
          onClose={() => {
            dispatch({ type: 'detailsClosed' });
          }}
        />
      )}
      {isLegendOpen && <Legend graph={picture.graph} plan={plan} />}
    </div>
  );
}
