/**
 * The answers to a page's requests about an open run: rows, everything visible at a step, and source locations. Opens
 * and closes no runs.
 */
import {
  findStepsRequest,
  runChoicesRequest,
  runDifferenceRequest,
  runRowsRequest,
  runStepRequest,
  runStretchRequest,
  type OpenedRun,
  type PlacedRow,
} from '../../../server/src/protocol/protocol.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { StepPlaces } from '../../../language/src/view/run/run-rows.ts';
import type { RunRow } from '../../../language/src/view/run/run-step.ts';
import type {
  KeptRuns,
  RunSubject,
  TraceMessageToExtension,
  TraceMessageToPage,
  TraceSettings,
} from '../../webview/trace/messages.ts';
import type { Ask } from '../server/server-link.ts';
import { commonSteps, type Branches } from './trace-branches.ts';
import { watchedValues } from './trace-watches.ts';
import type { LoadingPage, LoadingWorld } from '../page/page-session.ts';

/** The environment of the panel. */
export interface TraceWorld extends LoadingWorld {
  readonly ask: Ask;
  readonly post: (message: TraceMessageToPage) => void;
  /** Makes sure that the server knows a document; rejects if it does not exist. */
  readonly open: (uri: string) => Promise<void>;
  /** Reads the file of a trace; rejects if it does not exist. */
  readonly read: (file: string) => Promise<string>;
  readonly reveal: (span: Span) => void;
  /** Called when the page goes to a step of a run, with its source location, if any. */
  readonly moved: (subject: RunSubject, step: number, span: Span | undefined) => void;
  /** Called when an entity is selected on the page. */
  readonly selected: (uri: string, name: string) => void;
  readonly save: () => void;
  /** Returns the page's settings of the last time, if there are any. */
  readonly settings: () => TraceSettings | undefined;
  readonly keepSettings: (settings: TraceSettings) => void;
  /** Asks for a file and writes a picture there. */
  readonly exportPicture: (format: PictureExport['format'], content: string) => void;
}

/** A picture to write to a file. */
export type PictureExport = Extract<TraceMessageToExtension, { readonly type: 'export' }>;

/** The state of the panel. */
export interface TracePanelState extends LoadingPage {
  subject: RunSubject | undefined;
  run: OpenedRun | undefined;
  branches: Branches;
  /** The runs that the page had before a reload, until they are restored. */
  kept: (KeptRuns & { readonly of: RunSubject }) | undefined;
  /** The first step to show. */
  step: number | undefined;
  /** The source locations of the step last sent to the page. */
  places: { readonly step: number; readonly of: StepPlaces } | undefined;
  /** The number of the run that the page has. */
  number: number;
  isStale: boolean;
  /** The reason why there is nothing to run. */
  refusal: string | undefined;
  /** Aborts the search under way. */
  finding: AbortController | undefined;
  /** The number of the run of which a step is being requested. */
  askingStep: number | undefined;
  /** True if the page shows the state of a step in full. */
  isFull: boolean;
}

/** Returns the initial state of a panel. */
export const nothingShown = (): TracePanelState => ({
  subject: undefined,
  run: undefined,
  branches: { runs: [], compared: undefined },
  kept: undefined,
  step: undefined,
  places: undefined,
  number: 0,
  isStale: false,
  isListening: false,
  asking: undefined,
  finding: undefined,
  refusal: undefined,
  askingStep: undefined,
  isFull: false,
});

/** The page's requests about a run. */
export type AboutRun = Extract<
  TraceMessageToExtension,
  { readonly type: 'rows' | 'pick' | 'find' | 'stretch' | 'choices' | 'difference' | 'watch' | 'step' | 'reveal' }
>;

/** Returns whether the run is still open. */
export async function answerOf(
  world: TraceWorld,
  shown: TracePanelState,
  id: number,
  message: AboutRun,
): Promise<boolean> {
  const { number } = message;
  const post = (answer: TraceMessageToPage): void => {
    if (shown.isListening && shown.number === number) world.post(answer);
  };
  switch (message.type) {
    case 'rows':
    case 'pick': {
      const wanted = message.type === 'pick' ? { steps: message.steps } : { from: message.from, to: message.to };
      const found = await world.ask(runRowsRequest, { id, ...wanted });
      if (found === null) return false;
      const find = message.type === 'pick' ? { find: message.find } : {};
      post({ type: 'rows', number, from: message.from, rows: found.rows.map((row) => withoutPlace(row)), ...find });
      return true;
    }
    case 'find':
      return answerFind(world, shown, id, message);
    case 'stretch':
      return answerStretch(world, shown, id, message);
    case 'choices': {
      const choices = await world.ask(runChoicesRequest, { id, step: message.step });
      if (choices === null) return false;
      post({ type: 'choices', number, choices });
      return true;
    }
    case 'difference':
      return answerDifference(world, shown, id, message);
    case 'watch': {
      const values = await watchedValues(world, shown, id, message);
      if (values !== undefined) post(values);
      return values !== undefined;
    }
    case 'step':
      shown.step = message.step;
      shown.isFull = message.full === true;
      return answerStep(world, shown, id, number);
    case 'reveal':
      return reveal(world, shown, id, message);
  }
}

