/**
 * The page of a trace in a panel or editor of VS Code, connected to server, text and settings; everything is disposed
 * with its panel.
 */
import * as vscode from 'vscode';
import { isTraceSettings } from '../../webview/trace/messages.ts';
import { readBounded } from '../files/file-requests.ts';
import type { PagePanels } from '../page/page-panels.ts';
import { showProgress } from '../page/progress.ts';
import type { Ask } from '../server/server-link.ts';
import type { SharedSelection } from '../page/shared-selection.ts';
import { pageWorld, revealSource } from '../page/webview-page.ts';
import { exportPicture } from '../page/picture-export.ts';
import type { RunPositions } from '../page/run-position.ts';
import type { StepLine } from './step-line.ts';
import { connectTrace, type TraceLink } from './trace-link.ts';
import { saveTrace } from './trace-saving.ts';
import { showErrorMessage } from '../notices/notices.ts';

const settingsKey = 'aftermath.trace.settings';

/** The parts of the extension that a page needs. */
export interface TracePageParts {
  readonly pages: PagePanels;
  readonly log: vscode.LogOutputChannel;
  readonly ask: Ask;
  readonly positions: RunPositions;
  readonly stepLine: StepLine;
  readonly selection: SharedSelection;
  /** The storage that outlives the window. */
  readonly memory: vscode.Memento;
}

/** Sets the page once and connects it; everything is disposed with the panel. */
export function openTracePage(panel: vscode.WebviewPanel, parts: TracePageParts): TraceLink {
  const { pages, positions, stepLine, selection } = parts;
  const link = connected(panel, parts);
  const subscriptions = [
    selection.listen('trace', ({ uri, name }) => {
      if (name !== undefined) link.select(uri, name);
    }),
    positions.listen((position) => {
      if (position !== undefined && position.by !== 'trace') link.follow(position.subject, position.step);
    }),
    new vscode.Disposable(() => {
      stepLine.show(undefined);
    }),
  ];
  pages.connect(panel, link, { page: 'trace', icon: 'trace', subscriptions });
  return link;
}

/** Connects the page to server, text and settings. */
function connected(panel: vscode.WebviewPanel, parts: TracePageParts): TraceLink {
  const { log, ask, positions, stepLine, selection, memory } = parts;
  const link = connectTrace({
    ...pageWorld(panel, log),
    ask,
    read: (file) => readBounded(vscode.Uri.parse(file, true)),
    reveal: (span) => {
      revealSource(panel, span, { focus: false }).catch((error: unknown) => {
        log.error('The source of a step was not found.', error);
      });
    },
    moved: (subject, step, span) => {
      stepLine.show(span);
      positions.move({ subject, step, by: 'trace' });
    },
    selected: (uri, name) => {
      selection.select({ uri, name, by: 'trace' });
    },
    save: () => {
      saveTrace(link, undefined).catch((error: unknown) => {
        log.error('The trace was not saved.', error);
        void showErrorMessage(vscode.l10n.t('The trace was not saved; the log says why.'));
      });
    },
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
    showProgress: (progress) => void showProgress(vscode.l10n.t('Running: {0}', panel.title), progress),
  });
  return link;
}
