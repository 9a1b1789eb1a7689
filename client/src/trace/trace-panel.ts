/**
 * The trace panel beside the editor: one per window. It is restored after a reload, and reveals source locations.
 */
import * as vscode from 'vscode';
import { isSavedTrace, type RunSubject } from '../../webview/trace/messages.ts';
import { keepPanels, panelBeside, type OpenPanel } from '../page/kept-panels.ts';
import type { TraceLink } from './trace-link.ts';
import { openTracePage, type TracePageParts } from './trace-page-panel.ts';
import type { TraceSource } from './trace-saving.ts';

/** The type of the panel, also its id in `when` clauses. */
const tracePanelType = 'aftermath.trace';

/** The trace panel of a window. */
export interface TracePanel {
  /** Opens the panel, or brings it to the front, with a run; beside the column `apart`, not over it. */
  readonly show: (subject: RunSubject, step?: number, apart?: vscode.ViewColumn) => Promise<void>;
  /** Returns what is shown. */
  readonly subject: () => RunSubject | undefined;
  /** Returns the run shown, to save it. */
  readonly source: () => TraceSource | undefined;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

/** Creates the panel, and restores one that was open before a reload. */
export function createTracePanel(parts: TracePageParts): TracePanel {
  const panels = keepPanels<'trace', TraceLink>({
    type: tracePanelType,
    shows: 'showsTrace',
    preserveFocus: true,
    create: (_, column) => panelBeside(tracePanelType, vscode.l10n.t('Trace'), column),
    connect: (panel) => openTracePage(panel, parts),
    restore: (state) =>
      isSavedTrace(state) ? { key: 'trace', show: (open) => showRun(open, state.subject, state.step) } : undefined,
  });
  return {
    show: (subject, step, apart) => showRun(panels.reveal('trace', apart), subject, step),
    subject: () => panels.at('trace')?.link.subject(),
    source: () => panels.at('trace')?.link,
    modelChanged: (uri) => {
      panels.at('trace')?.link.modelChanged(uri);
    },
    dispose: panels.dispose,
  };
}

async function showRun(
  { panel, link }: OpenPanel<TraceLink>,
  subject: RunSubject,
  step: number | undefined,
): Promise<void> {
  panel.title = vscode.l10n.t('Trace of {0}', subject.title);
  await link.show(subject, step);
}
