/**
 * The report of single points of failure: for each goal the smallest sets of PDs whose crash makes it fail. A PD that
 * is sufficient alone links to its crash.
 */
import type { FailureGoal } from '../../analysis/points/single-points.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { crashQuestion } from './question.ts';
import type { Report, ReportItem, ReportList } from './report.ts';
import { collectTargets, type ReportedModel, type Targets } from './targets.ts';

/** A model with the relations that declare needs. */
export interface ReportedGoals extends ReportedModel {
  readonly model: Pick<Model, 'entities' | 'relations'>;
}

/** Returns the report with a list for each goal. */
export function pointsReport(reported: ReportedGoals, goals: readonly FailureGoal[], policy: string): Report {
  const targets = collectTargets(reported);
  const alone = goals.filter(({ single }) => single.length > 0).length;
  const counted = `${alone} of ${goals.length} ${goals.length === 1 ? 'goal has' : 'goals have'} a single point of failure.`;
  return {
    title: 'Single Points of Failure',
    about: [
      `The smallest sets of PDs whose crash under the policy ${policy} makes a goal (needs …) fail.`,
      goals.length === 0 ? 'No living PD of the model needs anything, so there is no goal that could fail.' : counted,
    ],
    legend: [],
    sections: goals.map((goal) => goalList(goal, reported, targets, policy)),
    targets: targets.list,
  };
}

/** Returns a goal in words: the PDs that need, and what they need. */
export function goalWords(model: ReportedGoals['model'], { needs, pds }: FailureGoal): string {
  const names = (ids: readonly EntityId[]): string =>
    [...new Set(ids)].map((id) => model.entities[id]?.name ?? '').join(', ');
  const wanted = needs.flatMap((id) => model.relations[id]?.target ?? []);
  return `${names(pds)} ${pds.length === 1 ? 'needs' : 'need'} ${names(wanted)}`;
}

function goalList(goal: FailureGoal, reported: ReportedGoals, targets: Targets, policy: string): ReportList {
  const { nameOf, add, declaration } = targets;
  const toItem = (set: readonly EntityId[]): ReportItem => {
    const [only] = set;
    if (only !== undefined && set.length === 1) {
      const target = add({ kind: 'plan', question: crashQuestion(nameOf(only), policy) });
      return { text: nameOf(only), detail: 'alone', sign: 'broken', target, because: [] };
    }
    const because = set.map((pd) => ({ text: nameOf(pd), ...declaration(pd) }));
    return { text: set.map(nameOf).join(', '), detail: 'together', sign: 'degraded', because };
  };
  const more = goal.isExhaustive
    ? {}
    : { note: `There may be further sets of more than ${goal.sizeLimit} PDs, or more than are listed.` };
  return {
    kind: 'list',
    title: goalWords(reported.model, goal),
    items: goal.cutSets.map(toItem),
    empty: goal.isBroken ? 'It fails before anything crashes.' : 'No crash of other PDs makes it fail.',
    ...(goal.isBroken ? {} : more),
  };
}
