/**
 * The trace panel beside the editor: one for the whole window; it is restored after a reload, and leads to
 * the text.
 */
import * as vscode from 'vscode';
import { isSavedTrace, isTraceSettings, type RunSubject } from '../../webview/trace/messages.ts';
import { setContextKey } from '../context-keys.ts';
import type { Ask } from '../server-link.ts';
import { loadPage, revealSource } from '../webview-page.ts';
import type { RunProgress } from './trace-answers.ts';
import type { RunPositions } from './run-position.ts';
import type { StepLine } from './step-line.ts';
import { exportPicture } from '../picture-export.ts';
import { connectTrace, type TraceLink } from './trace-link.ts';

/** The panel's type, also the id in `when` clauses. */
const tracePanelType = 'aftermath.trace';
const settingsKey = 'aftermath.trace.settings';

/** What is made in less than so many milliseconds shows no progress. */
const patience = 700;

/** What the panel needs of the extension. */
export interface TracePanelParts {
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly ask: Ask;
  readonly positions: RunPositions;
  readonly stepLine: StepLine;
  /** What outlives the window. */
  readonly memory: vscode.Memento;
}

export interface TracePanel {
  /** Opens the panel, or brings it to the front, with a run. */
  readonly show: (subject: RunSubject) => Promise<void>;
  /** What is shown. */
  readonly subject: () => RunSubject | undefined;
  /** Returns the run that is shown as the text of a trace. */
  readonly trace: () => Promise<string | undefined>;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly link: TraceLink;
}

/** Prepares the panel and takes over one that was open before a reload. */
export function createTracePanel(parts: TracePanelParts): TracePanel {
  let open: OpenPanel | undefined;
  const adopt = (panel: vscode.WebviewPanel): OpenPanel => {
    open?.panel.dispose();
    const adopted = { panel, link: openPanel(panel, parts) };
    open = adopted;
    panel.onDidDispose(() => {
      if (open === adopted) open = undefined;
      setContextKey('showsTrace', open !== undefined);
    });
    setContextKey('showsTrace', true);
    return adopted;
  };
  const serializer = vscode.window.registerWebviewPanelSerializer(tracePanelType, {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      // Without a state there is nothing that the panel could show.
      if (!isSavedTrace(state)) panel.dispose();
      else await showRun(adopt(panel), state.subject, state.step);
    },
  });
  return {
    show: async (subject) => {
      open?.panel.reveal(undefined, true);
      await showRun(open ?? adopt(newPanel()), subject, undefined);
    },
    subject: () => open?.link.subject(),
    trace: async () => open?.link.trace(),
    modelChanged: (uri) => {
      open?.link.modelChanged(uri);
    },
    dispose: () => {
      serializer.dispose();
      open?.panel.dispose();
    },
  };
}

function newPanel(): vscode.WebviewPanel {
  const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  return vscode.window.createWebviewPanel(tracePanelType, vscode.l10n.t('Trace'), column);
}

async function showRun({ panel, link }: OpenPanel, subject: RunSubject, step: number | undefined): Promise<void> {
  panel.title = vscode.l10n.t('Trace of {0}', subject.title);
  await link.show(subject, step);
}

/** Sets the page once and connects it; everything ends with the panel. */
function openPanel(panel: vscode.WebviewPanel, parts: TracePanelParts): TraceLink {
  const { extensionUri, log, ask, positions, stepLine, memory } = parts;
  const link = connectTrace({
    ask,
    post: (message) => void panel.webview.postMessage(message),
    open: async (uri) => {
      await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
    },
    read: async (file) => new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(file, true))),
    reveal: (span) => {
      revealSource(panel, span, { focus: false }).catch((error: unknown) => {
        log.error('A step leads nowhere.', error);
      });
    },
    moved: (subject, step, span) => {
      stepLine.show(span);
      positions.move({ subject, step, by: 'trace' });
    },
    save: () => void vscode.commands.executeCommand('aftermath.saveTrace'),
    settings: () => {
      const kept = memory.get(settingsKey);
      return isTraceSettings(kept) ? kept : undefined;
    },
    keepSettings: (settings) => void memory.update(settingsKey, settings),
    exportPicture: (format, content) => {
      const subject = link.subject();
      if (subject === undefined) return;
      const name = `${subject.title.replace(/\.aft$/, '')}.sequence`;
      void exportPicture({ uri: subject.uri, name, format, content }, log);
    },
    showProgress: (progress) => void showProgress(panel.title, progress),
    showLog: () => {
      log.show();
    },
    log: (message) => {
      log.warn(message);
    },
  });
  const subscriptions = [
    positions.listen((position) => {
      if (position !== undefined && position.by !== 'trace') link.follow(position.subject, position.step);
    }),
    panel.webview.onDidReceiveMessage((message: unknown) => void link.receive(message)),
    panel.onDidChangeViewState(() => {
      link.setVisible(panel.visible);
    }),
  ];
  panel.onDidDispose(() => {
    link.dispose();
    stepLine.show(undefined);
    for (const subscription of subscriptions) subscription.dispose();
  });
  loadPage(panel, { extensionUri, page: 'trace', icon: 'trace' });
  return link;
}

/** Shows progress of what takes long, with a way to stop it. */
async function showProgress(title: string, { done, stop }: RunProgress): Promise<void> {
  const waiting = new Promise<'late'>((resolve) => setTimeout(resolve, patience, 'late'));
  if ((await Promise.race([done, waiting])) !== 'late') return;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Running: {0}', title),
    cancellable: true,
  };
  await vscode.window.withProgress(options, (_, token) => {
    token.onCancellationRequested(stop);
    return done;
  });
}
