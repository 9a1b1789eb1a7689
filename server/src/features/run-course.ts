/**
 * Plays a run to its end, some steps at a time, and describes it in sentences.
 */
import { DrawMismatch, type Timeline } from '../../../language/src/simulation/play/recording/timeline.ts';
import type { Trace, TraceOrigin } from '../../../language/src/simulation/play/recording/trace.ts';
import { durationText } from '../../../language/src/simulation/values/values.ts';
import { wrongTurnMark } from '../../../language/src/view/run/run-rows.ts';
import type { MarkedStep } from '../../../language/src/view/run/run-summary.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A longer run is cut. */
const mostSteps = 1_000_000;
/** The number of steps played before other tasks may run. */
export const stepsAtOnce = 64;
const mostMarked = 1000;

/** The course of a run. */
export interface Course {
  readonly steps: number;
  readonly marked: readonly MarkedStep[];
  readonly failures: number;
  readonly expectations: number;
  readonly error: boolean;
  /** Microseconds. */
  readonly end: number;
  readonly isCut: boolean;
  /** The first step that differs from the trace. */
  readonly misfit: number | undefined;
}

/** Plays a run from its start, and compares it with its trace, if any. */
export function* playOn(timeline: Timeline, trace: Trace | undefined): Generator<undefined, Course> {
  const most = Math.min(mostSteps, trace?.steps ?? mostSteps);
  const marked: MarkedStep[] = [];
  const course = { steps: 0, failures: 0, expectations: 0, error: false, end: 0 };
  let misfit: number | undefined;
  let from = 0;
  while (from <= most && misfit === undefined) {
    const records = recordsUntilMisfit(timeline, from, Math.min(most, from + stepsAtOnce - 1));
    for (const { step, at, played, mark } of records.records) {
      if (trace !== undefined && step > 0 && mark !== trace.marks[step - 1]) {
        misfit = step;
        break;
      }
      const wrong = wrongTurnMark(played);
      if (wrong !== undefined && marked.length < mostMarked) marked.push({ step, mark: wrong });
      if (played.kind === 'judged') course.expectations += 1;
      if (wrong === 'failure') course.failures += 1;
      if (wrong === 'error') course.error = true;
      course.steps = step;
      course.end = at;
    }
    misfit ??= records.misfit;
    if (records.records.length < stepsAtOnce) break;
    from += stepsAtOnce;
    yield;
  }
  if (trace !== undefined && misfit === undefined && course.steps < trace.steps) misfit = course.steps + 1;
  const isCut = trace === undefined && course.steps >= mostSteps;
  return { ...course, marked, misfit, isCut };
}

/** A misfit is detected only while it is played; the steps before it are valid. */
function recordsUntilMisfit(
  timeline: Timeline,
  from: number,
  to: number,
): { readonly records: ReturnType<Timeline['records']>; readonly misfit: number | undefined } {
  try {
    return { records: timeline.records(from, to), misfit: undefined };
  } catch (error) {
    if (!(error instanceof DrawMismatch)) throw error;
    const known = timeline.known();
    return { records: known < from ? [] : timeline.records(from, known), misfit: known + 1 };
  }
}

/** Describes in one or two sentences how long a run was and how it ended. */
export function aboutText(origin: TraceOrigin, seed: number, course: Course): string {
  const { steps, failures, expectations, error, end } = course;
  const from = origin.kind === 'random' ? t` from the seed ${String(seed)}` : '';
  const counted = t`${steps === 1 ? t`One step` : t`${String(steps)} steps`}${from}, until ${durationText(end)}.`;
  if (error) return t`${counted} An error in the model ended it.`;
  if (expectations === 0) return counted;
  if (expectations === 1 && failures === 1) return t`${counted} The expectation does not hold.`;
  if (failures > 0) return t`${counted} ${String(failures)} of ${String(expectations)} expectations failed.`;
  return `${counted} ${expectations === 1 ? t`The expectation holds.` : t`All ${String(expectations)} expectations hold.`}`;
}

/** Returns the warnings that the user must not miss. */
export function warningsOf(
  { misfit, isCut }: Course,
  compared: { readonly trace: Trace; readonly hash: string } | undefined,
): readonly string[] {
  const changed = compared !== undefined && compared.trace.model !== compared.hash;
  const what = changed ? t`The model has changed since the trace was recorded` : t`The trace is damaged`;
  if (misfit !== undefined) {
    return [t`${what}: step ${String(misfit)} no longer matches. The steps before it are shown.`];
  }
  if (changed) return [t`The model has changed since the trace was recorded; all its steps still match.`];
  return isCut ? [t`The run continues; its first ${String(mostSteps)} steps are shown.`] : [];
}
