/**
 * The side bar *Aftermath*: the entities of the active model, its declared views, its scenarios and checks with their
 * last runs, and the plans that were shown last.
 */
import * as vscode from 'vscode';
import { scenariosRequest } from '../../../server/src/protocol/protocol.ts';
import { outlineRequest, type ViewEntry } from '../../../server/src/protocol/tree-protocol.ts';
import { setContextKey } from '../page/context-keys.ts';
import { textField } from '../page/text-field.ts';
import type { LastRuns } from '../simulation/last-runs.ts';
import { createEntityView, type EntityView, type EntityViewParts } from './entity-view.ts';
import { showList } from './list-view.ts';
import { planItem, planRow, type PlanRow } from './plan-list.ts';
import { runItem, runRows, type RunListRow } from './run-list.ts';

/** The parts of the extension that the side bar needs. */
export interface SideBarParts extends EntityViewParts {
  readonly runs: LastRuns;
  /** Shows a declared view in the graph. */
  readonly showView: (uri: vscode.Uri, title: string) => Promise<void>;
}

/** The side bar. */
export interface SideBar {
  readonly commands: EntityView['commands'];
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

interface ViewRow extends ViewEntry {
  readonly uri: string;
}

/** Creates the views, and keeps them and the keys of the menus up to date. */
export function createSideBar(parts: SideBarParts): SideBar {
  const { active, plans, runs } = parts;
  const entities = createEntityView(parts);
  const uri = (): string => active.current()?.toString() ?? '';
  const shown = followOutline(parts);
  const views = showList<ViewRow>({
    view: 'aftermath.views',
    rows: () => Promise.resolve(shown.views()),
    item: viewItem,
  });
  const scenarios = showList<RunListRow>({
    view: 'aftermath.runs',
    rows: () => Promise.resolve(shown.runs()),
    item: (row) => runItem(row, runs.of(row)),
  });
  const recent = showList<PlanRow>({
    view: 'aftermath.plans',
    rows: () => Promise.resolve(plans.all().map(planRow)),
    item: (row) => planItem(row, isEqual(plans.marked(row.uri), row.plan.question)),
  });
  const update = (): void => {
    void shown.update().then((changed) => {
      if (changed.views) views.refresh();
      if (changed.runs) scenarios.refresh();
    });
  };
  const tellPlans = (): void => {
    setContextKey('hasPlans', plans.all().length > 0);
  };
  const subscriptions = [
    ...[entities, views, scenarios, recent],
    active.onChange(update),
    plans.listen(() => {
      recent.refresh();
      tellPlans();
    }),
    runs.listen(scenarios.refresh),
  ];
  update();
  tellPlans();
  return {
    commands: new Map<string, (argument: unknown) => Promise<void> | void>([
      ...entities.commands,
      ['showView', (argument: unknown) => showView(parts, argument)],
      ['showRecentPlanInGraph', showInGraph],
      [
        'forgetPlan',
        (argument: unknown) => {
          forgetPlan(parts, argument);
        },
      ],
      [
        'clearPlans',
        () => {
          plans.clear();
        },
      ],
    ]),
    modelChanged: (of) => {
      entities.modelChanged(of);
      if (of === uri()) update();
    },
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

interface Outline {
  readonly views: () => readonly ViewRow[];
  readonly runs: () => readonly RunListRow[];
  /** Asks again; says what has changed. */
  readonly update: () => Promise<{ readonly views: boolean; readonly runs: boolean }>;
}

/** Keeps the views, scenarios and checks of the active model, and sets the keys that say what it has. */
function followOutline({ ask, active, log }: SideBarParts): Outline {
  let views: readonly ViewRow[] = [];
  let runs: readonly RunListRow[] = [];
  let latest = 0;
  const nothing = { views: false, runs: false };
  const read = async (of: string): Promise<readonly [readonly ViewRow[], readonly RunListRow[], boolean]> => {
    if (of === '') return [[], [], false];
    const [outline, list] = [await ask(outlineRequest, { uri: of }), await ask(scenariosRequest, { uri: of })];
    const own = (outline?.views ?? []).map((each) => ({ ...each, uri: of }));
    return [own, list === null ? [] : runRows(of, list), outline?.hasMachines === true];
  };
  return {
    views: () => views,
    runs: () => runs,
    update: async () => {
      const own = ++latest;
      const of = active.current()?.toString() ?? '';
      setContextKey('hasModel', of !== '');
      try {
        const [nextViews, nextRuns, hasMachines] = await read(of);
        if (own !== latest) return nothing;
        setContextKey('modelHasScenarios', nextRuns.some(({ isCheck }) => !isCheck)); // oxfmt-ignore
        setContextKey('modelHasChecks', nextRuns.some(({ isCheck }) => isCheck)); // oxfmt-ignore
        setContextKey('modelHasMachines', hasMachines);
        const changed = { views: !isEqual(views, nextViews), runs: !isEqual(runs, nextRuns) };
        [views, runs] = [nextViews, nextRuns];
        return changed;
      } catch (error) {
        log.warn('The side bar was not brought up to date.', error);
        return nothing;
      }
    },
  };
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function viewItem(row: ViewRow): vscode.TreeItem {
  const item = new vscode.TreeItem(row.title);
  item.id = row.title;
  item.contextValue = 'view';
  item.iconPath = new vscode.ThemeIcon('type-hierarchy');
  if (row.documentation !== undefined) item.tooltip = row.documentation;
  item.command = { command: 'aftermath.showView', title: vscode.l10n.t('Show in Graph'), arguments: [row] };
  return item;
}

async function showView({ showView: show }: SideBarParts, argument: unknown): Promise<void> {
  const [uri, title] = [textField(argument, 'uri'), textField(argument, 'title')];
  if (uri !== undefined && title !== undefined) await show(vscode.Uri.parse(uri, true), title);
}

async function showInGraph(row: unknown): Promise<void> {
  if (typeof row === 'object') await vscode.commands.executeCommand('aftermath.showPlan', { ...row, in: 'graph' });
}

function forgetPlan({ plans }: SideBarParts, argument: unknown): void {
  const found = plans.all().find((plan) => isEqual(planRow(plan), argument));
  if (found !== undefined) plans.forget(found);
}
