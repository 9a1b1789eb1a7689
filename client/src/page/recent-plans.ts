/**
 * The plans that were shown last, the newest first, also after a reload; and for each model the one whose effects the
 * side bar marks.
 */
import type * as vscode from 'vscode';
import { deletionModes } from '../../../language/src/model/policy.ts';
import { drawnEnds, planEnds, type PlanQuestion } from '../../../language/src/view/report/question.ts';
import { createListeners, type Listeners } from './listeners.ts';
import { textField, textsField } from './text-field.ts';

/** A plan that was shown. */
export interface RecentPlan {
  readonly uri: string;
  readonly question: PlanQuestion;
}

/** The plans of a workspace. */
export interface RecentPlans {
  /** Puts a plan first; its effects are marked, if it has any in one model. */
  readonly remember: (plan: RecentPlan) => void;
  readonly all: () => readonly RecentPlan[];
  /** Returns the plan whose effects are marked. */
  readonly marked: (uri: string) => PlanQuestion | undefined;
  /** Stops marking effects; the plan stays in the list. */
  readonly unmark: (uri: string) => void;
  readonly forget: (plan: RecentPlan) => void;
  readonly clear: () => void;
  /** Calls back after each change. */
  readonly listen: Listeners<[]>['listen'];
}

/** The most plans that are kept. */
const mostPlans = 30;
const key = 'aftermath.recentPlans';

/** Creates the store of a workspace over its memory. */
export function createRecentPlans(memory: Pick<vscode.Memento, 'get' | 'update'>): RecentPlans {
  let plans: readonly RecentPlan[] = plansIn(memory.get(key));
  const marked = new Map<string, PlanQuestion>();
  const listeners = createListeners<[]>();
  const change = (next: readonly RecentPlan[]): void => {
    plans = next.slice(0, mostPlans);
    void memory.update(key, plans);
    listeners.tell();
  };
  const without = (plan: RecentPlan): readonly RecentPlan[] => plans.filter((each) => !isSamePlan(each, plan));
  return {
    remember: (plan) => {
      if (drawnEnds.includes(plan.question.end)) marked.set(plan.uri, plan.question);
      change([plan, ...without(plan)]);
    },
    all: () => plans,
    marked: (uri) => marked.get(uri),
    unmark: (uri) => {
      if (marked.delete(uri)) change(plans);
    },
    forget: (plan) => {
      if (JSON.stringify(marked.get(plan.uri)) === JSON.stringify(plan.question)) marked.delete(plan.uri);
      change(without(plan));
    },
    clear: () => {
      marked.clear();
      change([]);
    },
    listen: listeners.listen,
  };
}

const isSamePlan = (one: RecentPlan, other: RecentPlan): boolean =>
  one.uri === other.uri && JSON.stringify(one.question) === JSON.stringify(other.question);

/** Returns the plans in what an earlier window has kept; drops what has another shape. */
function plansIn(kept: unknown): readonly RecentPlan[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((each: unknown) => {
    const uri = textField(each, 'uri');
    const question = typeof each === 'object' && each !== null && 'question' in each ? each.question : undefined;
    const end = planEnds.find((known) => known === textField(question, 'end'));
    const of = textField(question, 'of');
    if (uri === undefined || end === undefined || of === undefined) return [];
    const also = textsField(question, 'also');
    const policy = textField(question, 'policy');
    const deletion = deletionModes.find((mode) => mode === textField(question, 'deletion'));
    return [
      {
        uri,
        question: {
          ...{ kind: 'plan' as const, end, of },
          ...(also !== undefined && { also }),
          ...(deletion !== undefined && { deletion }),
          ...(policy !== undefined && { policy }),
        },
      },
    ];
  });
}
