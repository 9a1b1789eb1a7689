/**
 * Answers about an open run: rows, everything visible at a step, the possible next steps, and the run as a trace.
 */
import type { StepRecord } from '../../../language/src/simulation/play/recording/timeline.ts';
import { recordingSteps } from '../../../language/src/simulation/play/recording/recording.ts';
import { writeTrace } from '../../../language/src/simulation/play/recording/trace.ts';
import type { RunChoices } from '../../../language/src/view/run/run-choice.ts';
import { runChoices } from '../../../language/src/view/run/run-choices.ts';
import { findSteps } from '../../../language/src/view/run/find-steps.ts';
import type { RunDifference } from '../../../language/src/view/run/run-comparison.ts';
import { runDifference } from '../../../language/src/view/run/run-difference.ts';
import type { RunFilter } from '../../../language/src/view/run/run-filter.ts';
import { runRow, stepView, type StepPlaces } from '../../../language/src/view/run/run-rows.ts';
import type { StepView } from '../../../language/src/view/run/run-step.ts';
import type { RunStretch } from '../../../language/src/view/run/run-stretch.ts';
import { stretchOf } from '../../../language/src/view/run/stretch-of-run.ts';
import type { PlacedRow } from '../protocol/protocol.ts';
import type { RunSession } from './run-opening.ts';

/** The most rows in one answer. */
const mostRows = 1000;

/** Returns the steps of a window, or the listed ones, in order. */
export function stepRows({ model, timeline, summary, lines }: RunSession, wanted: WantedRows): readonly PlacedRow[] {
  const rowOf = (record: StepRecord): PlacedRow => {
    const said = lines.get(record.step);
    return { ...runRow(model, record), ...(said !== undefined && { lines: said }) };
  };
  if ('steps' in wanted) {
    const steps = wanted.steps.slice(0, mostRows).filter((step) => step <= summary.steps);
    return steps.flatMap((step) => timeline.records(step, step).map(rowOf));
  }
  const last = Math.min(wanted.to, summary.steps, wanted.from + mostRows - 1);
  return last < wanted.from ? [] : timeline.records(wanted.from, last).map(rowOf);
}

type WantedRows = { readonly from: number; readonly to: number } | { readonly steps: readonly number[] };

/** Returns some steps as drawn over time. */
export const drawnSteps = ({ model, timeline, summary }: RunSession, from: number, to: number): RunStretch =>
  stretchOf(model.program, timeline, Math.min(from, summary.steps), Math.min(to, summary.steps));

/** Finds the steps that match a filter, some at a time. */
export const foundSteps = ({ model, timeline, summary }: RunSession, filter: RunFilter) =>
  findSteps(model, { timeline, last: summary.steps }, filter);

/** Returns the differences of a run from another one at a step. */
export const differenceBetween = (
  other: RunSession,
  run: RunSession,
  at: { readonly step: number; readonly common: number },
): RunDifference | undefined =>
  runDifference(
    { timeline: other.timeline, last: other.summary.steps },
    { timeline: run.timeline, last: run.summary.steps },
    at,
  );

/** Returns everything visible at a step, with its full state if wanted; nothing if the run has no such step. */
export function stepOf(
  { model, timeline, summary }: RunSession,
  step: number,
  isFull = false,
): { readonly view: StepView; readonly places: StepPlaces } | undefined {
  return step > summary.steps ? undefined : stepView(model, timeline, step, isFull);
}

/** Returns the possible next steps after a step; nothing if the run has no such step. */
export const choicesAfter = ({ model, timeline, summary }: RunSession, step: number): RunChoices | undefined =>
  step > summary.steps ? undefined : runChoices(model.program, timeline, step);

/** Writes the run as a trace, some steps at a time. */
export function* traceSteps(session: RunSession): Generator<undefined, string> {
  const { model, origin, seed, timeline, interventions, summary } = session;
  const { steps } = summary;
  return writeTrace(yield* recordingSteps(model.program, origin, { seed, timeline, steps, interventions }));
}
