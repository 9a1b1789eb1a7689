/**
 * The answers to what the page asks of a run that is open: rows, all that is to be seen at a step, and where
 * a step is written. Nothing here opens or closes a run.
 */
import { runRowsRequest, runStepRequest, type OpenedRun } from '../../../server/src/protocol.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { StepPlaces } from '../../../language/src/view/run-rows.ts';
import type { RunSubject, TraceMessageToExtension, TraceMessageToPage } from '../../webview/trace/messages.ts';
import type { Ask } from '../server-link.ts';

/** A run that is being made. */
export interface RunProgress {
  /** Settles when it is there, or cannot be; never rejects. */
  readonly done: Promise<void>;
  readonly stop: () => void;
}

/** What the panel needs of the world. */
export interface TraceWorld {
  readonly ask: Ask;
  readonly post: (message: TraceMessageToPage) => void;
  /** Makes sure that the server knows a document; rejects if there is none. */
  readonly open: (uri: string) => Promise<void>;
  /** Reads the file of a trace; rejects if there is none. */
  readonly read: (file: string) => Promise<string>;
  readonly reveal: (span: Span) => void;
  /** The page has gone to a step of a run; it is written there, if anywhere. */
  readonly moved: (subject: RunSubject, step: number, span: Span | undefined) => void;
  readonly save: () => void;
  readonly showProgress: (progress: RunProgress) => void;
  readonly showLog: () => void;
  readonly log: (message: string) => void;
}

/** What the panel has and knows. */
export interface Shown {
  subject: RunSubject | undefined;
  run: OpenedRun | undefined;
  /** The step to begin with. */
  step: number | undefined;
  /** The places of the step that the page was sent last. */
  places: { readonly step: number; readonly of: StepPlaces } | undefined;
  /** The number of the run that the page has. */
  number: number;
  isStale: boolean;
  /** Whether the page is there and has said that it is ready. */
  isListening: boolean;
  /** Ends the question for a run under way. */
  asking: AbortController | undefined;
  /** The number of the run of which a step is asked for. */
  askingStep: number | undefined;
}

/** What the page asks of a run. */
export type OfRun = Extract<TraceMessageToExtension, { readonly type: 'rows' | 'step' | 'reveal' }>;

/** Returns whether the run is still open. */
export async function answerOf(world: TraceWorld, shown: Shown, id: number, message: OfRun): Promise<boolean> {
  const { number } = message;
  const isMeant = (): boolean => shown.isListening && shown.number === number;
  switch (message.type) {
    case 'rows': {
      const { from, to } = message;
      const found = await world.ask(runRowsRequest, { id, from, to });
      if (found === null) return false;
      const rows = found.rows.map(({ step, at, kind, text, mark }) => ({
        step,
        at,
        kind,
        text,
        ...(mark !== undefined && { mark }),
      }));
      if (isMeant()) world.post({ type: 'rows', number, from, rows });
      return true;
    }
    case 'step':
      shown.step = message.step;
      return answerStep(world, shown, id, number);
    case 'reveal':
      return reveal(world, shown, id, message);
  }
}

/** One question is under way at a time; of those that come meanwhile only the last is asked. */
async function answerStep(world: TraceWorld, shown: Shown, id: number, number: number): Promise<boolean> {
  if (shown.askingStep === number) return true;
  shown.askingStep = number;
  try {
    for (;;) {
      const step = shown.step ?? 0;
      const found = await world.ask(runStepRequest, { id, step });
      if (found === null) return false;
      if (!shown.isListening || shown.number !== number) return true;
      if (shown.step !== step) continue;
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
  shown: Shown,
  id: number,
  { step, event, because }: Extract<OfRun, { readonly type: 'reveal' }>,
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
