/**
 * The logic of the trace panel, without its window: makes the server open a run, sends the page the rows and steps it
 * requests, and reveals their source locations. It does nothing while the page is hidden or not ready, and drops
 * answers about an earlier run.
 */
import { runTraceRequest } from '../../../server/src/protocol/protocol.ts';
import {
  isTraceMessageToExtension,
  type RunSubject,
  type TraceMessageToExtension,
} from '../../webview/trace/messages.ts';
import type { BranchPoint } from '../../../language/src/view/run/run-summary.ts';
import type { PageLink } from '../page/page-panels.ts';
import { isSameRun } from '../page/run-position.ts';
import { branchedSubject, indexOfRun, startBranches, takeUpRuns } from './trace-branches.ts';
import { interventionFor } from './trace-watches.ts';
import { closeRun, compareWith, endComparison, openRun, tellRun } from './trace-opening.ts';
import { answerOf, nothingShown, type AboutRun, type TracePanelState, type TraceWorld } from './trace-answers.ts';
import { loadPage, pageSession, tellFailure, type OwnMessage } from '../page/page-session.ts';

/** The logic of a trace panel. */
export interface TraceLink extends PageLink {
  readonly subject: () => RunSubject | undefined;
  /** Shows a run, at a step if one is given. */
  readonly show: (subject: RunSubject, step?: number) => Promise<void>;
  /** Tells the page that the run is of an older text. */
  readonly modelChanged: (uri: string) => void;
  /** Goes to a step that another view has gone to, if it is in the run shown. */
  readonly follow: (subject: RunSubject, step: number) => void;
  /** Selects what was selected elsewhere. */
  readonly select: (uri: string, name: string) => void;
  /** Returns the run as the text of a trace; nothing if none is shown. Rejects on cancellation. */
  readonly trace: (signal?: AbortSignal) => Promise<string | undefined>;
  /** Shows why there is no run. */
  readonly refuse: (message: string) => void;
}

