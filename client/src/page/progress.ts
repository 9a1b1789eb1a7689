/**
 * Progress of long work.
 */
import * as vscode from 'vscode';
import { withNotice, type Work } from '../notices/notices.ts';

/** Work under way. */
export interface WorkUnderWay {
  /** Settles when the work is done or has failed; never rejects. */
  readonly done: Promise<void>;
  readonly stop: () => void;
  /** True if an older result is shown meanwhile, so that nobody waits. */
  readonly isUpdate?: boolean;
  /** Called once the progress is shown, with a function that says how far the work is. */
  readonly onShown?: (report: (message: string) => void) => void;
}

/** Milliseconds; shorter work shows no progress. */
const patience = 700;

/** Shows the progress of long work: with a cancel button if the user waits, otherwise in the status bar. */
export async function showProgress(
  title: string,
  { done, stop, isUpdate = false, onShown }: WorkUnderWay,
): Promise<void> {
  const waiting = new Promise<'late'>((resolve) => setTimeout(resolve, patience, 'late'));
  if ((await Promise.race([done, waiting])) !== 'late') return;
  const work: Work<void> = (report, token) => {
    onShown?.(report);
    token.onCancellationRequested(stop);
    return done;
  };
  await (isUpdate ? inStatusBar(title, work) : withNotice(title, work));
}

const inStatusBar = (title: string, work: Work<void>): Thenable<void> =>
  vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, (progress, token) =>
    work((message) => {
      progress.report({ message });
    }, token),
  );

/** Long work; `report` says how far it is. */
export type LongWork<T> = (signal: AbortSignal, report: (message: string) => void) => Promise<T>;

/** Does long work, with its progress and a button to cancel it; returns undefined if the user, or the token, cancels. */
export async function untilCancelled<T>(
  title: string,
  work: LongWork<T>,
  token?: vscode.CancellationToken,
): Promise<T | undefined> {
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
  };
  const listening = token?.onCancellationRequested(stop);
  let report: (message: string) => void = () => undefined;
  const working = work(controller.signal, (message) => {
    report(message);
  });
  const done = working.then(
    () => undefined,
    () => undefined,
  );
  const onShown = (shown: typeof report): void => {
    report = shown;
  };
  try {
    await showProgress(title, { done, stop, onShown });
    return await working;
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  } finally {
    listening?.dispose();
  }
}
