/**
 * The logic of the machine panel, without its window: requests the chart from the server, and the machine's state at
 * the current step of the run; reveals source locations, and follows the cursor.
 */
import {
  exploredStatesRequest,
  machineStateRequest,
  statechartRequest,
} from '../../../server/src/protocol/machine-protocol.ts';
import { runRowsRequest } from '../../../server/src/protocol/protocol.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import {
  isMachineMessageToExtension,
  type MachineMessageToExtension,
  type MachineMessageToPage,
  type MachineSubject,
} from '../../webview/machine/messages.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import type { PageLink } from '../page/page-panels.ts';
import { openDebugRun, type DebugRun, type DebugRunWorld } from '../debug/debug-run.ts';
import { isSameRun, type RunPosition, type RunPositions } from '../page/run-position.ts';
import { pageSession, tellFailure, type OwnMessage } from '../page/page-session.ts';
import { type ExploredWay, showWay, stateAt } from './explored-way.ts';
import { fireInBranch, type Firing, isSandbox, sandboxOf } from './machine-sandbox.ts';
import { isWithin, type Position, type Span } from '../../../language/src/model/span.ts';

/** The environment of the panel. */
export interface MachineWorld extends DebugRunWorld {
  readonly post: (message: MachineMessageToPage) => void;
  readonly reveal: (span: Span, focus: boolean) => void;
  readonly toggleBreakpoint: (span: Span) => void;
  readonly positions: RunPositions;
  /** Called when an entity is selected on the page. */
  readonly selected: (uri: string, name: string) => void;
  /** Marks the source line of the page's current step. */
  readonly markStep: (span: Span | undefined) => void;
  /** Shows a run, at its last step. */
  readonly showRun: (subject: RunSubject, step: number) => void;
  readonly layoutTimeout: () => number;
  readonly write: (subject: MachineSubject, format: MachineExport['format'], content: string) => void;
  readonly showLog: () => void;
  readonly log: (message: string) => void;
}

/** A picture to write to a file. */
export type MachineExport = Extract<MachineMessageToExtension, { readonly type: 'export' }>;

/** The logic of a machine panel. */
export interface MachineLink extends PageLink {
  /** Returns what is shown. */
  readonly subject: () => MachineSubject | undefined;
  readonly show: (subject: MachineSubject) => Promise<void>;
  readonly modelChanged: (uri: string) => Promise<void>;
  /** Follows another view to a step of a run. */
  readonly follow: (position: RunPosition | undefined) => Promise<void>;
  readonly cursorMoved: (uri: string, position: Position) => void;
  /** Shows the state of an entity that was selected elsewhere, if it runs this machine. */
  readonly select: (uri: string, name: string) => Promise<void>;
}

interface MachinePanelState {
  subject: MachineSubject | undefined;
  chart: Statechart | undefined;
  run: DebugRun | undefined;
  /** The run to an explored state that was shown last. */
  way: ExploredWay | undefined;
  isListening: boolean;
  /** The number of the latest request; answers to earlier ones are dropped. */
  latest: number;
  latestRun: number;
}

/** Connects a page to its environment. */
export function connectMachine(world: MachineWorld): MachineLink {
  const shown: MachinePanelState = {
    subject: undefined,
    chart: undefined,
    run: undefined,
    way: undefined,
    isListening: false,
    latest: 0,
    latestRun: 0,
  };
  return {
    subject: () => shown.subject,
    show: async (subject) => {
      shown.subject = subject;
      await refresh(world, shown);
    },
    modelChanged: async (uri) => {
      if (uri !== shown.subject?.uri) return;
      // The states of another text have other numbers.
      shown.way = undefined;
      await refresh(world, shown);
    },
    follow: (position) => follow(world, shown, position),
    cursorMoved: (uri, position) => {
      if (shown.isListening) pointAt(world, shown, uri, position);
    },
    select: async (uri, entity) => {
      const { subject, chart } = shown;
      if (subject?.uri !== uri || subject.isCheck === true || chart?.entities.includes(entity) !== true) return;
      if (entity !== (subject.entity ?? chart.entities[0])) await showEntity(world, shown, entity);
    },
    ...pageSession(world, shown, {
      name: 'machine',
      isMessage: isMachineMessageToExtension,
      take: (message) => take(world, shown, message),
    }),
    dispose: () => {
      shown.isListening = false;
      shown.run?.close();
      shown.run = undefined;
    },
  };
}

async function take(
  world: MachineWorld,
  shown: MachinePanelState,
  message: OwnMessage<MachineMessageToExtension>,
): Promise<void> {
  switch (message.type) {
    case 'ready':
      world.post({ type: 'limits', layoutTimeout: world.layoutTimeout() });
      await refresh(world, shown);
      return;
    case 'retry':
      await refresh(world, shown);
      return;
    case 'reveal': {
      if (shown.subject?.isCheck === true) {
        shown.way = (await showWay(world, shown.subject, message.id)) ?? shown.way;
        return;
      }
      const span = spanOf(shown.chart, message.id);
      if (span !== undefined) world.reveal(span, message.focus);
      return;
    }
    case 'breakpoint': {
      const span = spanOf(shown.chart, message.id);
      if (span !== undefined) world.toggleBreakpoint(span);
      return;
    }
    case 'entity':
      if (shown.subject === undefined) return;
      if (shown.subject.isCheck !== true) world.selected(shown.subject.uri, message.entity);
      await showEntity(world, shown, message.entity);
      return;
    case 'step':
      await goBy(world, shown, message.by);
      return;
    case 'sandbox':
      toggleSandbox(world, shown, message.isOn);
      return;
    case 'fire':
      await fireTransition(world, shown, message);
      return;
    case 'export':
      if (shown.subject !== undefined) world.write(shown.subject, message.format, message.content);
      return;
  }
}

