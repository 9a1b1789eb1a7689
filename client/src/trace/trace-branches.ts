/**
 * The runs of a trace panel: the first one and its branches. At most one of them is open besides the one shown: the one
 * it is compared with.
 */
import type { OpenedRun } from '../../../server/src/protocol/protocol.ts';
import type { BranchPoint } from '../../../language/src/view/run/run-summary.ts';
import type { KeptRuns, RunSubject, TraceMessageToPage } from '../../webview/trace/messages.ts';
import { isSameRun } from '../page/run-position.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A run that can be shown. */
interface Branch {
  readonly subject: RunSubject;
  readonly title: string;
}

/** The runs of a panel, the first one first. */
export interface Branches {
  runs: Branch[];
  /** The compared run, once it is open. */
  compared: { readonly index: number; readonly run: OpenedRun } | undefined;
}

/** The most runs kept. */
const mostRuns = 50;

const first = t`The run itself`;

/** Begins with a run; if that is a branch, the run it branched off from is included. */
export function startBranches(subject: RunSubject): Branches {
  const { branches = [] } = subject.question;
  if (branches.length === 0) return { runs: [{ subject, title: first }], compared: undefined };
  return {
    runs: [
      { subject: rootOf(subject), title: first },
      { subject, title: '…' },
    ],
    compared: undefined,
  };
}

/** Returns the run at the root of all branches. */
export function rootOf(subject: RunSubject): RunSubject {
  const { branches, ...question } = subject.question;
  return branches === undefined ? subject : { ...subject, question };
}

/** Restores the runs that a page had before a reload. Returns false if they are not of this run. */
export function takeUpRuns(all: Branches, subject: RunSubject, kept: KeptRuns & { readonly of: RunSubject }): boolean {
  const root = rootOf(subject);
  if (!isSameRun(rootOf(kept.of), root)) return false;
  const known = kept.branches.slice(0, mostRuns).map((branches, index): Branch => {
    const question = branches.length === 0 ? root.question : { ...root.question, branches };
    return { subject: { ...root, question }, title: kept.titles[index] ?? first };
  });
  const others = all.runs.filter((each) => !known.some((one) => isSameRun(one.subject, each.subject)));
  const [rootRun = { subject: root, title: first }] = all.runs;
  // The first run is never dropped, whatever the page sends.
  all.runs = [rootRun, ...[...known, ...others].filter((each) => !isSameRun(each.subject, root))];
  return true;
}

/** Returns the run with another event after a step; branches at later steps are dropped, but a smaller run stays one. */
export function branchedSubject(subject: RunSubject, point: BranchPoint): RunSubject {
  const { branches = [] } = subject.question;
  const kept = branches.filter(({ after, move }) => after < point.after || move.kind === 'reduced');
  return { ...subject, question: { ...subject.question, branches: [...kept, point] } };
}

/** Returns the index of a run among those of the panel, or -1. */
export const indexOfRun = ({ runs }: Branches, subject: RunSubject | undefined): number =>
  runs.findIndex((each) => isSameRun(each.subject, subject));

/** Adds an opened run, with its title. */
export function noteRun(all: Branches, subject: RunSubject, { summary: { branch } }: OpenedRun): void {
  const title = branch === undefined ? first : titleOf(branch);
  const index = indexOfRun(all, subject);
  all.runs = index < 0 ? [...all.runs, { subject, title }] : all.runs.with(index, { subject, title });
  // The first run is never dropped; a comparison would then refer to another run.
  if (all.runs.length > mostRuns) {
    all.runs = all.runs.filter((_, each) => each !== 1);
    all.compared = undefined;
  }
}

const titleOf = ({ after, text, isReduced }: NonNullable<OpenedRun['summary']['branch']>): string =>
  isReduced === true ? text : t`After step ${String(after)}: ${text}`;

/** Returns the last step up to which two runs are the same. */
export function commonSteps(one: RunSubject, other: RunSubject): number {
  const [first = [], second = []] = [one.question.branches, other.question.branches];
  const length = Math.max(first.length, second.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [first[index], second[index]];
    if (JSON.stringify(left) === JSON.stringify(right)) continue;
    return Math.min(left?.after ?? Number.MAX_SAFE_INTEGER, right?.after ?? Number.MAX_SAFE_INTEGER);
  }
  return Number.MAX_SAFE_INTEGER;
}

/** Returns the message to the page about its runs. */
export function runsMessage(all: Branches, shown: RunSubject): Extract<TraceMessageToPage, { readonly type: 'runs' }> {
  return {
    type: 'runs',
    titles: all.runs.map(({ title }) => title),
    branches: all.runs.map(({ subject }) => subject.question.branches ?? []),
    shown: Math.max(0, indexOfRun(all, shown)),
    ...(all.compared !== undefined && { compared: all.compared.index }),
  };
}