/** Connects a page to its environment. */
export function connectTrace(world: TraceWorld): TraceLink {
  const shown = nothingShown();
  return {
    subject: () => shown.subject,
    show: async (subject, step) => {
      closeRun(world, shown);
      endComparison(world, shown);
      shown.branches = startBranches(subject);
      shown.refusal = undefined;
      shown.subject = subject;
      shown.step = step;
      await restore(world, shown);
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
    select: (uri, name) => {
      if (shown.isListening && uri === shown.subject?.uri) world.post({ type: 'select', name });
    },
    trace: (signal) => traceOf(world, shown, signal),
    refuse: (message) => {
      shown.refusal = message;
      if (shown.isListening) world.post({ type: 'failed', message });
    },
    ...pageSession(world, shown, {
      name: 'trace',
      isMessage: isTraceMessageToExtension,
      take: (message) => take(world, shown, message),
    }),
    dispose: () => {
      shown.isListening = false;
      shown.asking?.abort();
      shown.finding?.abort();
      closeRun(world, shown);
      endComparison(world, shown);
    },
  };
}

async function take(
  world: TraceWorld,
  shown: TracePanelState,
  message: OwnMessage<TraceMessageToExtension>,
): Promise<void> {
  switch (message.type) {
    case 'ready':
      await begin(world, shown, message);
      return;
    case 'retry':
      closeRun(world, shown);
      await refresh(world, shown);
      return;
    case 'variant':
      await showVariant(world, shown, message.variant);
      return;
    case 'branch':
      if (message.number === shown.number) await showBranch(world, shown, message);
      return;
    case 'set':
      if (message.number === shown.number) await trySetting(world, shown, message);
      return;
    case 'showRun':
      await showOther(world, shown, message.run);
      return;
    case 'compare':
      await compareWith(world, shown, message.run);
      return;
    case 'settings':
      world.keepSettings(message.settings);
      return;
    case 'hideLane':
      if (shown.isListening) world.post({ type: 'hide', name: message.name });
      return;
    case 'export':
      world.exportPicture(message.format, message.content);
      return;
    case 'rows':
    case 'pick':
    case 'find':
    case 'stretch':
    case 'choices':
    case 'difference':
    case 'watch':
    case 'step':
    case 'reveal':
      await answer(world, shown, message);
      return;
    case 'selected':
      if (shown.subject !== undefined) world.selected(shown.subject.uri, message.name);
      return;
    case 'save':
      world.save();
      return;
  }
}

/** Called when the page is ready, for the first time or again. */
async function begin(
  world: TraceWorld,
  shown: TracePanelState,
  { subject, runs }: Extract<TraceMessageToExtension, { readonly type: 'ready' }>,
): Promise<void> {
  tellSettings(world);
  if (shown.refusal !== undefined) world.post({ type: 'failed', message: shown.refusal });
  // A page that was only hidden has nothing that is missing here.
  if (runs !== undefined && subject !== undefined && shown.number === 0) shown.kept = { ...runs, of: subject };
  if (shown.run === undefined) await restore(world, shown);
  else tellRun(world, shown, shown.run);
}

/** Shows a run, with the branches and the comparison that the page had before a reload. */
async function restore(world: TraceWorld, shown: TracePanelState): Promise<void> {
  const { subject, kept, branches } = shown;
  const isKept = subject !== undefined && kept !== undefined && takeUpRuns(branches, subject, kept);
  if (subject !== undefined) shown.kept = undefined;
  // A document is opened again by its file; only its page knows which branch was shown.
  if (isKept) shown.subject = kept.of;
  await refresh(world, shown);
  if (isKept && shown.run !== undefined && kept.compared !== undefined) await compareWith(world, shown, kept.compared);
}

async function refresh(world: TraceWorld, shown: TracePanelState): Promise<void> {
  const { subject } = shown;
  await loadPage(world, shown, subject && ((signal) => openRun(world, shown, subject, { signal, reduces: true })));
}

function tellSettings(world: TraceWorld): void {
  const settings = world.settings();
  if (settings !== undefined) world.post({ type: 'settings', settings });
}

/** The previous run stays open, for comparison. */
async function showBranch(world: TraceWorld, shown: TracePanelState, { after, move }: BranchPoint): Promise<void> {
  const { subject, run, branches } = shown;
  if (subject === undefined || run === undefined) return;
  endComparison(world, shown);
  const index = indexOfRun(branches, subject);
  shown.run = undefined;
  shown.places = undefined;
  shown.subject = branchedSubject(subject, { after, move });
  shown.step = after + 1;
  branches.compared = index < 0 ? undefined : { index, run };
  await refresh(world, shown);
}

/** Reports a value that does not fit, and stays in the current run. */
async function trySetting(
  world: TraceWorld,
  shown: TracePanelState,
  message: Extract<TraceMessageToExtension, { readonly type: 'set' }>,
): Promise<void> {
  const { number } = shown;
  try {
    const move = await interventionFor(world, shown, message);
    if (shown.number !== number) return;
    if ('refusal' in move) world.post({ type: 'refused', number, message: move.refusal });
    else await showBranch(world, shown, { after: message.step, move });
  } catch (error) {
    if (shown.number === number) tellFailure(world, 'The value could not be tried', error);
  }
}

/** Keeps the step, if both runs have it. */
async function showOther(world: TraceWorld, shown: TracePanelState, index: number): Promise<void> {
  const wanted = shown.branches.runs[index]?.subject;
  if (wanted === undefined || isSameRun(wanted, shown.subject)) return;
  if (shown.branches.compared?.index === index) endComparison(world, shown);
  closeRun(world, shown);
  shown.subject = wanted;
  await refresh(world, shown);
}

async function showVariant(world: TraceWorld, shown: TracePanelState, variant: number): Promise<void> {
  const { subject } = shown;
  if (subject?.question.kind !== 'scenario') return;
  closeRun(world, shown);
  endComparison(world, shown);
  // Choices in one run have no meaning in another.
  shown.subject = { ...subject, question: { kind: 'scenario', title: subject.question.title, variant } };
  shown.branches = startBranches(shown.subject);
  shown.step = undefined;
  await refresh(world, shown);
}

async function answer(world: TraceWorld, shown: TracePanelState, message: AboutRun): Promise<void> {
  const { run, number } = shown;
  if (run === undefined || message.number !== number) return;
  try {
    const isThere = await answerOf(world, shown, run.id, message);
    // The server has restarted, or has had many other runs to open.
    if (!isThere && shown.run === run) {
      shown.run = undefined;
      await refresh(world, shown);
    }
  } catch (error) {
    if (shown.number === number) tellFailure(world, 'The run can no longer be read', error);
  }
}

async function traceOf(world: TraceWorld, shown: TracePanelState, signal?: AbortSignal): Promise<string | undefined> {
  if (shown.run === undefined) return undefined;
  const found = await world.ask(runTraceRequest, { id: shown.run.id }, signal);
  if (found !== null && 'refusal' in found) throw new Error(found.refusal);
  return found?.text;
}
