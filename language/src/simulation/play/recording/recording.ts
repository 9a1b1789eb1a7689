/** Runs to be recorded and replayed: from their origins, as timelines, and as traces. */
import type { Expression } from '../../../model/machines/expression.ts';
import type { Check } from '../../../model/scenario.ts';
import { mayGoOn } from '../bounds.ts';
import { checkCourse, checkPlayer } from '../check-player.ts';
import { describeSteps, mostDescribed } from './described-steps.ts';
import { type Environment, environmentOf } from '../environment.ts';
import { initial } from '../../kernel/kernel.ts';
import { outsideActions } from '../outside-events.ts';
import type { Player } from '../player.ts';
import { compileExpression } from '../../program/expressions.ts';
import { asksForPast } from '../../program/history-needs.ts';
import { type Intervention, steered } from './interventions.ts';
import { limited } from '../limits.ts';
import { scenarioScope } from '../../program/program.ts';
import { randomPlayer } from '../random-run.ts';
import type { Draw } from '../../kernel/draw.ts';
import type { Program } from '../../kernel/run.ts';
import { RunError } from '../../values/run-error.ts';
import { scenarioPlayer, variantsOf } from '../scenario.ts';
import { seeded } from '../../kernel/seed.ts';
import { createTimeline, DrawMismatch, type Timeline } from './timeline.ts';
import { modelHash, type Trace, type TraceOrigin } from './trace.ts';
import type { Refusal } from '../../../model/common/answer.ts';
import { t } from '../../../model/common/translation.ts';

/** The basis and the limits of a recording. */
export interface RecordingOptions {
  readonly seed: number;
  /** The draws so far; none for a new run. */
  readonly draws?: readonly number[];
  /** True if the run goes on by chance after these draws. Default: true. */
  readonly continuesByChance?: boolean;
  /** The most turns; absent for as many as there are. A random run may have no end of its own. */
  readonly turns?: number;
  /** The run is over as soon as this comes to hold; a condition that holds from the start must have ceased to. */
  readonly until?: Expression;
  /** The interventions of a user, each a step of its own that counts as none of the turns. */
  readonly interventions?: readonly Intervention[];
}

/** A timeline, or a full sentence why there is none. */
export type Opened = { readonly timeline: Timeline } | Refusal;

/** Opens a run of the origin of a trace. */
export function openRun(program: Program, origin: TraceOrigin, options: RecordingOptions): Opened {
  const { seed, draws = [], continuesByChance = true, turns, until, interventions = [] } = options;
  const free = playerFor(program, origin, seed);
  if ('refusal' in free) return free;
  const own = limited(free, {
    turns,
    until: until === undefined ? undefined : compileExpression(until, scenarioScope(program)),
  });
  const player: AnyPlayer =
    interventions.length === 0 ? (own as AnyPlayer) : (steered(own, interventions) as AnyPlayer);
  const keepsHistory = keepsPast(program, origin, until);
  const chance = (drawn: number): Draw => seeded(drawn === 0 ? seed : (seed ^ Math.imul(drawn, 0x9e3779b1)) | 0);
  try {
    return {
      timeline: createTimeline({
        program,
        player,
        draws,
        chance: continuesByChance ? chance : undefined,
        keepsHistory,
      }),
    };
  } catch (error) {
    if (!(error instanceof DrawMismatch)) throw error;
    return { refusal: t`The trace does not match this model, not even at its start.` };
  }
}

/** Records a timeline up to a step, by default to its end, as a trace. */
export function recordTrace(program: Program, origin: TraceOrigin, recorded: Recorded): Trace {
  const steps = recordingSteps(program, origin, recorded);
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}

/** The input of a trace. */
export interface Recorded {
  readonly seed: number;
  readonly timeline: Timeline;
  /** The number of steps; all by default. */
  readonly steps?: number;
  /** Their marks, if they are known: otherwise they are taken again. */
  readonly marks?: readonly number[];
  readonly interventions?: readonly Intervention[];
}

/** This many steps are taken before others may work. */
const stepsAtOnce = 256;

/** Does the same with pauses, in which other steps of the timeline may be read. */
export function* recordingSteps(
  program: Program,
  origin: TraceOrigin,
  { seed, timeline, steps = Number.POSITIVE_INFINITY, marks: known, interventions = [] }: Recorded,
): Generator<undefined, Trace> {
  const marks = [...(known ?? [])];
  for (const { mark } of known === undefined ? timeline.walk(steps) : []) {
    marks.push(mark);
    if (marks.length % stepsAtOnce === 0) yield;
  }
  const isShort = marks.length > 0 && marks.length <= mostDescribed;
  const described =
    isShort && interventions.length === 0 ? yield* describeSteps(program, timeline, marks.length) : undefined;
  timeline.goTo(marks.length);
  const made = interventions.filter(({ after }) => after < marks.length);
  return {
    format: 'aftermath-trace',
    version: ofLog(origin, made) ? 3 : made.length === 0 ? 1 : 2,
    model: modelHash(program.model),
    origin,
    seed,
    steps: marks.length,
    draws: timeline.draws().slice(0, timeline.drawnAt()),
    ...(made.length > 0 && { interventions: made }),
    ...(described !== undefined && { described }),
    marks,
  };
}

