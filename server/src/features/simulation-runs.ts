/**
 * Runs that are kept open: played to their end once, then looked at step by step, and written down as
 * traces.
 */
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import { compileModel } from '../../../language/src/simulation/program.ts';
import { openRun, recordTrace, type RecordingOptions } from '../../../language/src/simulation/recording.ts';
import { RunError } from '../../../language/src/simulation/run-error.ts';
import { variantsOf } from '../../../language/src/simulation/scenario.ts';
import { DrawMismatch, type Timeline } from '../../../language/src/simulation/timeline.ts';
import {
  modelHash,
  readTrace,
  writeTrace,
  type Trace,
  type TraceOrigin,
} from '../../../language/src/simulation/trace.ts';
import { durationText } from '../../../language/src/simulation/values.ts';
import { markOf, runRow, stepView, type RunModel, type StepPlaces } from '../../../language/src/view/run-rows.ts';
import type { StepView } from '../../../language/src/view/run-step.ts';
import type { MarkedStep, RunQuestion, RunSummary } from '../../../language/src/view/run-summary.ts';
import type { Answer } from '../cli/command.ts';
import type { PlacedRow } from '../protocol.ts';
import { faultsOf, scenarioSeed } from './simulation-scenarios.ts';

/** A run with what it was made from. */
export interface RunSession {
  readonly model: RunModel;
  readonly origin: TraceOrigin;
  readonly seed: number;
  readonly timeline: Timeline;
  readonly summary: RunSummary;
}

/** What is longer is cut. */
const mostSteps = 1_000_000;
/** So many steps are played before others may work. */
const stepsAtOnce = 64;
const mostMarked = 1000;
/** So many rows are given at once. */
const mostRows = 1000;

/** Opens a run and plays it to its end, step by step; `text` is that of the trace that is asked for. */
export function* openSteps(
  loaded: Loaded,
  question: RunQuestion,
  text: string | undefined,
): Generator<undefined, Answer<RunSession>> {
  yield;
  const refusal = faultsOf(loaded);
  if (refusal !== undefined) return { refusal };
  const started = startOf(question, text);
  if ('refusal' in started) return started;
  const { origin, options, trace } = started.value;
  const program = compileModel(loaded.model);
  const opened = opening(() => openRun(program, origin, options));
  if ('error' in opened) return { refusal: opened.error };
  yield;
  const course = yield* playOn(opened.timeline, trace);
  // A step that does not fit has left its timeline half way.
  const again = course.misfit === undefined ? opened : openRun(program, origin, options);
  if ('error' in again) return { refusal: again.error };
  const { timeline } = again;
  const title = question.kind === 'scenario' ? question.title : titleOf(origin);
  const summary: RunSummary = {
    title,
    about: [aboutText(origin, options.seed, course)],
    warnings: warningsOf(course, trace === undefined ? undefined : { trace, hash: modelHash(loaded.model) }),
    steps: course.steps,
    marked: course.marked,
    ...variantOf({ program, sources: loaded.sources }, origin),
  };
  return { value: { model: { program, sources: loaded.sources }, origin, seed: options.seed, timeline, summary } };
}

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

/** Returns the run as the text of a trace. */
export function traceOf({ model: { program }, origin, seed, timeline, summary }: RunSession): string {
  return writeTrace(recordTrace(program, origin, { seed, timeline, steps: summary.steps }));
}

interface RunStart {
  readonly origin: TraceOrigin;
  readonly options: RecordingOptions;
  readonly trace?: Trace;
}

function startOf(question: RunQuestion, text: string | undefined): Answer<RunStart> {
  switch (question.kind) {
    case 'scenario':
      return { value: { origin: question, options: { seed: scenarioSeed } } };
    case 'random': {
      const { seed, steps, check } = question;
      return { value: { origin: { kind: 'random', check, faults: [], sends: true }, options: { seed, turns: steps } } };
    }
    case 'trace': {
      const read = readTrace(text ?? '');
      if ('error' in read) return { refusal: read.error };
      const { origin, seed, draws } = read.trace;
      return { value: { origin, options: { seed, draws, goesOn: false }, trace: read.trace } };
    }
  }
}

/** A trace may not fit from its very start. */
function opening(open: () => ReturnType<typeof openRun>): ReturnType<typeof openRun> {
  try {
    return open();
  } catch (error) {
    if (error instanceof DrawMismatch) return { error: 'The trace does not fit this model: not even its start does.' };
    throw error;
  }
}

/** How a run went. */
interface Course {
  readonly steps: number;
  readonly marked: readonly MarkedStep[];
  readonly failures: number;
  readonly expectations: number;
  readonly error: boolean;
  /** Microseconds. */
  readonly end: number;
  readonly isCut: boolean;
  /** The first step that is another one than the trace tells. */
  readonly misfit: number | undefined;
}

function* playOn(timeline: Timeline, trace: Trace | undefined): Generator<undefined, Course> {
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
      const wrong = markOf(played);
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

/** What does not fit is told only while it is played; the steps before it are there. */
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

const titleOf = (origin: TraceOrigin): string =>
  origin.kind === 'scenario' ? origin.title : (origin.check ?? 'Random run');

function aboutText(origin: TraceOrigin, seed: number, course: Course): string {
  const { steps, failures, expectations, error, end } = course;
  const from = origin.kind === 'random' ? ` from the seed ${String(seed)}` : '';
  const counted = `${steps === 1 ? 'One step' : `${String(steps)} steps`}${from}, until ${durationText(end)}.`;
  if (error) return `${counted} A mistake of the model ended it.`;
  if (expectations === 0) return counted;
  if (expectations === 1 && failures === 1) return `${counted} The expectation does not hold.`;
  if (failures > 0) return `${counted} ${String(failures)} of ${String(expectations)} expectations failed.`;
  return `${counted} ${expectations === 1 ? 'The expectation holds.' : `All ${String(expectations)} expectations hold.`}`;
}

function warningsOf(
  { misfit, isCut }: Course,
  compared: { readonly trace: Trace; readonly hash: string } | undefined,
): readonly string[] {
  const changed = compared !== undefined && compared.trace.model !== compared.hash;
  const what = changed ? 'The model has changed since the trace was recorded' : 'The trace is damaged';
  if (misfit !== undefined) {
    return [`${what}: step ${String(misfit)} no longer fits. What comes before it is shown.`];
  }
  if (changed) return ['The model has changed since the trace was recorded; all steps of it still fit.'];
  return isCut ? [`The run goes on; its first ${String(mostSteps)} steps are shown.`] : [];
}

function variantOf({ program }: RunModel, origin: TraceOrigin): Pick<RunSummary, 'variants' | 'variant'> {
  const scenario =
    origin.kind === 'scenario' ? program.model.scenarios.find(({ title }) => title === origin.title) : undefined;
  if (scenario === undefined || origin.kind !== 'scenario') return { variants: [], variant: 0 };
  try {
    const variants = variantsOf(program, scenario.steps).map(({ title }) => title);
    return { variants: variants.length > 1 ? variants : [], variant: origin.variant };
  } catch (error) {
    if (error instanceof RunError) return { variants: [], variant: 0 };
    throw error;
  }
}
