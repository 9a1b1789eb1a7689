/**
 * The panels of reports: one for each kind of report, beside the editor; they are kept up to date with
 * their model, restored after a reload, and lead to the text, the graph and each other.
 */
import * as vscode from 'vscode';
import type { ReportKind } from '../../../language/src/view/report/question.ts';
import type { ReportTarget } from '../../../language/src/view/report/report.ts';
import { isSavedReport } from '../../webview/report/messages.ts';
import { setContextKey } from '../page/context-keys.ts';
import { exportPicture } from '../page/picture-export.ts';
import type { GraphPanel } from '../graph/graph-panel.ts';
import { connectReport, type Progress, type ReportLink, type ReportSubject } from './report-link.ts';
import type { PagePanels } from '../page/page-panels.ts';
import type { Ask } from '../server/server-link.ts';
import type { SharedSelection } from '../page/shared-selection.ts';
import { revealSource } from '../page/webview-page.ts';

/** The type of the panels, also the id in `when` clauses. */
const reportPanelType = 'aftermath.report';

/** What is computed in less than so many milliseconds shows no progress. */
const patience = 700;

/** What the panels need of the extension. */
export interface ReportPanelParts {
  readonly pages: PagePanels;
  readonly log: vscode.LogOutputChannel;
  readonly ask: Ask;
  readonly graph: Pick<GraphPanel, 'showPlan' | 'inspect'>;
  readonly selection: SharedSelection;
}

export interface ReportPanels {
  /** Opens the panel of this kind of report, or brings it to the front. */
  readonly show: (subject: ReportSubject) => Promise<void>;
  /** The document of the panel that has the focus. */
  readonly document: () => vscode.Uri | undefined;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly link: ReportLink;
}

/** Prepares the panels and takes over those that were open before a reload. */
export function createReportPanels(parts: ReportPanelParts): ReportPanels {
  const open = new Map<ReportKind, OpenPanel>();
  const adopt = (panel: vscode.WebviewPanel, kind: ReportKind): OpenPanel => {
    open.get(kind)?.panel.dispose();
    const adopted = { panel, link: openPanel(panel, parts, show) };
    open.set(kind, adopted);
    panel.onDidDispose(() => {
      if (open.get(kind) === adopted) open.delete(kind);
      setContextKey('showsReport', open.size > 0);
    });
    setContextKey('showsReport', true);
    return adopted;
  };
  const show = async (subject: ReportSubject): Promise<void> => {
    const { kind } = subject.question;
    const [known, other] = [open.get(kind), [...open.values()].find(({ panel }) => panel.visible)];
    known?.panel.reveal();
    const { panel, link } = known ?? adopt(newPanel(other?.panel.viewColumn), kind);
    await showReport(panel, link, subject);
  };
  const serializer = vscode.window.registerWebviewPanelSerializer(reportPanelType, {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      // Without a state there is nothing that the panel could show.
      if (!isSavedReport(state)) panel.dispose();
      else await showReport(panel, adopt(panel, state.subject.question.kind).link, state.subject);
    },
  });
  return {
    show,
    document: () => {
      const uri = [...open.values()].find(({ panel }) => panel.active)?.link.subject()?.uri;
      return uri === undefined ? undefined : vscode.Uri.parse(uri, true);
    },
    modelChanged: (uri) => {
      for (const { link } of open.values()) void link.modelChanged(uri);
    },
    dispose: () => {
      serializer.dispose();
      for (const { panel } of [...open.values()]) panel.dispose();
    },
  };
}

const newPanel = (viewColumn: vscode.ViewColumn = vscode.ViewColumn.Beside): vscode.WebviewPanel =>
  vscode.window.createWebviewPanel(reportPanelType, vscode.l10n.t('Report'), viewColumn, { enableFindWidget: true });

async function showReport(panel: vscode.WebviewPanel, link: ReportLink, subject: ReportSubject): Promise<void> {
  panel.title = titleOfReport(subject);
  await link.show(subject);
}

function titleOfReport({ title, question }: ReportSubject): string {
  switch (question.kind) {
    case 'matrix':
      return vscode.l10n.t('Crash Matrix of {0}', title);
    case 'plan':
      return vscode.l10n.t('Plan for {0}', title);
    case 'isolation':
      return vscode.l10n.t('Isolation in {0}', title);
    case 'comparison':
      return vscode.l10n.t('{0} and {1}', question.first, question.second);
    case 'points':
      return vscode.l10n.t('Failure Points of {0}', title);
  }
}

/** Sets the page once and connects it; everything ends with the panel. */
function openPanel(
  panel: vscode.WebviewPanel,
  { pages, log, ask, graph, selection }: ReportPanelParts,
  show: ReportPanels['show'],
): ReportLink {
  const follow = async (target: ReportTarget, { uri, title }: ReportSubject): Promise<void> => {
    if (target.kind === 'source') await revealSource(panel, target.span, { focus: true });
    else if (target.kind === 'comparison') await show({ uri, title, question: target });
    else {
      await graph.showPlan(vscode.Uri.parse(uri, true), target.question, target.step);
      if (target.question.end !== 'collect') graph.inspect(target.question.of);
    }
  };
  const link = connectReport({
    ask,
    post: (message) => void panel.webview.postMessage(message),
    open: async (uri) => {
      await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
    },
    follow: (target, subject) => {
      follow(target, subject).catch((error: unknown) => {
        log.error('A part of a report leads nowhere.', error);
      });
    },
    selected: (uri, name) => {
      selection.select({ uri, name, by: 'plan' });
    },
    show: (subject) => void show(subject),
    exportPicture: ({ uri, title }, format, content) =>
      void exportPicture({ uri, name: `${title.replace(/\.aft$/, '')}.plan`, format, content }, log),
    choosePlan: ({ uri }) => void vscode.commands.executeCommand('aftermath.planTeardown', { uri }),
    showProgress: (progress) => void showProgress(panel.title, progress),
    showLog: () => {
      log.show();
    },
    log: (message) => {
      log.warn(message);
    },
  });
  const subscriptions = [
    selection.listen('plan', ({ uri, name }) => {
      if (name !== undefined) link.select(uri, name);
    }),
  ];
  pages.connect(panel, link, { page: 'report', icon: 'graph', subscriptions });
  return link;
}

/** Shows progress of what takes long: with a way to stop it where somebody waits, else in passing. */
async function showProgress(title: string, { done, stop, isUpdate }: Progress): Promise<void> {
  const waiting = new Promise<'late'>((resolve) => setTimeout(resolve, patience, 'late'));
  if ((await Promise.race([done, waiting])) !== 'late') return;
  const options = {
    location: isUpdate ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Computing: {0}', title),
    cancellable: !isUpdate,
  };
  await vscode.window.withProgress(options, (_, token) => {
    token.onCancellationRequested(stop);
    return done;
  });
}
