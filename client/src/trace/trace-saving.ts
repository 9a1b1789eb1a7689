/**
 * Saves the run that a page shows as a trace, to a file that the user chooses. A long run is written with progress and
 * a cancel button.
 */
import * as vscode from 'vscode';
import { runArgumentsOf } from './run-arguments.ts';
import type { TraceLink } from './trace-link.ts';
import { showInformationMessage, withNotice } from '../notices/notices.ts';

/** A page whose run can be saved. */
export type TraceSource = Pick<TraceLink, 'trace' | 'subject'>;

/** Milliseconds; shorter work shows no progress. */
const patience = 700;

/** Saves the run shown to a file. */
export async function saveTrace(source: TraceSource | undefined, argument: unknown): Promise<void> {
  const subject = source?.subject();
  const text = source === undefined ? undefined : await written(source);
  if (text === 'stopped') return;
  if (text === undefined || subject === undefined) {
    void showInformationMessage(vscode.l10n.t('Show a run first: it is saved as a trace.'));
    return;
  }
  const { file } = runArgumentsOf(argument);
  const target = file === undefined ? await chooseTarget(subject.uri, subject.title) : vscode.Uri.parse(file, true);
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text.text));
}

async function written(source: TraceSource): Promise<{ readonly text: string } | 'stopped' | undefined> {
  const stopping = new AbortController();
  const writing = source.trace(stopping.signal).then(
    (text) => (text === undefined ? undefined : { text }),
    (error: unknown) => {
      if (stopping.signal.aborted) return 'stopped' as const;
      throw error;
    },
  );
  const waiting = new Promise<'late'>((resolve) => setTimeout(resolve, patience, 'late'));
  const first = await Promise.race([writing, waiting]);
  if (first !== 'late') return first;
  return withNotice(vscode.l10n.t('Writing the trace'), (_, token) => {
    token.onCancellationRequested(() => {
      stopping.abort();
    });
    return writing;
  });
}

/** Returns the file types offered by dialogs for traces. */
export const traceFilters = (): Record<string, string[]> => ({
  [vscode.l10n.t('Trace')]: ['json'],
  [vscode.l10n.t('All files')]: ['*'],
});

/** Offers a file beside the model; an unsaved model has no folder. */
async function chooseTarget(model: string, title: string): Promise<vscode.Uri | undefined> {
  const name = `${title.replace(/\.aft$/, '')}.trace.json`;
  const uri = vscode.Uri.parse(model, true);
  const folder =
    uri.scheme === 'untitled' ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.joinPath(uri, '..');
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save the trace'),
    filters: traceFilters(),
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}
