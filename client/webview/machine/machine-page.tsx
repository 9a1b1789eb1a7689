/**
 * The machine page: the chart of a machine with its tools, its state in the current run, and the same as tables.
 */
import type { VNode } from 'preact';
import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { withLabels } from '../../../language/src/view/layout/label-places.ts';
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { chartLayout, chartPlacement } from '../../../language/src/view/statechart/chart-layout.ts';
import { stateWords } from '../../../language/src/drawing/statechart/chart-words.ts';
import type { Viewport } from '../graph/viewport.ts';
import type { View } from '../graph/views.ts';
import { menuOfModel } from '../page/page-menu.ts';
import type { LayoutClient } from '../layout/layout-client.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartTables } from './chart-tables.tsx';
import { MachineTools } from './machine-tools.tsx';
import {
  type DrawnChart,
  initialMachineState,
  isLarge,
  type MachineEvent,
  type MachineState,
  nextMachineState,
} from './machine-state.ts';
import type { MachineHost, MachineMessageToPage } from './messages.ts';
import { RunSide } from './run-side.tsx';
import { texts } from './texts.ts';
import { Failure, Notice } from '../page/notice.tsx';

/** The properties of the page. */
export interface MachinePageProps {
  readonly host: MachineHost;
  readonly layout: LayoutClient;
  readonly onLimits: (layoutTimeout: number) => void;
}

/** The whole page. */
export function MachinePage(props: MachinePageProps): VNode {
  const { host } = props;
  const saved = useMemo(() => host.saved(), [host]);
  const [state, dispatch] = useReducer(nextMachineState, initialMachineState(saved?.selected));
  useMessages(props, state, dispatch);
  const onMoved = useSaving(host, state, saved?.viewport);
  const { notice, drawn } = state;
  if (notice?.kind === 'failed') return <Failure sentence={texts.failed} details={notice.message} post={host.post} />;
  if (notice !== undefined) return <Notice kind="missing" sentence={texts.missing} details={notice.message} />;
  if (drawn === undefined) {
    return <Notice kind="busy" sentence={texts.busy} />;
  }
  return <Shown {...{ host, state, drawn, dispatch, onMoved }} savedView={saved?.viewport} />;
}

interface ShownProps {
  readonly host: MachineHost;
  readonly state: MachineState;
  readonly drawn: DrawnChart;
  readonly dispatch: (event: MachineEvent) => void;
  readonly savedView: View | undefined;
  readonly onMoved: (view: View) => void;
}

function Shown({ host, state, drawn, dispatch, savedView, onMoved }: ShownProps): VNode {
  const viewport = useRef<Viewport | undefined>(undefined);
  const { run, selected, isTable } = state;
  const choose = (id: string | undefined, focus: boolean): void => {
    dispatch({ type: 'selected', id });
    if (id !== undefined) host.post({ type: 'reveal', id, focus });
  };
  const toggle = (): void => {
    dispatch({ type: 'tableToggled' });
  };
  const keep = (created: Viewport): void => {
    viewport.current = created;
  };
  return (
    <div
      class="page machine"
      data-machine={drawn.chart.machine}
      data-has-run={run !== undefined}
      data-vscode-context={menuOfModel(drawn.subject.uri)}
    >
      <MachineTools {...{ drawn, run, isTable, host, viewport }} onTable={toggle} />
      {state.isLarge && <TooLarge chart={drawn.chart} />}
      <main>
        {isTable ? (
          <ChartTables drawn={drawn} run={run} onChosen={choose} />
        ) : (
          <ChartCanvas
            {...{ drawn, run, selected, savedView, onMoved }}
            onViewport={keep}
            onChosen={choose}
            onBreakpoint={(id) => {
              host.post({ type: 'breakpoint', id });
            }}
          />
        )}
        <RunSide chart={drawn.chart} run={run} title={state.runTitle} />
      </main>
      <div class="announcements" role="status">
        {announcement(state)}
      </div>
    </div>
  );
}

const TooLarge = ({ chart: { states, transitions } }: Pick<DrawnChart, 'chart'>): VNode => (
  <p class="too-large" role="status" data-notice="large">
    {`${(states.length - 1).toString()} ${texts.states.toLowerCase()}, ${transitions.length.toString()} ${texts.transitions.toLowerCase()}: ${texts.tooLarge}`}
  </p>
);

/** Saves the state that should outlive the page whenever it changes; movements shortly after the last one. */
function useSaving(host: MachineHost, state: MachineState, first: View | undefined): (view: View) => void {
  const view = useRef(first);
  const timer = useRef<number | undefined>(undefined);
  const save = useRef((): void => undefined);
  save.current = () => {
    const { drawn, selected } = state;
    if (drawn === undefined) return;
    host.save({
      subject: drawn.subject,
      ...(view.current !== undefined && { viewport: view.current }),
      ...(selected !== undefined && { selected }),
    });
  };
  useEffect(() => {
    save.current();
  }, [state.drawn, state.selected]);
  return (moved) => {
    view.current = moved;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      save.current();
    }, 200);
  };
}

/** Returns the announcement after each step: the current state of the machine. */
function announcement({ drawn, run }: MachineState): string {
  if (drawn === undefined || run === undefined) return '';
  const inner = drawn.chart.states.findLast(({ id }) => run.active.includes(id));
  const where = inner === undefined ? run.is : stateWords(inner, drawn.chart, run);
  return `${texts.step} ${run.step.toString()}, ${run.time}: ${run.entity}: ${where}`;
}

type ChartMessage = MachineMessageToPage & { readonly type: 'chart' };

/** Receives messages as soon as the page exists; a chart is laid out first. */
function useMessages(
  { host, layout, onLimits }: MachinePageProps,
  state: MachineState,
  dispatch: (event: MachineEvent) => void,
): void {
  const latest = useRef(state);
  latest.current = state;
  const draw = ({ subject, chart }: ChartMessage): void => {
    const onPlaced = (placement: Placement, isFirst = false): void => {
      dispatch({ type: 'drawn', drawn: { subject, chart, placement, isFirst } });
    };
    const drawn = latest.current.drawn?.isFirst === true ? undefined : latest.current.drawn;
    const graph = chartLayout(chart);
    const isSame = drawn !== undefined && JSON.stringify(chartLayout(drawn.chart)) === JSON.stringify(graph);
    if (isSame || isLarge(chart)) {
      layout.cancel();
      onPlaced(isSame ? drawn.placement : chartPlacement(withLabels(graph, simplePlacement(graph))));
      return;
    }
    layout.request({
      graph,
      isFirst: drawn === undefined,
      onPlaced: (placement, { last }) => {
        onPlaced(chartPlacement(placement), !last);
      },
    });
  };
  useEffect(() => {
    host.listen((message) => {
      if (message.type === 'chart') draw(message);
      else if (message.type === 'limits') onLimits(message.layoutTimeout);
      else dispatch(message);
    });
    host.post({ type: 'ready' });
  }, []);
}
