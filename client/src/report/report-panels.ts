/**
 * The panels of reports: one per kind of report, beside the editor. They are kept up to date with their model, restored
 * after a reload, and link to the text, the graph and each other.
 */
import * as vscode from 'vscode';
import type { MatrixQuestion, ReportKind } from '../../../language/src/view/report/question.ts';
import type { ReportTarget } from '../../../language/src/view/report/report.ts';
import { isSavedReport } from '../../webview/report/messages.ts';
import { exportPicture } from '../page/picture-export.ts';
import type { GraphPanel } from '../graph/graph-panel.ts';
import { connectReport, type ReportLink, type ReportSubject } from './report-link.ts';
import { keepPanels, type OpenPanel } from '../page/kept-panels.ts';
import type { PagePanels } from '../page/page-panels.ts';
import { showProgress } from '../page/progress.ts';
import type { RecentPlans } from '../page/recent-plans.ts';
import type { Ask } from '../server/server-link.ts';
import type { SharedSelection } from '../page/shared-selection.ts';
import { pageWorld, revealSource } from '../page/webview-page.ts';

/** The type of the panels, also their id in `when` clauses. */
const reportPanelType = 'aftermath.report';

/** The parts of the extension that the panels need. */
export interface ReportPanelParts {
  readonly pages: PagePanels;
  readonly log: vscode.LogOutputChannel;
  readonly ask: Ask;
  readonly graph: Pick<GraphPanel, 'showPlan' | 'inspect'>;
  readonly selection: SharedSelection;
  readonly plans: RecentPlans;
}

/** The report panels of a window. */
export interface ReportPanels {
  /** Opens the panel of this kind of report, or brings it to the front. */
  readonly show: (subject: ReportSubject) => Promise<void>;
  /** Returns the document of the focused panel. */
  readonly document: () => vscode.Uri | undefined;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

/** Creates the panels, and restores those that were open before a reload. */
export function createReportPanels(parts: ReportPanelParts): ReportPanels {
  const panels = keepPanels<ReportKind, ReportLink>({
    type: reportPanelType,
    shows: 'showsReport',
    preserveFocus: false,
    create: (open) => newPanel(columnFor(open)),
    connect: (panel) => connectPanel(panel, parts, (subject) => show(subject)),
    restore: (state) => {
      if (!isSavedReport(state)) return undefined;
      const { subject } = state;
      return { key: subject.question.kind, show: (open) => showReport(open, subject) };
    },
  });
  const show = (subject: ReportSubject): Promise<void> => {
    const { uri, question } = subject;
    if (question.kind === 'plan') parts.plans.remember({ uri, question });
    return showReport(panels.reveal(question.kind), subject);
  };
  return {
    show,
    document: () => {
      const uri = panels
        .all()
        .find(({ panel }) => panel.active)
        ?.link.subject()?.uri;
      return uri === undefined ? undefined : vscode.Uri.parse(uri, true);
    },
    modelChanged: (uri) => {
      for (const { link } of panels.all()) void link.modelChanged(uri);
    },
    dispose: panels.dispose,
  };
}

/** Returns the column of another report, visible or not; otherwise that of one of our pages with the focus. */
function columnFor(open: readonly OpenPanel<ReportLink>[]): vscode.ViewColumn | undefined {
  const columns = [...open]
    .sort((a, b) => Number(b.panel.visible) - Number(a.panel.visible))
    .flatMap(({ panel }) => panel.viewColumn ?? []);
  const { activeTab, viewColumn } = vscode.window.tabGroups.activeTabGroup;
  const isOurs = activeTab?.input instanceof vscode.TabInputWebview && activeTab.input.viewType.includes('aftermath.');
  return columns[0] ?? (isOurs ? viewColumn : undefined);
}

const newPanel = (viewColumn: vscode.ViewColumn = vscode.ViewColumn.Beside): vscode.WebviewPanel =>
  vscode.window.createWebviewPanel(reportPanelType, vscode.l10n.t('Report'), viewColumn, { enableFindWidget: true });

async function showReport({ panel, link }: OpenPanel<ReportLink>, subject: ReportSubject): Promise<void> {
  panel.title = titleOfReport(subject);
  await link.show(subject);
}

function titleOfReport({ title, question }: ReportSubject): string {
  switch (question.kind) {
    case 'matrix':
      return matrixTitle(title, question.end);
    case 'plan':
      return vscode.l10n.t('Plan for {0}', title);
    case 'isolation':
      return vscode.l10n.t('Isolation in {0}', title);
    case 'comparison':
      return vscode.l10n.t('{0} and {1}', question.first, question.second);
    case 'points':
      return vscode.l10n.t('Failure Points of {0}', title);
    case 'changes':
      return vscode.l10n.t('Changes of {0}', title);
  }
}

function matrixTitle(title: string, end: MatrixQuestion['end'] = 'crash'): string {
  switch (end) {
    case 'crash':
      return vscode.l10n.t('Crash Matrix of {0}', title);
    case 'destroy':
      return vscode.l10n.t('Destruction Matrix of {0}', title);
    case 'evict':
      return vscode.l10n.t('Eviction Matrix of {0}', title);
    case 'delete':
      return vscode.l10n.t('Deletion Matrix of {0}', title);
  }
}

/** Sets the page once and connects it; everything is disposed with the panel. */
function connectPanel(
  panel: vscode.WebviewPanel,
  { pages, log, ask, graph, selection }: ReportPanelParts,
  show: ReportPanels['show'],
): ReportLink {
  const follow = async (target: ReportTarget, { uri, title }: ReportSubject): Promise<void> => {
    if (target.kind === 'source') await revealSource(panel, target.span, { focus: true });
    else if (target.kind === 'comparison') await show({ uri, title, question: target });
    else {
      await graph.showPlan(vscode.Uri.parse(uri, true), target.question, target.step);
      if (target.kind === 'plan' && !['collect', 'start'].includes(target.question.end))
        graph.inspect(target.question.of);
    }
  };
  const link = connectReport({
    ...pageWorld(panel, log),
    ask,
    follow: (target, subject) => {
      follow(target, subject).catch((error: unknown) => {
        log.error('The source of a part of a report was not found.', error);
      });
    },
    selected: (uri, name) => {
      selection.select({ uri, name, by: 'plan' });
    },
    show: (subject) => void show(subject),
    exportPicture: ({ uri, title, question }, format, content) =>
      void exportPicture({ uri, name: `${title.replace(/\.aft$/, '')}.${question.kind}`, format, content }, log),
    choosePlan: ({ uri }) => void vscode.commands.executeCommand('aftermath.showPlan', { uri }),
    showProgress: (progress) => void showProgress(vscode.l10n.t('Computing: {0}', panel.title), progress),
  });
  const subscriptions = [
    selection.listen('plan', ({ uri, name }) => {
      if (name !== undefined) link.select(uri, name);
    }),
  ];
  pages.connect(panel, link, { page: 'report', icon: 'graph', subscriptions });
  return link;
}
