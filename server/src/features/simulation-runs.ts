/**
 * What is asked of a run that is open: rows, all that is to be seen at a step, what may happen next, and the
 * run as a trace.
 */
import { recordingSteps } from '../../../language/src/simulation/recording.ts';
import { writeTrace } from '../../../language/src/simulation/trace.ts';
import type { RunChoices } from '../../../language/src/view/run-choice.ts';
import { runChoices } from '../../../language/src/view/run-choices.ts';
import { runRow, stepView, type StepPlaces } from '../../../language/src/view/run-rows.ts';
import type { StepView } from '../../../language/src/view/run-step.ts';
import type { PlacedRow } from '../protocol.ts';
import type { RunSession } from './run-opening.ts';

/** So many rows are given at once. */
const mostRows = 1000;

/** Returns the steps of a window. */
export function rowsOf({ model, timeline, summary }: RunSession, from: number, to: number): readonly PlacedRow[] {
  const last = Math.min(to, summary.steps, from + mostRows - 1);
  return last < from ? [] : timeline.records(from, last).map((record) => runRow(model, record));
}

/** Returns all that is to be seen at a step; nothing if the run has no such step. */
export function stepOf(
  { model, timeline, summary }: RunSession,
  step: number,
): { readonly view: StepView; readonly places: StepPlaces } | undefined {
  return step > summary.steps ? undefined : stepView(model, timeline, step);
}

/** Returns what may happen after a step; nothing if the run has no such step. */
export const choicesOf = ({ model, timeline, summary }: RunSession, step: number): RunChoices | undefined =>
  step > summary.steps ? undefined : runChoices(model.program, timeline, step);

/** Writes the run as the text of a trace, some steps at a time. */
export function* traceSteps(session: RunSession): Generator<undefined, string> {
  const { model, origin, seed, timeline, interventions, summary } = session;
  const { steps } = summary;
  return writeTrace(yield* recordingSteps(model.program, origin, { seed, timeline, steps, interventions }));
}
