/**
 * Plays a run to its end, writes or collects its steps on the way, and sums up the outcome.
 */
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { RunVerdict } from '../../../../language/src/simulation/sampling/judged-run.ts';
import { judgeRun, type RunResult } from '../../../../language/src/simulation/sampling/run-outcome.ts';
import { DrawMismatch, type Timeline } from '../../../../language/src/simulation/play/recording/timeline.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import { durationText } from '../../../../language/src/simulation/values/values.ts';
import type { RunModel } from '../../../../language/src/view/run/run-rows.ts';
import { verdictText } from '../../../../language/src/view/run/verdict-text.ts';
import { paint } from '../text/colours.ts';
import { type Context, type ExitCode, exitCodes } from '../input/command.ts';
import { beginWork, type EarlyEnd } from '../input/interruption.ts';
import { inOneLine } from '../../questions/files/places.ts';
import { type StepReport, reportedSteps } from './run-report.ts';

/** The outcome of a run that was watched. */
export interface RunCourse {
  readonly result: RunResult;
  /** The number of steps, without the start. */
  readonly steps: number;
  /** The marks of the steps, for a trace. */
  readonly marks: readonly number[];
  /** Microseconds. */
  readonly at: number;
  /** The reason why it ended early, if it did. */
  readonly stop: EarlyEnd | undefined;
}

/** The run to play, and the receiver of its steps. */
export interface Playing {
  readonly model: RunModel;
  readonly origin: TraceOrigin;
  readonly timeline: Timeline;
  readonly until: Expression | undefined;
  /** The most steps. */
  readonly most: number;
  /** The first step to report. */
  readonly from: number;
  readonly report: (step: StepReport) => void;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
}

/** Plays a run until it ends, reaches the step limit or is interrupted. */
export async function playRun(context: Context, playing: Playing): Promise<RunCourse> {
  const { model, origin, timeline, until, most, from, report } = playing;
  const judge = judgeRun(model.program, origin, until);
  const work = beginWork(context, playing.timeout);
  let [steps, at, isOver] = [-1, 0, false];
  const marks: number[] = [];
  await work.listening;
  for (const seen of reportedSteps(model, timeline, { from, to: most })) {
    steps += 1;
    at = seen.run.state.now;
    if (steps > 0) marks.push(seen.mark);
    if (seen.report !== undefined) report(seen.report);
    seen.effects.forEach(judge.hear);
    const step = steps;
    isOver = judge.note(seen.run, seen.played, () => timeline.choices(step));
    if (isOver || !(await work.shouldContinue(() => `step ${String(steps)}`))) break;
  }
  work.end();
  const stop = isOver ? undefined : work.stopped();
  const isCut = !isOver && wouldGoOn(timeline, steps);
  return { result: judge.result(isCut), steps, marks, at, stop };
}

/** Returns true if the run would go on after a step; one that a trace does not record would, in a way nobody knows. */
function wouldGoOn(timeline: Timeline, step: number): boolean {
  try {
    return timeline.goTo(step + 1).step > step;
  } catch (error) {
    if (error instanceof DrawMismatch) return true;
    throw error;
  }
}

/** Writes the outcome of a run in one line. */
export function writeOutcome({ output }: Context, { result, steps, at, stop }: RunCourse, seed: number): void {
  const { outcome, expectations, failures, recovery } = result;
  const isBad = outcome.kind === 'failed' || outcome.kind === 'error' || outcome.kind === 'broken';
  const words = stop !== undefined && !isBad ? stop : outcome.text;
  const held = `${String(expectations - failures)} of ${String(expectations)} expectations held`;
  const parts = [
    ...(expectations === 0 ? [] : [held]),
    ...(recovery === undefined ? [] : [`after ${durationText(recovery)}`]),
    `${String(steps)} ${steps === 1 ? 'step' : 'steps'}`,
    durationText(at),
    `seed ${String(seed)}`,
  ];
  output.write(`${isBad ? paint(output, 'error', words) : words} (${parts.join(', ')})\n`);
  for (const each of result.verdicts) output.write(`  ${inOneLine(each.name)}: ${inOneLine(verdictText(each))}\n`);
}

const verdictJson = ({ name, verdict, broken }: RunVerdict): object => ({
  name,
  verdict,
  ...(broken !== undefined && { step: broken.step, at: broken.at / 1000, message: broken.message }),
});

/** Returns the outcome of a run as JSON; times are in milliseconds. */
export const outcomeJson = ({ result, steps, at, stop }: RunCourse): object => ({
  kind: result.outcome.kind,
  text: result.outcome.text,
  steps,
  at: at / 1000,
  expectations: result.expectations,
  failures: result.failures,
  recovery: result.recovery === undefined ? undefined : result.recovery / 1000,
  properties: result.verdicts.length === 0 ? undefined : result.verdicts.map(verdictJson),
  isInterrupted: stop !== undefined,
});

/** Returns the exit code for the outcomes of work that may have ended early. */
export function outcomeCode(kinds: readonly RunResult['outcome']['kind'][], isStopped: boolean): ExitCode {
  if (kinds.some((kind) => ['failed', 'error', 'broken', 'never'].includes(kind))) return exitCodes.findings;
  return isStopped || kinds.includes('unreached') ? exitCodes.undecided : exitCodes.fine;
}
