/**
 * Plays a run to its end, writing or collecting its steps on the way, and sums up how it came out.
 */
import type { Expression } from '../../../language/src/model/expression.ts';
import type { RunResult } from '../../../language/src/simulation/run-outcome.ts';
import { judgeRun } from '../../../language/src/simulation/run-outcome.ts';
import { DrawMismatch } from '../../../language/src/simulation/timeline.ts';
import type { Timeline } from '../../../language/src/simulation/timeline.ts';
import type { TraceOrigin } from '../../../language/src/simulation/trace.ts';
import { durationText } from '../../../language/src/simulation/values.ts';
import { paint } from './colours.ts';
import type { Context, ExitCode } from './command.ts';
import { exitCodes } from './command.ts';
import { beginWork } from './interruption.ts';
import type { RunModel, StepReport } from './run-report.ts';
import { stepsOf } from './run-report.ts';

/** How a run went that was looked at. */
export interface RunCourse {
  readonly result: RunResult;
  /** How many steps were taken, the start not counted. */
  readonly steps: number;
  /** Microseconds. */
  readonly at: number;
  readonly isInterrupted: boolean;
}

/** What is played, and what becomes of each step. */
export interface Playing {
  readonly model: RunModel;
  readonly origin: TraceOrigin;
  readonly timeline: Timeline;
  readonly until: Expression | undefined;
  /** The most steps. */
  readonly most: number;
  /** Steps are reported from this one on. */
  readonly from: number;
  readonly report: (step: StepReport) => void;
}

/** Plays a run until it ends, has taken so many steps, or is interrupted. */
export async function playRun(context: Context, playing: Playing): Promise<RunCourse> {
  const { model, origin, timeline, until, most, from, report } = playing;
  const judge = judgeRun(model.program, origin, until);
  const work = beginWork(context);
  let [steps, at, isOver] = [-1, 0, false];
  for (const seen of stepsOf(model, timeline, { from, to: most })) {
    steps += 1;
    at = seen.run.state.now;
    if (seen.report !== undefined) report(seen.report);
    isOver = judge.note(seen.run, seen.played);
    if (isOver || !(await work.goesOn(() => `step ${String(steps)}`))) break;
  }
  work.end();
  const isInterrupted = !isOver && work.isInterrupted();
  const isCut = !isOver && wouldGoOn(timeline, steps);
  return { result: judge.result(isCut), steps, at, isInterrupted };
}

/** What a trace does not tell goes on too, though nobody knows how. */
function wouldGoOn(timeline: Timeline, step: number): boolean {
  try {
    return timeline.goTo(step + 1).step > step;
  } catch (error) {
    if (error instanceof DrawMismatch) return true;
    throw error;
  }
}

/** Writes how a run came out, in one line. */
export function writeOutcome({ output }: Context, { result, steps, at, isInterrupted }: RunCourse, seed: number): void {
  const { outcome, expectations, failures, recovery } = result;
  const isBad = outcome.kind === 'failed' || outcome.kind === 'error';
  const words = isInterrupted && !isBad ? 'interrupted' : outcome.text;
  const held = `${String(expectations - failures)} of ${String(expectations)} expectations held`;
  const parts = [
    ...(expectations === 0 ? [] : [held]),
    ...(recovery === undefined ? [] : [`after ${durationText(recovery)}`]),
    `${String(steps)} ${steps === 1 ? 'step' : 'steps'}`,
    durationText(at),
    `seed ${String(seed)}`,
  ];
  output.write(`${isBad ? paint(output, 'error', words) : words} (${parts.join(', ')})\n`);
}

/** Returns how a run came out as JSON; times are in milliseconds. */
export const outcomeJson = ({ result, steps, at, isInterrupted }: RunCourse): object => ({
  kind: result.outcome.kind,
  text: result.outcome.text,
  steps,
  at: at / 1000,
  expectations: result.expectations,
  failures: result.failures,
  recovery: result.recovery === undefined ? undefined : result.recovery / 1000,
  isInterrupted,
});

/** Returns the exit code for some outcomes. */
export function outcomeCode(kinds: readonly RunResult['outcome']['kind'][], isInterrupted: boolean): ExitCode {
  if (kinds.some((kind) => kind === 'failed' || kind === 'error' || kind === 'never')) return exitCodes.findings;
  return isInterrupted || kinds.includes('unreached') ? exitCodes.undecided : exitCodes.fine;
}
