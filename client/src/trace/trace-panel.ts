/**
 * The trace panel beside the editor: one for the whole window; it is restored after a reload, and leads to
 * the text.
 */
import * as vscode from 'vscode';
import { isSavedTrace, type RunSubject } from '../../webview/trace/messages.ts';
import { setContextKey } from '../page/context-keys.ts';
import type { TraceLink } from './trace-link.ts';
import { openTracePage, type TracePageParts } from './trace-page-panel.ts';
import type { TraceSource } from './trace-saving.ts';

/** The panel's type, also the id in `when` clauses. */
const tracePanelType = 'aftermath.trace';

export interface TracePanel {
  /** Opens the panel, or brings it to the front, with a run. */
  readonly show: (subject: RunSubject) => Promise<void>;
  /** What is shown. */
  readonly subject: () => RunSubject | undefined;
  /** The run that is shown, to be saved. */
  readonly source: () => TraceSource | undefined;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly link: TraceLink;
}

/** Prepares the panel and takes over one that was open before a reload. */
export function createTracePanel(parts: TracePageParts): TracePanel {
  let open: OpenPanel | undefined;
  const adopt = (panel: vscode.WebviewPanel): OpenPanel => {
    open?.panel.dispose();
    const adopted = { panel, link: openTracePage(panel, parts) };
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
    source: () => open?.link,
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
