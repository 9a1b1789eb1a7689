/**
 * The view *Recent Plans* of the side bar: the plans that were shown last, for any model.
 */
import * as vscode from 'vscode';
import { drawnEnds, type PlanQuestion } from '../../../language/src/view/report/question.ts';
import { titleOf } from '../files/model-document.ts';
import { planTitle } from '../page/plan-title.ts';
import type { RecentPlan } from '../page/recent-plans.ts';

/** A row: what *Show Plan…* takes as its argument. */
export type PlanRow = PlanQuestion & { readonly uri: string; readonly plan: RecentPlan };

/** Returns the row of a plan. */
export const planRow = (plan: RecentPlan): PlanRow => ({ ...plan.question, uri: plan.uri, plan });

/** Returns the item of a plan; `isMarked` if its effects are marked in the tree of entities. */
export function planItem(row: PlanRow, isMarked: boolean): vscode.TreeItem {
  const { uri, question } = row.plan;
  const item = new vscode.TreeItem(planTitle(question, titleOf));
  item.id = JSON.stringify(row.plan);
  const file = titleOf(vscode.Uri.parse(uri, true));
  const policy = question.policy === undefined || question.end === 'start' ? [] : [question.policy];
  item.description = [...policy, file].join(' · ');
  item.tooltip = `${planTitle(question, titleOf)}\n${item.description}`;
  const isDrawn = drawnEnds.includes(question.end);
  item.contextValue = isDrawn ? 'plan.drawn' : 'plan';
  item.iconPath = new vscode.ThemeIcon(isMarked ? 'eye' : iconOf(question));
  item.command = {
    command: 'aftermath.showPlan',
    title: vscode.l10n.t('Show Plan'),
    arguments: [row],
  };
  return item;
}

const iconOf = ({ end }: PlanQuestion): string => {
  if (end === 'crash') return 'flame';
  if (end === 'start' || end === 'recover') return 'debug-restart';
  return 'list-ordered';
};
