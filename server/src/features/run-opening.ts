/**
 * Opens runs: from a scenario, at random or from a trace, and then along the branches that the user chose. A run is
 * played to its end once and then kept.
 */
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import { append } from '../../../language/src/model/common/append.ts';
import type { Intervention } from '../../../language/src/simulation/play/recording/interventions.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { openRun, type RecordingOptions } from '../../../language/src/simulation/play/recording/recording.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import { RunError } from '../../../language/src/simulation/values/run-error.ts';
import { variantsOf } from '../../../language/src/simulation/play/scenario.ts';
import { DrawMismatch, type Timeline } from '../../../language/src/simulation/play/recording/timeline.ts';
import {
  modelHash,
  readTrace,
  type Trace,
  type TraceOrigin,
} from '../../../language/src/simulation/play/recording/trace.ts';
import { runRow, type RunModel } from '../../../language/src/view/run/run-rows.ts';
import type { BranchPoint, RunQuestion, RunSummary } from '../../../language/src/view/run/run-summary.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { aboutText, playOn, stepsAtOnce, warningsOf } from './run-course.ts';
import { reducedName, reducedText } from './reduction-text.ts';
import { repairedTrace } from './run-repair.ts';
import { markedBy, verdictsOf } from './run-verdicts.ts';
import { faultsOf, scenarioSeed } from './simulation-scenarios.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A run and its origin. */
export interface RunSession {
  readonly model: RunModel;
  readonly origin: TraceOrigin;
  readonly seed: number;
  readonly timeline: Timeline;
  readonly interventions: readonly Intervention[];
  readonly summary: RunSummary;
  /** True if the run would have gone on. */
  readonly isCut: boolean;
  /** The lines of a log that the run explains, by step; none after a branch. */
  readonly lines: ReadonlyMap<number, readonly string[]>;
}

/** Opens a run and plays it to its end, step by step; `text` is that of the requested trace. */
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
  const program = compileModel(loaded.model);
  const repaired = started.value.trace === undefined ? undefined : yield* repairedTrace(program, started.value.trace);
  const start = repaired === undefined ? started.value : startOfTrace(repaired.trace);
  const branched = yield* branchSteps(program, start, question.branches ?? []);
  if ('refusal' in branched) return branched;
  const { origin, options, trace } = branched.value;
  const opened = opening(() => openRun(program, origin, options));
  if ('refusal' in opened) return { refusal: opened.refusal };
  yield;
  const course = yield* playOn(opened.timeline, trace);
  const point = question.branches?.at(-1);
  const reduction = point?.move.kind === 'reduced' ? point.move : undefined;
  if (point !== undefined && course.misfit !== undefined) return { refusal: impossible(point) };
  // A step that does not fit has left its timeline half-played.
  const again = course.misfit === undefined ? opened : openRun(program, origin, options);
  if ('refusal' in again) return { refusal: again.refusal };
  const { timeline } = again;
  const model = { program, sources: loaded.sources };
  const turns = options.turns ?? Number.POSITIVE_INFINITY;
  const isCut = course.isCut || course.misfit !== undefined || course.steps >= turns;
  const verdicts = yield* verdictsOf(program, origin, { timeline, course, isCut });
  const title = question.kind === 'scenario' ? question.title : titleOf(origin, trace);
  const about = trace?.log === undefined ? aboutText(origin, options.seed, course) : logText(trace.log, course.steps);
  const summary: RunSummary = {
    title,
    about: [...(reduction === undefined ? [] : [reducedText(reduction)]), about, ...verdicts.about],
    warnings: [
      ...(repaired?.warnings ?? []),
      ...warningsOf(course, trace === undefined ? undefined : { trace, hash: modelHash(loaded.model) }),
    ],
    steps: course.steps,
    marked: markedBy(course.marked, verdicts.marked),
    ...variantOf(model, origin),
    ...(point !== undefined && { branch: branchOf(model, timeline, point) }),
  };
  const { seed, interventions = [] } = options;
  const lines = linesOf(trace);
  return { value: { model, origin, seed, timeline, interventions, summary, isCut, lines } };
}

/** Returns the lines of a log by step, with their numbers. */
function linesOf(trace: Trace | undefined): RunSession['lines'] {
  const lines = new Map<number, string[]>();
  for (const { step, line, text } of trace?.log ?? []) {
    append(lines, step, `${String(line)}: ${text}`);
  }
  return lines;
}

