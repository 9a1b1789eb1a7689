/**
 * Opens and closes the runs of a trace panel: the one shown, and the one it is compared with.
 */
import { closeRunRequest, openRunRequest, type OpenedRun } from '../../../server/src/protocol/protocol.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import { isSameRun } from '../page/run-position.ts';
import type { TracePanelState, TraceWorld } from './trace-answers.ts';
import { runsMessage } from './trace-branches.ts';
import { errorMessage } from '../../../language/src/model/error-message.ts';
import type { Refusal } from '../../../language/src/model/answer.ts';

/** Makes the server open a run; rejects if the document or file does not exist. */
export async function openSubject(
  world: TraceWorld,
  subject: RunSubject,
  signal?: AbortSignal,
): Promise<OpenedRun | Refusal> {
  const { uri, question } = subject;
  await world.open(uri);
  const trace = question.kind === 'trace' ? { trace: await world.read(question.file) } : {};
  return world.ask(openRunRequest, { uri, question, ...trace }, signal);
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
export function closeId(world: TraceWorld, id: number): void {
  world.ask(closeRunRequest, { id }).catch((error: unknown) => {
    // A stopped server has closed it too.
    world.log(`A run was not closed: ${errorMessage(error)}`);
  });
}