/** Starts a sandbox where no run is shown, or leaves it; another run stays. */
function toggleSandbox({ positions }: MachineWorld, { subject }: MachinePanelState, isOn: boolean): void {
  const position = positions.current();
  if (subject === undefined) return;
  if (!isOn && position !== undefined && isSandbox(position.subject)) positions.move(undefined);
  if (isOn && position?.subject.uri !== subject.uri) {
    positions.move({ subject: sandboxOf(subject), step: 0, by: 'machine' });
  }
}

/** Fires a transition, and shows the step that takes it. */
async function fireTransition(
  world: MachineWorld,
  shown: MachinePanelState,
  { transition, values }: Pick<Firing, 'transition' | 'values'>,
): Promise<void> {
  const { subject, chart } = shown;
  const [position, entity] = [world.positions.current(), subject?.entity ?? chart?.entities[0]];
  if (position === undefined || position.subject.uri !== subject?.uri || entity === undefined) return;
  try {
    const fired = await fireInBranch(world, { position, entity, transition, values });
    if ('refusal' in fired) world.post({ type: 'refused', message: fired.refusal });
    else if (world.positions.current() === position) world.positions.move(fired);
  } catch (error) {
    tellFailure(world, 'The transition could not be fired', error);
  }
}

async function showEntity(world: MachineWorld, shown: MachinePanelState, entity: string): Promise<void> {
  if (shown.subject === undefined) return;
  shown.subject = { ...shown.subject, entity };
  await refresh(world, shown);
}

async function refresh(world: MachineWorld, shown: MachinePanelState): Promise<void> {
  const { subject } = shown;
  const own = ++shown.latest;
  if (!shown.isListening || subject === undefined) return;
  const { uri, machine } = subject;
  try {
    await world.open(uri);
    if (subject.isCheck === true) {
      const explored = await world.ask(exploredStatesRequest, {
        ...{ uri, title: machine },
        ...(subject.entity !== undefined && { groupedBy: subject.entity }),
      });
      if (own !== shown.latest) return;
      shown.chart = 'refusal' in explored ? undefined : explored.chart;
      if ('refusal' in explored) world.post({ type: 'unshown', message: explored.refusal });
      else world.post({ type: 'chart', subject, chart: explored.chart });
      await follow(world, shown, world.positions.current());
      return;
    }
    const answer = await world.ask(statechartRequest, { uri, machine });
    if (own !== shown.latest) return;
    shown.chart = answer?.chart;
    if (answer === null) world.post({ type: 'missing', machine });
    else {
      const { chart, warning } = answer;
      world.post({ type: 'chart', subject, chart, ...(warning !== undefined && { warning }) });
    }
    await follow(world, shown, world.positions.current());
  } catch (error) {
    if (own === shown.latest) tellFailure(world, `The machine ${machine} failed`, error);
  }
}

/** Shows the state of the machine at a step of a run of its model. */
async function follow(world: MachineWorld, shown: MachinePanelState, position: RunPosition | undefined): Promise<void> {
  const { subject, chart } = shown;
  const own = ++shown.latestRun;
  if (!shown.isListening || subject === undefined || chart === undefined) return;
  if (subject.isCheck === true) {
    const id = stateAt(shown.way, position);
    if (id !== undefined) world.post({ type: 'select', id });
    return;
  }
  const entity = subject.entity ?? chart.entities[0];
  if (position?.subject.uri !== subject.uri || entity === undefined) {
    world.post({ type: 'run', run: null, title: '' });
    return;
  }
  try {
    const run = await runOf(world, shown, position);
    const { state } = await run.ask(machineStateRequest, { step: position.step, entity });
    if (own === shown.latestRun) world.post({ type: 'run', run: state, title: run.summary.title });
  } catch (error) {
    if (own === shown.latestRun) tellFailure(world, 'The run cannot be read', error);
  }
}

async function runOf(world: MachineWorld, shown: MachinePanelState, { subject }: RunPosition): Promise<DebugRun> {
  if (shown.run !== undefined && isSameRun(shown.run.subject, subject)) return shown.run;
  const opened = await openDebugRun(world, subject);
  if ('refusal' in opened) throw new Error(opened.refusal);
  shown.run?.close();
  shown.run = opened;
  return opened;
}

async function goBy({ positions, markStep }: MachineWorld, { run }: MachinePanelState, by: number): Promise<void> {
  const position = positions.current();
  if (position === undefined || run === undefined) return;
  const step = Math.min(run.summary.steps, Math.max(0, position.step + Math.sign(by)));
  positions.move({ ...position, step, by: 'machine' });
  const { rows } = await run.ask(runRowsRequest, { from: step, to: step });
  markStep(rows[0]?.span);
}

/** Selects the innermost state or transition around the cursor. */
function pointAt(
  { post }: MachineWorld,
  { chart }: MachinePanelState,
  uri: string,
  { line, character }: Position,
): void {
  if (chart === undefined) return;
  const at = { line, character };
  const found = [...chart.states, ...chart.transitions].findLast(
    ({ span }) => span?.uri === uri && isWithin({ start: at, end: at }, span),
  );
  if (found !== undefined) post({ type: 'select', id: found.id });
}

const spanOf = (chart: Statechart | undefined, id: string): Span | undefined =>
  [...(chart?.states ?? []), ...(chart?.transitions ?? [])].find((each) => each.id === id)?.span;