/** Plays each run up to its branch point; only the last one is played to the end. */
function* branchSteps(
  program: Program,
  start: RunStart,
  branches: readonly BranchPoint[],
): Generator<undefined, Answer<RunStart>> {
  const { origin } = start;
  let { options, trace } = start;
  for (const point of branches) {
    const opened = opening(() => openRun(program, origin, options));
    if ('refusal' in opened) return { refusal: opened.refusal };
    const { timeline } = opened;
    try {
      for (let step = 0; step < point.after; step += stepsAtOnce) {
        // The run is over.
        if (timeline.goTo(step).step < step) return { refusal: impossible(point) };
        yield;
      }
      if (timeline.goTo(point.after).step !== point.after) return { refusal: impossible(point) };
    } catch (error) {
      if (!(error instanceof DrawMismatch)) throw error;
      return { refusal: impossible(point) };
    }
    options = { ...branchOptions(options, timeline, point), ...turnsAfter(start, point) };
    trace = undefined;
  }
  return { value: { origin, options, ...(trace !== undefined && { trace }) } };
}

/** Returns the length of a branch: that of the whole run, but a smaller run ends where it fails. */
const turnsAfter = ({ options: { turns } }: RunStart, { move }: BranchPoint): Pick<RecordingOptions, 'turns'> =>
  move.kind === 'reduced' ? { turns: move.steps } : turns === undefined ? {} : { turns };

/** Keeps the random choices so far; later ones are made again. */
function branchOptions(options: RecordingOptions, timeline: Timeline, { after, move }: BranchPoint): RecordingOptions {
  if (move.kind === 'reduced') return { ...options, draws: move.draws, continuesByChance: false, interventions: [] };
  const drawn = timeline.draws().slice(0, timeline.drawnAt());
  const kept = (options.interventions ?? []).filter((each) => each.after < after);
  const common: RecordingOptions = { ...options, continuesByChance: true };
  if (move.kind === 'draw') return { ...common, draws: [...drawn, move.draw], interventions: kept };
  return { ...common, draws: drawn, interventions: [...kept, { ...move, after }] };
}

function impossible({ after, move }: BranchPoint): string {
  if (move.kind === 'reduced') return t`The smaller run does not fit the changed model.`;
  if (move.kind !== 'event') return t`The choice after step ${String(after)} cannot happen there.`;
  const values = move.arguments.join(', ');
  return t`${move.event}(${values}) cannot be sent to "${move.to}" here: its values do not fit, or nothing takes it.`;
}

function branchOf(
  model: RunModel,
  timeline: Timeline,
  { after, move }: BranchPoint,
): NonNullable<RunSummary['branch']> {
  if (move.kind === 'reduced') return { after, text: reducedName(move), isReduced: true };
  const [record] = timeline.records(after + 1, after + 1);
  return { after, text: record === undefined ? '' : runRow(model, record).text };
}

interface RunStart {
  readonly origin: TraceOrigin;
  readonly options: RecordingOptions;
  readonly trace?: Trace;
}

function startOf(question: RunQuestion, text: string | undefined): Answer<RunStart> {
  switch (question.kind) {
    case 'scenario': {
      const { kind, title, variant } = question;
      return { value: { origin: { kind, title, variant }, options: { seed: scenarioSeed } } };
    }
    case 'random': {
      const { seed, steps, check } = question;
      return { value: { origin: { kind: 'random', check, faults: [], sends: true }, options: { seed, turns: steps } } };
    }
    case 'counterexample': {
      const { check, variant, steps, draws } = question;
      const origin: TraceOrigin = { kind: 'random', check, faults: [], sends: false };
      return { value: { origin, options: { seed: variant, draws, continuesByChance: false, turns: steps } } };
    }
    case 'trace': {
      const read = readTrace(text ?? '');
      if ('refusal' in read) return { refusal: read.refusal };
      return { value: startOfTrace(read.trace) };
    }
  }
}

function startOfTrace(trace: Trace): RunStart {
  const { origin, seed, draws, steps, interventions = [] } = trace;
  // A branch of a random run goes on for as long as the recorded run.
  const turns = origin.kind === 'random' ? { turns: steps - interventions.length } : {};
  return { origin, options: { seed, draws, continuesByChance: false, interventions, ...turns }, trace };
}

/** A trace may misfit from its very start. */
function opening(open: () => ReturnType<typeof openRun>): ReturnType<typeof openRun> {
  try {
    return open();
  } catch (error) {
    if (error instanceof DrawMismatch)
      return { refusal: t`The trace does not match this model, not even at its start.` };
    throw error;
  }
}

function titleOf(origin: TraceOrigin, trace: Trace | undefined): string {
  if (trace?.log !== undefined) return t`Run that explains a log`;
  return origin.kind === 'scenario' ? origin.title : (origin.check ?? t`Random run`);
}

const logText = ({ length }: NonNullable<Trace['log']>, steps: number): string =>
  t`${length === 1 ? t`One line` : t`${String(length)} lines`} of the log in ${steps === 1 ? t`one step` : t`${String(steps)} steps`}.`;

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
