/** The message about a language server that does not answer. */
import * as vscode from 'vscode';
import { titleOf } from '../files/model-document.ts';
import { showWarningMessage } from '../notices/notices.ts';

/**
 * Tells the user that the server has not answered for 20 seconds, with the file it is at; returns whether to restart it.
 */
export async function askToRestart(file: string | undefined, log: vscode.LogOutputChannel): Promise<boolean> {
  const [again, showLog] = [vscode.l10n.t('Restart'), vscode.l10n.t('Show Log')];
  const message =
    file === undefined
      ? vscode.l10n.t('The Aftermath language server has not answered for 20 seconds.')
      : vscode.l10n.t(
          'The Aftermath language server has not answered for 20 seconds; it was processing {0}. A new server skips that file until it changes.',
          titleOf(vscode.Uri.parse(file)),
        );
  const chosen = await showWarningMessage(message, again, showLog);
  if (chosen === showLog) log.show();
  return chosen === again;
}
