/**
 * `simulate --minimize`: makes a failing random run small before it is shown.
 */
import { minimizeSteps, type SmallRun } from '../../../../language/src/simulation/sampling/minimize.ts';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import type { Timeline } from '../../../../language/src/simulation/play/recording/timeline.ts';
import type { Context, Option } from '../input/command.ts';
import { beginWork } from '../input/interruption.ts';
import type { Playing, RunCourse } from './run-course.ts';

/** The option `--minimize`. */
export const minimizeOption: Option = {
  summary: 'random: show a failing run as a small one that fails so, too',
};

/** A failing run made small, and the run that it was made of. */
export interface Minimized {
  readonly small: SmallRun;
  readonly timeline: Timeline;
  readonly before: RunCourse;
}

/** Returns true if something is wrong with a run, so that it can be made small. */
export const hasFailed = ({ result: { outcome } }: RunCourse): boolean =>
  outcome.kind === 'broken' || outcome.kind === 'error' || outcome.kind === 'failed';

/** Makes a run that has failed small; returns nothing if it does not fail again. */
export async function minimized(
  context: Context,
  { model: { program }, origin, timeline, until, timeout }: Playing,
  { before, seed }: { readonly before: RunCourse; readonly seed: number },
): Promise<Minimized | undefined> {
  timeline.goTo(before.steps);
  const draws = timeline.draws().slice(0, timeline.drawnAt());
  const work = beginWork(context, timeout);
  const trying = minimizeSteps(program, { origin, seed, draws, until, outcome: before.result.outcome.text });
  let tries = 0;
  let next = trying.next();
  while (next.done !== true) {
    tries += 1;
    const goesOn = await work.shouldContinue(() => `making the run small: ${String(tries)} tries`);
    next = trying.next(goesOn ? undefined : 'stop');
  }
  work.end();
  const small = next.value;
  if (small === undefined) return undefined;
  const opened = openRun(program, origin, { seed, draws: small.draws, continuesByChance: false });
  return 'refusal' in opened ? undefined : { small, timeline: opened.timeline, before };
}

/** Returns a line about what was made small, for readers. */
export function minimizedText({ small: { steps, faults, isMinimal }, before }: Minimized): string {
  const left = `${String(steps)} of ${String(before.steps)} steps and ${String(faults)} ${faults === 1 ? 'fault' : 'faults'}`;
  return isMinimal
    ? `Made small: ${left} are enough; without any of these steps it does not fail so.`
    : `Made small: ${left} are enough; the search for fewer was ended.`;
}