const withoutPlace = ({ step, at, kind, text, mark, lines }: PlacedRow): RunRow => ({
  step,
  at,
  kind,
  text,
  ...(mark !== undefined && { mark }),
  ...(lines !== undefined && { lines }),
});

type Asking<T extends AboutRun['type']> = Extract<AboutRun, { readonly type: T }>;

/** A new search aborts the previous one. */
async function answerFind(
  world: TraceWorld,
  shown: TracePanelState,
  id: number,
  { number, find, filter }: Asking<'find'>,
): Promise<boolean> {
  shown.finding?.abort();
  const finding = new AbortController();
  shown.finding = finding;
  const found = await world.ask(findStepsRequest, { id, filter }, finding.signal).catch((error: unknown) => {
    if (finding.signal.aborted) return undefined;
    throw error;
  });
  if (found === undefined || finding.signal.aborted) return true;
  if (found === null) return false;
  if ('refusal' in found) throw new Error(found.refusal);
  if (shown.isListening && shown.number === number) world.post({ type: 'found', number, find, steps: found.steps });
  return true;
}

/** The compared run is drawn over the same steps. */
async function answerStretch(
  world: TraceWorld,
  shown: TracePanelState,
  id: number,
  { number, from, to }: Asking<'stretch'>,
): Promise<boolean> {
  const { compared } = shown.branches;
  const [stretch, other] = await Promise.all([
    world.ask(runStretchRequest, { id, from, to }),
    compared === undefined ? null : world.ask(runStretchRequest, { id: compared.run.id, from, to }),
  ]);
  if (stretch === null) return false;
  if (shown.isListening && shown.number === number)
    world.post({ type: 'stretch', number, stretch, ...(other !== null && { other }) });
  return true;
}

async function answerDifference(
  world: TraceWorld,
  shown: TracePanelState,
  id: number,
  { number, step }: Asking<'difference'>,
): Promise<boolean> {
  const { compared, runs } = shown.branches;
  const first = runs[compared?.index ?? -1]?.subject;
  if (compared === undefined || first === undefined || shown.subject === undefined) return true;
  const common = commonSteps(first, shown.subject);
  const difference = await world.ask(runDifferenceRequest, { id, other: compared.run.id, step, common });
  if (difference !== null && shown.isListening && shown.number === number)
    world.post({ type: 'difference', number, difference });
  return true;
}

/** One request is under way at a time; of those that come meanwhile only the last is sent. */
async function answerStep(world: TraceWorld, shown: TracePanelState, id: number, number: number): Promise<boolean> {
  if (shown.askingStep === number) return true;
  shown.askingStep = number;
  try {
    for (;;) {
      const { step = 0, isFull } = shown;
      const found = await world.ask(runStepRequest, { id, step, ...(isFull && { full: true }) });
      if (found === null) return false;
      if (!shown.isListening || shown.number !== number) return true;
      if (shown.step !== step || shown.isFull !== isFull) continue;
      shown.places = { step, of: found.places };
      world.post({ type: 'step', number, view: found.view });
      if (shown.subject !== undefined) world.moved(shown.subject, step, found.places.row);
      return true;
    }
  } finally {
    if (shown.askingStep === number) shown.askingStep = undefined;
  }
}

async function reveal(
  world: TraceWorld,
  shown: TracePanelState,
  id: number,
  { step, event, because }: Extract<AboutRun, { readonly type: 'reveal' }>,
): Promise<boolean> {
  if (shown.places?.step !== step) {
    const found = await world.ask(runStepRequest, { id, step });
    if (found === null) return false;
    shown.places = { step, of: found.places };
  }
  const { of } = shown.places;
  const span = event !== undefined ? of.events[event] : because !== undefined ? of.because[because] : of.row;
  if (span !== undefined) world.reveal(span);
  return true;
}
