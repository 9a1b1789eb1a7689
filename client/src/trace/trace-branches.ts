/**
 * The runs that a trace panel holds: one, and those that were branched off from it. At most one of them is
 * open besides the one that is shown: that with which it is compared.
 */
import type { OpenedRun } from '../../../server/src/protocol/protocol.ts';
import type { BranchPoint } from '../../../language/src/view/run/run-summary.ts';
import type { KeptRuns, RunSubject, TraceMessageToPage } from '../../webview/trace/messages.ts';
import { isSameRun } from '../page/run-position.ts';

/** A run that can be shown. */
interface Branch {
  readonly subject: RunSubject;
  readonly title: string;
}

/** The runs of a panel, the first one first. */
export interface Branches {
  runs: Branch[];
  /** The one that is compared with, once it is open. */
  compared: { readonly index: number; readonly run: OpenedRun } | undefined;
}

/** So many are kept. */
const mostRuns = 50;

const first = 'The run itself';

/** Begins with a run; where that is a branch itself, the run that it leaves is there too. */
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

/** Returns the run that a run was branched off from, in the end. */
function rootOf(subject: RunSubject): RunSubject {
  const { branches, ...question } = subject.question;
  return branches === undefined ? subject : { ...subject, question };
}

/** Takes up the runs that a page had before a reload, if they are those of this run. Returns whether they are. */
export function takeUpRuns(all: Branches, subject: RunSubject, kept: KeptRuns & { readonly of: RunSubject }): boolean {
  const root = rootOf(subject);
  if (!isSameRun(rootOf(kept.of), root)) return false;
  const known = kept.branches.slice(0, mostRuns).map((branches, index): Branch => {
    const question = branches.length === 0 ? root.question : { ...root.question, branches };
    return { subject: { ...root, question }, title: kept.titles[index] ?? first };
  });
  const others = all.runs.filter((each) => !known.some((one) => isSameRun(one.subject, each.subject)));
  const [rootRun = { subject: root, title: first }] = all.runs;
  // The first is never given up, whatever the page says.
  all.runs = [rootRun, ...[...known, ...others].filter((each) => !isSameRun(each.subject, root))];
  return true;
}

/** Returns the run in which something else happens after a step. What was chosen later is no part of it. */
export function branchedSubject(subject: RunSubject, point: BranchPoint): RunSubject {
  const { branches = [] } = subject.question;
  const kept = branches.filter(({ after }) => after < point.after);
  return { ...subject, question: { ...subject.question, branches: [...kept, point] } };
}

/** Returns the place of a run among those of the panel; -1 if it is none of them. */
export const indexOfRun = ({ runs }: Branches, subject: RunSubject | undefined): number =>
  runs.findIndex((each) => isSameRun(each.subject, subject));

/** Notes a run that was opened, with what it is called. */
export function noteRun(all: Branches, subject: RunSubject, { summary: { branch } }: OpenedRun): void {
  const title = branch === undefined ? first : `After step ${String(branch.after)}: ${branch.text}`;
  const index = indexOfRun(all, subject);
  all.runs = index < 0 ? [...all.runs, { subject, title }] : all.runs.with(index, { subject, title });
  // The first is never given up; a comparison would point to another run then.
  if (all.runs.length > mostRuns) {
    all.runs = all.runs.filter((_, each) => each !== 1);
    all.compared = undefined;
  }
}

/** Returns up to which step two runs are the same. */
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

/** Returns what the page is told of the runs. */
export function runsMessage(all: Branches, shown: RunSubject): Extract<TraceMessageToPage, { readonly type: 'runs' }> {
  return {
    type: 'runs',
    titles: all.runs.map(({ title }) => title),
    branches: all.runs.map(({ subject }) => subject.question.branches ?? []),
    shown: Math.max(0, indexOfRun(all, shown)),
    ...(all.compared !== undefined && { compared: all.compared.index }),
  };
}
