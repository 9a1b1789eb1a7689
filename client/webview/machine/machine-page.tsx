/**
 * The machine page: the chart of a machine with its tools, its state in the current run, and the same as tables.
 */
import type { VNode } from 'preact';
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { describeState } from '../../../language/src/drawing/statechart/chart-words.ts';
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
  type MachineEvent,
  type MachineState,
  nextMachineState,
} from './machine-state.ts';
import type { MachineHost } from './messages.ts';
import { RunSide } from './run-side.tsx';
import { StatesSide } from './states-side.tsx';
import { texts } from './texts.ts';
import { isNarrowPanel, useDrawnChart, usePictureRoom, type ReceivedChart } from './use-drawn-chart.ts';
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
  const received = useMessages(props, dispatch);
  const isSideOpen = state.isSideOpen ?? (!isNarrowPanel() || state.run !== undefined);
  const room = usePictureRoom(isSideOpen);
  useDrawnChart(received, state, room, props.layout, {
    onDrawn: (drawn) => {
      dispatch({ type: 'drawn', drawn });
    },
    onUnreadable: (chart) => {
      dispatch({ type: 'narrowed', chart });
    },
  });
  const onMoved = useSaving(host, state, saved?.viewport);
  const { notice, drawn } = state;
  if (notice?.kind === 'failed') return <Failure sentence={texts.failed} details={notice.message} post={host.post} />;
  if (notice?.kind === 'unshown') return <Notice kind="unshown" sentence={texts.unshown} details={notice.message} />;
  if (notice !== undefined) return <Notice kind="missing" sentence={texts.missing} details={notice.message} />;
  if (drawn === undefined) {
    return <Notice kind="busy" sentence={texts.busy} />;
  }
  return <Shown {...{ host, state, drawn, dispatch, onMoved, isSideOpen }} savedView={saved?.viewport} />;
}

interface ShownProps {
  readonly host: MachineHost;
  readonly state: MachineState;
  readonly drawn: DrawnChart;
  readonly dispatch: (event: MachineEvent) => void;
  readonly isSideOpen: boolean;
  readonly savedView: View | undefined;
  readonly onMoved: (view: View) => void;
}

function Shown({ host, state, drawn, dispatch, isSideOpen, savedView, onMoved }: ShownProps): VNode {
  const viewport = useRef<Viewport | undefined>(undefined);
  const { run, selected, isTable } = state;
  const fire = (transition: string, values?: readonly string[]): void => {
    const needsValues = run?.fires.some((each) => each.transition === transition && each.parameters !== undefined);
    if (needsValues === true && values === undefined) dispatch({ type: 'asked', id: transition });
    else host.post({ type: 'fire', transition, ...(values !== undefined && { values }) });
  };
  const choose = (id: string | undefined, focus: boolean): void => {
    if (state.isFiring && run?.fires.some(({ transition }) => transition === id) === true) {
      fire(id ?? '');
      return;
    }
    dispatch({ type: 'selected', id });
    if (id !== undefined) host.post({ type: 'reveal', id, focus });
  };
  const keep = (created: Viewport): void => {
    viewport.current = created;
  };
  return (
    <div
      class="page machine"
      data-machine={drawn.chart.machine}
      data-has-run={run !== undefined}
      data-firing={state.isFiring}
      data-vscode-context={menuOfModel(drawn.subject.uri)}
    >
      <MachineTools {...{ drawn, state, isSideOpen, host, viewport, dispatch }} />
      {drawn.warning !== undefined && (
        <p class="warned" role="status" data-notice="errors">
          {drawn.warning}
        </p>
      )}
      {state.isLarge && <TooLarge chart={drawn.chart} />}
      {state.focus !== undefined && !isTable && (
        <Narrowed
          chart={drawn.chart}
          focus={state.focus}
          onLeft={() => {
            dispatch({ type: 'focused', id: undefined });
          }}
        />
      )}
      <main>
        {isTable ? (
          <ChartTables drawn={drawn} run={run} onChosen={choose} />
        ) : (
          <ChartCanvas
            {...{ drawn, run, selected, savedView, onMoved, dispatch }}
            onViewport={keep}
            onChosen={choose}
            onBreakpoint={(id) => {
              host.post({ type: 'breakpoint', id });
            }}
          />
        )}
        {isSideOpen && drawn.chart.explored !== undefined && <StatesSide chart={drawn.chart} selected={selected} />}
        {(isSideOpen || state.isFiring) && drawn.chart.explored === undefined && (
          <RunSide
            chart={drawn.chart}
            run={run}
            title={state.runTitle}
            refused={state.refused}
            asking={state.asking}
            onFire={state.isFiring ? fire : undefined}
          />
        )}
      </main>
      <div class="announcements" role="status">
        {announcement(state)}
      </div>
    </div>
  );
}

/** Says that one state is shown with its neighbours, and how to see all. */
function Narrowed({
  chart: { states, explored },
  focus,
  onLeft,
}: Pick<DrawnChart, 'chart'> & { readonly focus: string; readonly onLeft: () => void }): VNode {
  const name = states.find(({ id }) => id === focus)?.name ?? '';
  return (
    <p class="narrowed" role="status" data-narrowed={name}>
      {texts.narrowed.replace('{0}', name).replace('{1}', (states.length - 1).toString())}
      <button type="button" class="link" onClick={onLeft}>
        {explored === undefined ? texts.leaveFocus : texts.leaveStates}
      </button>
    </p>
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
  const where = inner === undefined ? run.is : describeState(inner, drawn.chart, run);
  return `${texts.step} ${run.step.toString()}, ${run.time}: ${run.entity}: ${where}`;
}

/** The messages that there is nothing to draw. */
const noCharts: ReadonlySet<string> = new Set(['missing', 'failed', 'unshown']);

/** Receives messages as soon as the page exists; returns the last chart. */
function useMessages(
  { host, onLimits }: MachinePageProps,
  dispatch: (event: MachineEvent) => void,
): ReceivedChart | undefined {
  const [received, setReceived] = useState<ReceivedChart>();
  useEffect(() => {
    host.listen((message) => {
      if (message.type === 'chart') setReceived({ warning: undefined, ...message });
      else if (message.type === 'limits') onLimits(message.layoutTimeout);
      else {
        // What stands in place of a chart stays until another one comes, whatever the window does.
        if (noCharts.has(message.type)) setReceived(undefined);
        dispatch(message);
      }
    });
    host.post({ type: 'ready' });
  }, []);
  return received;
}
