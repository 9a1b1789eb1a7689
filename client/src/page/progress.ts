/**
 * Progress of what takes long.
 */
import * as vscode from 'vscode';

/** Work under way. */
export interface Progress {
  /** Settles when the work is done or cannot be; never rejects. */
  readonly done: Promise<void>;
  readonly stop: () => void;
  /** Whether an older result is shown meanwhile; then nobody waits for it. */
  readonly isUpdate?: boolean;
}

/** Work that ends within so many milliseconds shows no progress. */
const patience = 700;

/** Shows progress of what takes long: with a way to stop it where somebody waits, else in passing. */
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
