/**
 * The sandbox of the machine panel: a run in which nothing happens by itself. Each transition that the user fires
 * becomes a branch of the run, so the whole can be stepped through and gone back in like any other run.
 */
import { machineStateRequest } from '../../../server/src/protocol/machine-protocol.ts';
import type { BranchPoint, RunMove } from '../../../language/src/view/run/run-summary.ts';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import { openDebugRun, type DebugRun, type DebugRunWorld } from '../debug/debug-run.ts';
import type { RunPosition } from '../page/run-position.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the start of a sandbox of a model. */
export const sandboxOf = ({ uri, title }: { readonly uri: string; readonly title: string }): RunSubject => ({
  uri,
  title,
  question: { kind: 'random', seed: 1, steps: 0 },
});

/** Returns true for the run of a sandbox. */
export const isSandbox = ({ question }: RunSubject): boolean => question.kind === 'random' && question.steps === 0;

/** The most steps that are looked at, or made, until a fired transition is taken. */
const mostSteps = 40;

/** The transition to fire. */
export interface Firing {
  readonly position: RunPosition;
  readonly entity: string;
  readonly transition: string;
  /** The values of its event, as the language writes them; without them they are drawn. */
  readonly values?: readonly string[] | undefined;
}

/** Returns where a transition has been taken in a branch of the run, or the step that is as far as it gets. */
export async function fireInBranch(world: DebugRunWorld, firing: Firing): Promise<RunPosition | Refusal> {
  const { position, entity, transition, values } = firing;
  let { subject, step } = position;
  let run = await openDebugRun(world, subject);
  try {
    if ('refusal' in run) return run;
    const { state } = await run.ask(machineStateRequest, { step, entity });
    const wanted = state?.fires.find((each) => each.transition === transition);
    if (wanted === undefined) return { refusal: t`This transition cannot be taken now.` };
    let move: RunMove | undefined =
      wanted.event === undefined ? dueMove(state?.due) : sent(wanted.event, entity, values);
    for (let count = 0; count < mostSteps && move !== undefined; count++) {
      subject = branched(subject, { after: step, move });
      run.close();
      run = await openDebugRun(world, subject);
      if ('refusal' in run) return run;
      step += 1;
      const seen = await lookFor(run, { step, entity, transition });
      step = seen.step;
      // A timer that is no longer armed will not run out.
      const isOver = wanted.event === undefined && !seen.isPossible;
      if (seen.isTaken || isOver || step < run.summary.steps) break;
      move = dueMove(seen.due, wanted.event === undefined ? undefined : seen.time);
    }
    return { subject, step, by: 'machine' };
  } finally {
    if (!('refusal' in run)) run.close();
  }
}

/** Returns the move that sends an event, with values or with drawn ones. */
const sent = (event: string, to: string, values: Firing['values']): RunMove =>
  values === undefined ? { kind: 'send', event, to } : { kind: 'event', event, to, arguments: values };

/** Branches after a step leave out what had happened later. */
function branched(subject: RunSubject, point: BranchPoint): RunSubject {
  const { question } = subject;
  const kept = (question.branches ?? []).filter(({ after }) => after < point.after);
  return { ...subject, question: { ...question, branches: [...kept, point] } };
}

/** Lets the run do what is due first, at no later time than the given one. */
const dueMove = (due: ChartRun['due'], time?: string): RunMove | undefined =>
  due === undefined || (time !== undefined && due.at !== time) ? undefined : { kind: 'due', entry: due.entry };

/** The step in which a transition is taken, or the reason why none takes it. */
interface Seen {
  readonly step: number;
  readonly isTaken: boolean;
  /** True if the transition can still be taken. */
  readonly isPossible: boolean;
  readonly time: string | undefined;
  readonly due: ChartRun['due'];
}

/** Looks from a step on for the one that takes a transition; a run of a sandbox has only one more. */
async function lookFor(
  run: DebugRun,
  { step: first, entity, transition }: { readonly step: number; readonly entity: string; readonly transition: string },
): Promise<Seen> {
  let last: ChartRun | null = null;
  for (let step = first; step <= Math.min(run.summary.steps, first + mostSteps); step++) {
    const { state } = await run.ask(machineStateRequest, { step, entity });
    last = state;
    if (state?.taken.includes(transition) === true) break;
  }
  return {
    step: last?.step ?? first,
    isTaken: last?.taken.includes(transition) === true,
    isPossible: last?.fires.some((each) => each.transition === transition) === true,
    time: last?.time,
    due: last?.due,
  };
}
