/**
 * Opens and closes the runs of a trace panel: the one shown, and the one it is compared with.
 */
import { closeRunRequest, openRunRequest, type OpenedRun } from '../../../server/src/protocol/protocol.ts';
import { reduceRunRequest } from '../../../server/src/protocol/reduction-protocol.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import { isSameRun } from '../page/run-position.ts';
import type { TracePanelState, TraceWorld } from './trace-answers.ts';
import { branchedSubject, noteRun, rootOf, runsMessage, startBranches } from './trace-branches.ts';
import { tellFailure } from '../page/page-session.ts';
import { errorMessage } from '../../../language/src/model/common/error-message.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';

/** Makes the server open a run; rejects if the document or file does not exist. */
async function openSubject(world: TraceWorld, subject: RunSubject, signal?: AbortSignal): Promise<OpenedRun | Refusal> {
  const { uri, question } = subject;
  await world.open(uri);
  const trace = question.kind === 'trace' ? { trace: await world.read(question.file) } : {};
  return world.ask(openRunRequest, { uri, question, ...trace }, signal);
}

/** Opens a run and shows it; if `reduces`, a random run that fails as a smaller one. */
export async function openRun(
  world: TraceWorld,
  shown: TracePanelState,
  subject: RunSubject,
  { signal, reduces }: { readonly signal: AbortSignal; readonly reduces: boolean },
): Promise<void> {
  try {
    const opened = await openSubject(world, subject, signal);
    const isWanted = reduces && 'id' in opened;
    const smaller = isWanted ? await smallerSubject(world, shown, subject, { opened, signal }) : undefined;
    if (signal.aborted) {
      if ('id' in opened) closeId(world, opened.id);
      return;
    }
    if ('refusal' in opened) {
      // A smaller run of an older text gives way to the run itself.
      const isSmaller = subject.question.branches?.at(-1)?.move.kind === 'reduced';
      if (isSmaller) await openOther(world, shown, rootOf(subject), signal);
      else world.post({ type: 'failed', message: opened.refusal });
      return;
    }
    if (smaller !== undefined) {
      closeId(world, opened.id);
      noteRun(shown.branches, subject, opened);
      await openOther(world, shown, smaller, signal);
      return;
    }
    shown.run = opened;
    shown.isStale = false;
    shown.number += 1;
    noteRun(shown.branches, subject, opened);
    tellRun(world, shown, opened);
  } catch (error) {
    if (!signal.aborted) tellFailure(world, `The run of ${subject.uri} failed`, error);
  }
}

/** Opens a run in place of the one that was asked for, from its start. */
async function openOther(
  world: TraceWorld,
  shown: TracePanelState,
  subject: RunSubject,
  signal: AbortSignal,
): Promise<void> {
  if (subject.question.branches === undefined) shown.branches = startBranches(subject);
  shown.subject = subject;
  shown.step = undefined;
  await openRun(world, shown, subject, { signal, reduces: false });
}

/** Tells the page of the run shown. */
export function tellRun(world: TraceWorld, shown: TracePanelState, { summary }: OpenedRun): void {
  const { subject, step, number } = shown;
  if (subject === undefined) return;
  world.post(runsMessage(shown.branches, subject));
  world.post({ type: 'run', number, subject, summary, ...(step !== undefined && { step }) });
  if (shown.isStale) world.post({ type: 'stale' });
}

/** Returns the smaller run that a random run fails as, if it fails and was not made of another; it is asked for once. */
async function smallerSubject(
  world: TraceWorld,
  { branches: { runs } }: TracePanelState,
  subject: RunSubject,
  { opened: { id }, signal }: { readonly opened: OpenedRun; readonly signal: AbortSignal },
): Promise<RunSubject | undefined> {
  const { question } = subject;
  if (question.kind !== 'random' || question.branches !== undefined || runs.length > 1) return undefined;
  const found = await world.ask(reduceRunRequest, { id }, signal);
  if (found === null) return undefined;
  // The run itself can be shown whatever became of the smaller one.
  if ('refusal' in found) world.log(found.refusal);
  const branch = 'refusal' in found ? undefined : found.branch;
  return branch && branchedSubject(subject, branch);
}

/** Compares with another run of the panel, or ends the comparison. */
export async function compareWith(world: TraceWorld, shown: TracePanelState, index: number | undefined): Promise<void> {
  endComparison(world, shown);
  const { subject, branches, number } = shown;
  const wanted = index === undefined ? undefined : branches.runs[index]?.subject;
  if (subject === undefined) return;
  if (index !== undefined && wanted !== undefined && !isSameRun(wanted, subject)) {
    const opened = await openSubject(world, wanted);
    if ('refusal' in opened) world.log(`There is nothing to compare with: ${opened.refusal}`);
    else if (shown.number === number) branches.compared = { index, run: opened };
  }
  if (shown.isListening && shown.number === number) world.post(runsMessage(branches, subject));
}

/** Closes the compared run. */
export function endComparison(world: TraceWorld, { branches }: TracePanelState): void {
  const { compared } = branches;
  branches.compared = undefined;
  if (compared !== undefined) closeId(world, compared.run.id);
}

/** Closes the run shown. */
export function closeRun(world: TraceWorld, shown: TracePanelState): void {
  const { run } = shown;
  if (run === undefined) return;
  shown.run = undefined;
  shown.places = undefined;
  closeId(world, run.id);
}

/** Closes a run. */
function closeId(world: TraceWorld, id: number): void {
  world.ask(closeRunRequest, { id }).catch((error: unknown) => {
    // A stopped server has closed it too.
    world.log(`A run was not closed: ${errorMessage(error)}`);
  });
}
