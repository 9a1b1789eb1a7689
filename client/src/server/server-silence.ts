/**
 * Reports a language server that hangs: names the file it was working on, and offers a restart. The new server ignores
 * that file until its text changes, so that all others have findings again.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type InitializationOptions,
  type OfDocument,
  pingRequest,
  workingOnNotification,
} from '../../../server/src/protocol/protocol.ts';
import { titleOf } from '../files/model-document.ts';
import type { StatusEvents } from './server-status.ts';
import { watchServer } from './server-watchdog.ts';

/** The hangs of successive servers. */
export interface Silences {
  /** Returns the options for a server that starts now. */
  readonly options: () => Pick<InitializationOptions, 'leftOut'>;
  /** Records the documents that a server reports to be working on. */
  readonly follow: (client: BaseLanguageClient) => void;
  /** Watches a running server instead of the previous one; `restart` is called when the user wants a restart. */
  readonly watch: (client: BaseLanguageClient, restart: () => void) => void;
  readonly end: () => void;
  /** Ignores no document any more. */
  readonly forget: () => void;
}

/** Prepares for servers that hang. */
export function createSilences(log: vscode.LogOutputChannel, status: Omit<StatusEvents, 'changed'>): Silences {
  const leftOut = new Set<string>();
  let at: string | undefined;
  let end = (): void => undefined;
  return {
    options: () => ({ leftOut: [...leftOut] }),
    follow: (client) => {
      client.onNotification(workingOnNotification.method, ({ uri }: OfDocument) => {
        at = uri;
        status.workingOn(uri);
      });
    },
    watch: (client, restart) => {
      end();
      let isSilent = false;
      end = watchServer({
        ping: () => client.sendRequest(pingRequest.method, {}).then(status.answered),
        every: (milliseconds, run) => {
          const timer = setInterval(run, milliseconds);
          return () => {
            clearInterval(timer);
          };
        },
        onSilence: () => {
          isSilent = true;
          status.silent();
          const file = at;
          log.error(`The language server does not answer. It was processing ${file ?? 'no file'}.`);
          void tell(file, log).then((isWanted) => {
            if (!isWanted) return;
            if (isSilent && file !== undefined) leftOut.add(file);
            restart();
          });
        },
        onAnswer: () => {
          isSilent = false;
          log.info('The language server answers again.');
        },
      });
    },
    end: () => {
      end();
    },
    forget: () => {
      leftOut.clear();
    },
  };
}

/** Returns whether the server should be restarted. */
async function tell(file: string | undefined, log: vscode.LogOutputChannel): Promise<boolean> {
  const [again, showLog] = [vscode.l10n.t('Restart'), vscode.l10n.t('Show Log')];
  const message =
    file === undefined
      ? vscode.l10n.t('The Aftermath language server has not answered for 20 seconds.')
      : vscode.l10n.t(
          'The Aftermath language server has not answered for 20 seconds; it was processing {0}. A new server skips that file until it changes.',
          titleOf(vscode.Uri.parse(file)),
        );
  const chosen = await vscode.window.showWarningMessage(message, again, showLog);
  if (chosen === showLog) log.show();
  return chosen === again;
}
