/** The notifications of the extension; the only link in them is our own, to the log. */
import * as vscode from 'vscode';
import { withoutLinks } from './without-links.ts';

type Chosen = Thenable<string | undefined>;

/** Shows an information; returns the button that is pressed. */
export const showInformationMessage = (message: string, ...buttons: readonly string[]): Chosen =>
  vscode.window.showInformationMessage(withoutLinks(message), ...buttons);

/** Shows a warning; returns the button that is pressed. */
export const showWarningMessage = (message: string, ...buttons: readonly string[]): Chosen =>
  vscode.window.showWarningMessage(withoutLinks(message), ...buttons);

/** Shows an error; returns the button that is pressed. */
export const showErrorMessage = (message: string, ...buttons: readonly string[]): Chosen =>
  vscode.window.showErrorMessage(withoutLinks(message), ...buttons);

/** Asks for a decision before anything else; returns true if the button is pressed. */
export const isConfirmed = async (message: string, button: string): Promise<boolean> =>
  (await vscode.window.showWarningMessage(withoutLinks(message), { modal: true }, button)) === button;

let log: vscode.LogOutputChannel | undefined;

/** Logs from now on when long work begins and ends. */
export function logWork(to: vscode.LogOutputChannel): void {
  log = to;
}

/** Long work; `report` says how far it is. */
export type Work<T> = (report: (message: string) => void, token: vscode.CancellationToken) => Thenable<T>;

/** Shows that the user waits for work, with a button to cancel it and a link to the log, which says how long it takes. */
export async function withNotice<T>(title: string, work: Work<T>): Promise<T> {
  const link = `[${vscode.l10n.t('Show Log')}](command:aftermath.showLog)`;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `${withoutLinks(title)} (${link})`,
    cancellable: true,
  };
  const begin = performance.now();
  log?.info(`${title}: begins`);
  try {
    return await vscode.window.withProgress(options, (progress, token) =>
      work((message) => {
        progress.report({ message: withoutLinks(message) });
      }, token),
    );
  } finally {
    log?.info(`${title}: ends after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  }
}