/** Returns true if only a program that knows traces of logs can replay the run. */
const ofLog = (origin: TraceOrigin, made: readonly Intervention[]): boolean =>
  (origin.kind === 'random' && origin.clock !== undefined) ||
  made.some(
    ({ kind, at }) => at !== undefined || kind === 'event' || kind === 'act' || kind === 'pause' || kind === 'resume',
  );

/** The extent to which a trace fits a model. */
export interface Fit {
  /** True if the model is the one that the trace was recorded from. */
  readonly isSameModel: boolean;
  /** The first step that no longer fits; absent if all do. */
  readonly firstMisfit: number | undefined;
}

/**
 * Plays a trace and compares each step with its mark. Calls `isCancelled` at intervals; a cancelled comparison returns
 * undefined.
 */
export function fitOf(
  program: Program,
  trace: Trace,
  timeline: Timeline,
  isCancelled: () => boolean = () => false,
): Fit | undefined {
  const isSameModel = trace.model === modelHash(program.model);
  let step = 0;
  try {
    for (const { mark } of timeline.walk(trace.steps)) {
      step += 1;
      if (step % 1024 === 0 && isCancelled()) return undefined;
      if (mark !== trace.marks[step - 1]) return { isSameModel, firstMisfit: step };
    }
  } catch (error) {
    if (!(error instanceof DrawMismatch)) throw error;
    return { isSameModel, firstMisfit: step + 1 };
  }
  return { isSameModel, firstMisfit: step < trace.steps ? step + 1 : undefined };
}

/** Returns true if a run of an origin has to keep what was received, notified and logged. */
export function keepsPast({ model }: Program, origin: TraceOrigin, until: Expression | undefined): boolean {
  const titled = <T extends { readonly title: string }>(all: readonly T[], title: string | undefined): readonly T[] =>
    all.filter((each) => each.title === title);
  const parts = origin.kind === 'scenario' ? titled(model.scenarios, origin.title) : titled(model.checks, origin.check);
  return asksForPast(model, [parts.map(({ steps }) => steps), until]);
}

/** Creates the player of an origin, one without limits, or returns a full sentence why there is none. */
export function playerFor(program: Program, origin: TraceOrigin, seed: number): AnyPlayer | Refusal {
  try {
    return origin.kind === 'scenario' ? scenarioOf(program, origin) : randomOf(program, origin, seed);
  } catch (error) {
    if (error instanceof RunError) return { refusal: error.message };
    throw error;
  }
}

type AnyPlayer = Player<unknown>;

function scenarioOf(
  program: Program,
  origin: Extract<TraceOrigin, { readonly kind: 'scenario' }>,
): AnyPlayer | Refusal {
  const scenario = program.model.scenarios.find(({ title }) => title === origin.title);
  if (scenario === undefined) return { refusal: t`The model has no scenario "${origin.title}".` };
  const variant = variantsOf(program, scenario.steps)[origin.variant];
  if (variant === undefined) return { refusal: t`The scenario "${origin.title}" has no run ${origin.variant}.` };
  return scenarioPlayer(program, variant) as AnyPlayer;
}

function randomOf(
  program: Program,
  origin: Extract<TraceOrigin, { readonly kind: 'random' }>,
  seed: number,
): AnyPlayer | Refusal {
  if (origin.check === undefined) return randomPlayer(freeEnvironment(program, origin)) as AnyPlayer;
  const check = program.model.checks.find(({ title }) => title === origin.check);
  if (check === undefined) return { refusal: t`The model has no check "${origin.check}".` };
  return runsOfCheck(program, check, seed);
}

/** Returns the environment of a random run without a check. */
export const freeEnvironment = (
  program: Program,
  { clock, faults, sends }: Extract<TraceOrigin, { readonly kind: 'random' }>,
): Environment => ({
  ...{ clock: clock ?? 'exact', horizon: undefined, patience: 0 },
  faults: faults.map(({ kind, upTo }) => ({ kind, upTo, of: undefined })),
  actions: sends ? outsideActions(program) : [],
});

/** The seed selects the combination of the plain steps. */
function runsOfCheck(program: Program, check: Check, seed: number): AnyPlayer {
  const variants = variantsOf(program, check.steps);
  const variant = variants[Math.abs(seed) % Math.max(1, variants.length)] ?? { title: '', steps: [] };
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const course = checkCourse(program, environmentOf(program, check, run), variant);
  return checkPlayer(course, mayGoOn(program, check)) as AnyPlayer;
}
