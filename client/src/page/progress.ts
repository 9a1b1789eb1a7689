/**
 * Progress of long work.
 */
import * as vscode from 'vscode';

/** Work under way. */
export interface Progress {
  /** Settles when the work is done or has failed; never rejects. */
  readonly done: Promise<void>;
  readonly stop: () => void;
  /** True if an older result is shown meanwhile, so that nobody waits. */
  readonly isUpdate?: boolean;
}

/** Milliseconds; shorter work shows no progress. */
const patience = 700;

/** Shows the progress of long work: with a cancel button if the user waits, otherwise in the status bar. */
export async function showProgress(title: string, { done, stop, isUpdate = false }: Progress): Promise<void> {
  const waiting = new Promise<'late'>((resolve) => setTimeout(resolve, patience, 'late'));
  if ((await Promise.race([done, waiting])) !== 'late') return;
  const options = {
    location: isUpdate ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification,
    title,
    cancellable: !isUpdate,
  };
  await vscode.window.withProgress(options, (_, token) => {
    token.onCancellationRequested(stop);
    return done;
  });
}
