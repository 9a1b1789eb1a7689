/**
 * What the trace panel does, without its window: it has the server make a run, sends the page the rows and
 * steps that it asks for, and shows where they are written. While the page is hidden or not ready it does
 * nothing, and what is asked for an earlier run is dropped when it comes.
 */
import { closeRunRequest, openRunRequest, runTraceRequest, type OpenedRun } from '../../../server/src/protocol.ts';
import {
  isTraceMessageToExtension,
  type RunSubject,
  type TraceMessageToExtension,
} from '../../webview/trace/messages.ts';
import { isSameRun } from './run-position.ts';
import { answerOf, type OfRun, type Shown, type TraceWorld } from './trace-answers.ts';

export interface TraceLink {
  readonly subject: () => RunSubject | undefined;
  /** Shows a run, at a step if one is given. */
  readonly show: (subject: RunSubject, step?: number) => Promise<void>;
  /** Tells the page that the run is of an older text. */
  readonly modelChanged: (uri: string) => void;
  /** Goes to a step, if it is the run that is shown in which somebody else has gone there. */
  readonly follow: (subject: RunSubject, step: number) => void;
  readonly setVisible: (isVisible: boolean) => void;
  /** Returns the run as the text of a trace; nothing if none is shown. */
  readonly trace: () => Promise<string | undefined>;
  /** Takes whatever the page sent. */
  readonly receive: (message: unknown) => Promise<void>;
  /** Takes back what is asked, and closes the run. */
  readonly dispose: () => void;
}

/** Connects a page to the world. */
export function connectTrace(world: TraceWorld): TraceLink {
  const shown: Shown = {
    subject: undefined,
    run: undefined,
    step: undefined,
    places: undefined,
    number: 0,
    isStale: false,
    isListening: false,
    asking: undefined,
    askingStep: undefined,
  };
  return {
    subject: () => shown.subject,
    show: async (subject, step) => {
      closeRun(world, shown);
      shown.subject = subject;
      shown.step = step;
      await refresh(world, shown);
    },
    modelChanged: (uri) => {
      if (uri !== shown.subject?.uri || shown.run === undefined || shown.isStale) return;
      shown.isStale = true;
      if (shown.isListening) world.post({ type: 'stale' });
    },
    follow: (subject, step) => {
      if (shown.run === undefined || !isSameRun(subject, shown.subject) || shown.step === step) return;
      shown.step = step;
      if (shown.isListening) world.post({ type: 'goTo', number: shown.number, step });
    },
    setVisible: (isVisible) => {
      // A hidden page is gone; when it is shown again it is made anew and says that it is ready.
      if (!isVisible) shown.isListening = false;
    },
    trace: () => traceOf(world, shown),
    receive: async (message) => {
      if (isTraceMessageToExtension(message)) await take(world, shown, message);
      else world.log('A message of the trace page was refused: it is none that the extension knows.');
    },
    dispose: () => {
      shown.isListening = false;
      shown.asking?.abort();
      closeRun(world, shown);
    },
  };
}

async function take(world: TraceWorld, shown: Shown, message: TraceMessageToExtension): Promise<void> {
  switch (message.type) {
    case 'ready':
      shown.isListening = true;
      if (shown.run === undefined) await refresh(world, shown);
      else tellRun(world, shown, shown.run);
      return;
    case 'retry':
      closeRun(world, shown);
      await refresh(world, shown);
      return;
    case 'variant':
      await showVariant(world, shown, message.variant);
      return;
    case 'rows':
    case 'step':
    case 'reveal':
      await answer(world, shown, message);
      return;
    case 'save':
      world.save();
      return;
    case 'showLog':
      world.showLog();
      return;
    case 'trouble':
      world.log(message.message);
  }
}

async function refresh(world: TraceWorld, shown: Shown): Promise<void> {
  shown.asking?.abort();
  const { subject } = shown;
  if (!shown.isListening || subject === undefined) return;
  const asking = new AbortController();
  shown.asking = asking;
  world.post({ type: 'busy' });
  const done = openRun(world, shown, subject, asking.signal);
  const stop = (): void => {
    if (shown.asking !== asking) return;
    asking.abort();
    world.post({ type: 'failed', message: 'It was stopped.' });
  };
  world.showProgress({ done, stop });
  await done;
  if (shown.asking === asking) shown.asking = undefined;
}

async function openRun(world: TraceWorld, shown: Shown, subject: RunSubject, signal: AbortSignal): Promise<void> {
  const { uri, question } = subject;
  try {
    await world.open(uri);
    const trace = question.kind === 'trace' ? { trace: await world.read(question.file) } : {};
    const opened = await world.ask(openRunRequest, { uri, question, ...trace }, signal);
    if (signal.aborted) {
      if ('id' in opened) void world.ask(closeRunRequest, { id: opened.id });
      return;
    }
    if ('error' in opened) {
      world.post({ type: 'failed', message: opened.error });
      return;
    }
    shown.run = opened;
    shown.isStale = false;
    shown.number += 1;
    tellRun(world, shown, opened);
  } catch (error) {
    if (!signal.aborted) fail(world, `The run of ${uri} failed`, error);
  }
}

function tellRun(world: TraceWorld, shown: Shown, { summary }: OpenedRun): void {
  const { subject, step, number } = shown;
  if (subject === undefined) return;
  world.post({ type: 'run', number, subject, summary, ...(step !== undefined && { step }) });
  if (shown.isStale) world.post({ type: 'stale' });
}

async function showVariant(world: TraceWorld, shown: Shown, variant: number): Promise<void> {
  const { subject } = shown;
  if (subject?.question.kind !== 'scenario') return;
  closeRun(world, shown);
  shown.subject = { ...subject, question: { ...subject.question, variant } };
  shown.step = undefined;
  await refresh(world, shown);
}

async function answer(world: TraceWorld, shown: Shown, message: OfRun): Promise<void> {
  const { run, number } = shown;
  if (run === undefined || message.number !== number) return;
  try {
    const isThere = await answerOf(world, shown, run.id, message);
    // The server has started anew, or has had many other runs to open.
    if (!isThere && shown.run === run) {
      shown.run = undefined;
      await refresh(world, shown);
    }
  } catch (error) {
    if (shown.number === number) fail(world, 'The run cannot be read any more', error);
  }
}

async function traceOf(world: TraceWorld, shown: Shown): Promise<string | undefined> {
  if (shown.run === undefined) return undefined;
  const found = await world.ask(runTraceRequest, { id: shown.run.id });
  if (found !== null && 'error' in found) throw new Error(found.error);
  return found?.text;
}

function closeRun(world: TraceWorld, shown: Shown): void {
  const { run } = shown;
  if (run === undefined) return;
  shown.run = undefined;
  shown.places = undefined;
  world.ask(closeRunRequest, { id: run.id }).catch((error: unknown) => {
    // A server that has ended has closed it, too.
    world.log(`A run was not closed: ${wordsOf(error)}`);
  });
}

function fail(world: TraceWorld, what: string, error: unknown): void {
  world.log(`${what}: ${wordsOf(error)}`);
  world.post({ type: 'failed', message: wordsOf(error) });
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
