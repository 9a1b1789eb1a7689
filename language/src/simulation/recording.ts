/**
 * Runs to be recorded and replayed: from what they started, as timelines, and as traces.
 */
import type { Check } from '../model/scenario.ts';
import type { Environment } from './environment.ts';
import { environmentOf } from './environment.ts';
import { initial } from './kernel.ts';
import { outsideActions } from './outside-events.ts';
import type { Player, Turn } from './player.ts';
import type { RandomLimits } from './random-run.ts';
import { randomPlayer } from './random-run.ts';
import type { Draw, Evaluate, Program, Run } from './run.ts';
import { RunError } from './run-error.ts';
import { scenarioPlayer, variantsOf } from './scenario.ts';
import { seeded } from './seed.ts';
import type { Timeline } from './timeline.ts';
import { createTimeline, DrawMismatch } from './timeline.ts';
import type { Trace, TraceOrigin } from './trace.ts';
import { modelHash } from './trace.ts';

/** What a recording goes on from. */
export interface RecordingOptions {
  readonly seed: number;
  /** What was drawn before; none for a new run. */
  readonly draws?: readonly number[];
  /** Whether the run goes on by chance after what was drawn. Default: true. */
  readonly goesOn?: boolean;
  /** For random runs: the most turns, and when they are over. */
  readonly turns?: number;
  readonly until?: Evaluate;
}

/** A timeline, or a full sentence why there is none. */
export type Opened = { readonly timeline: Timeline } | { readonly error: string };

/** Opens a run of what a trace starts from. */
export function openRun(program: Program, origin: TraceOrigin, options: RecordingOptions): Opened {
  const { seed, draws = [], goesOn = true } = options;
  const player = playerFor(program, origin, options);
  if ('error' in player) return player;
  const chance = (drawn: number): Draw => seeded(drawn === 0 ? seed : (seed ^ Math.imul(drawn, 0x9e3779b1)) | 0);
  return { timeline: createTimeline({ program, player, draws, chance: goesOn ? chance : undefined }) };
}

/** Writes down a timeline up to a step, by default to its end. */
export function recordTrace(
  program: Program,
  origin: TraceOrigin,
  {
    seed,
    timeline,
    steps = Number.POSITIVE_INFINITY,
  }: { readonly seed: number; readonly timeline: Timeline; readonly steps?: number },
): Trace {
  const marks: number[] = [];
  for (const { mark } of timeline.walk(steps)) marks.push(mark);
  const draws = timeline.draws().slice(0, timeline.drawnAt());
  return {
    format: 'aftermath-trace',
    version: 1,
    model: modelHash(program.model),
    origin,
    seed,
    steps: marks.length,
    draws,
    marks,
  };
}

/** How far a trace fits a model. */
export interface Fit {
  /** Whether the model is the one that the trace was recorded from. */
  readonly isSameModel: boolean;
  /** The first step that no longer fits; absent if all do. */
  readonly firstMisfit: number | undefined;
}

/** Plays a trace and compares each step with its mark. `isCancelled` is asked now and then; a cancelled comparison is none. */
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

type AnyPlayer = Player<unknown>;

/** Makes the player of an origin, or says in a full sentence why there is none. */
export function playerFor(
  program: Program,
  origin: TraceOrigin,
  options: RecordingOptions,
): AnyPlayer | { readonly error: string } {
  try {
    return origin.kind === 'scenario' ? scenarioOf(program, origin) : randomOf(program, origin, options);
  } catch (error) {
    if (error instanceof RunError) return { error: error.message };
    throw error;
  }
}

function scenarioOf(
  program: Program,
  origin: Extract<TraceOrigin, { readonly kind: 'scenario' }>,
): AnyPlayer | { readonly error: string } {
  const scenario = program.model.scenarios.find(({ title }) => title === origin.title);
  if (scenario === undefined) return { error: `The model has no scenario "${origin.title}".` };
  const variant = variantsOf(program, scenario.steps)[origin.variant];
  if (variant === undefined) return { error: `The scenario "${origin.title}" has no run ${origin.variant}.` };
  return scenarioPlayer(program, variant) as AnyPlayer;
}

function randomOf(
  program: Program,
  origin: Extract<TraceOrigin, { readonly kind: 'random' }>,
  { seed, turns, until }: RecordingOptions,
): AnyPlayer | { readonly error: string } {
  const limits: RandomLimits = { turns, until };
  if (origin.check === undefined) {
    const environment: Environment = {
      clock: 'exact',
      horizon: undefined,
      faults: origin.faults.map(({ kind, upTo }) => ({ kind, upTo, of: undefined })),
      actions: origin.sends ? outsideActions(program) : [],
    };
    return randomPlayer(environment, limits) as AnyPlayer;
  }
  const check = program.model.checks.find(({ title }) => title === origin.check);
  if (check === undefined) return { error: `The model has no check "${origin.check}".` };
  return checkPlayer(program, check, seed, limits);
}

/** The plain steps of a check come first, then all that may happen. */
function checkPlayer(program: Program, check: Check, seed: number, limits: RandomLimits): AnyPlayer {
  const variants = variantsOf(program, check.steps);
  const variant = variants[Math.abs(seed) % Math.max(1, variants.length)] ?? { title: '', steps: [] };
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const [first, then] = [scenarioPlayer(program, variant), randomPlayer(environmentOf(program, check, run), limits)];
  return inSequence(first as AnyPlayer, then as AnyPlayer);
}

interface InSequence {
  readonly isFirst: boolean;
  readonly position: unknown;
}

function inSequence(first: AnyPlayer, then: AnyPlayer): AnyPlayer {
  const turn = (run: Run, from: InSequence): Turn<InSequence> | undefined => {
    const player = from.isFirst ? first : then;
    const taken = player.turn(run, from.position);
    if (taken === undefined) return from.isFirst ? turn(run, { isFirst: false, position: then.start }) : undefined;
    const { played, position } = taken;
    return { played, position: position === undefined ? undefined : { isFirst: from.isFirst, position } };
  };
  const start: InSequence = { isFirst: true, position: first.start };
  return { start, turn: (run, position) => turn(run, position as InSequence) };
}
