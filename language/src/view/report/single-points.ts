/**
 * The report of single points of failure: for each goal the minimal cut sets of PDs and nodes whose crash makes it
 * fail. Each links to the plan of that crash.
 */
import { mayRefuse } from '../../analysis/doomed/protection.ts';
import { goalWords } from '../../analysis/points/goal-words.ts';
import type { FailureGoal } from '../../analysis/points/single-points.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { crashQuestion } from './question.ts';
import type { Report, ReportItem, ReportList } from './report.ts';
import { collectTargets, type ReportedModel, type Targets } from './targets.ts';
import type { Model } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** A model with the relations that declare needs. */
export interface ReportedGoals extends ReportedModel {
  readonly model: Pick<Model, 'entities' | 'relations'>;
}

/** Returns the report with a list for each goal. */
export function pointsReport(reported: ReportedGoals, goals: readonly FailureGoal[], policy: string): Report {
  const targets = collectTargets(reported);
  const alone = goals.filter(({ single }) => single.length > 0).length;
  const unasked = protectionText(reported.model);
  const counted = t`${alone} of ${goals.length} ${goals.length === 1 ? t`goal has` : t`goals have`} a single point of failure.`;
  return {
    title: t`Single Points of Failure`,
    about: [
      t`The minimal cut sets: the smallest sets of PDs and nodes whose crash under the policy ${policy} makes a goal (needs …) fail. Root PDs do not crash.`,
      goals.length === 0 ? t`Nothing alive in the model needs anything, so there is no goal that could fail.` : counted,
      ...(unasked === undefined ? [] : [unasked]),
    ],
    legend: [],
    sections: goals.map((goal) => goalList(goal, reported, targets, policy)),
    targets: targets.list,
  };
}

/** Returns the sentence that protection does not count here; undefined if nothing is protected. */
export const protectionText = (model: ReportedGoals['model']): string | undefined =>
  mayRefuse(model)
    ? t`Crashes are never refused: what is protected counts like anything else. The matrix of another event says which orderly ends are refused.`
    : undefined;

/** Returns a sentence on the cut sets that are not listed; undefined if all are. */
export function unlistedText({
  isBroken,
  isExhaustive,
  cutSets,
  sizeLimit,
  counts,
  total,
}: Omit<FailureGoal, 'probability' | 'structure'>): string | undefined {
  if (isBroken || isExhaustive) return undefined;
  if (total === undefined || counts === undefined) return t`Too large to be computed: no cut set is listed or counted.`;
  const rest = total - counts.reduce((sum, count) => sum + count, 0n);
  const unlisted = total - rest - BigInt(cutSets.length);
  const parts = [
    ...(unlisted > 0n ? [t`${unlisted.toLocaleString('en')} of at most ${String(sizeLimit)}`] : []),
    ...(rest > 0n ? [t`${rest.toLocaleString('en')} of more than ${String(sizeLimit)}`] : []),
  ];
  return t`Not listed: ${parts.join(t`, and `)}. Minimal cut sets in all: ${total.toLocaleString('en')}.`;
}

function goalList(goal: FailureGoal, reported: ReportedGoals, targets: Targets, policy: string): ReportList {
  const { nameOf, add } = targets;
  const toItem = (set: readonly EntityId[]): ReportItem => {
    const [of = '', ...also] = set.map(nameOf);
    const isAlone = also.length === 0;
    return {
      text: [of, ...also].join(', '),
      detail: isAlone ? t`alone` : t`together`,
      sign: isAlone ? 'broken' : 'degraded',
      target: add({ kind: 'plan', question: crashQuestion(of, policy, also) }),
      because: [],
    };
  };
  const note = unlistedText(goal);
  return {
    kind: 'list',
    title: goalWords(reported.model, goal),
    items: goal.cutSets.map(toItem),
    empty: goal.isBroken ? t`It fails before anything crashes.` : t`No crash of anything else makes it fail.`,
    ...(note !== undefined && { note }),
  };
}
