/**
 * Asks a client to request again what depends on more than its own text: settings and imported files.
 */
import type { Connection, InitializeParams } from 'vscode-languageserver';
import { describeError } from '../workspace/files/describe-error.ts';

/** Returns a function that asks the client to refresh, if it supports that. */
export function createRefresh(
  connection: Connection,
  parameters: () => InitializeParams | undefined,
  log: (message: string) => void,
): () => void {
  const ask = (isSupported: boolean | undefined, refresh: () => Promise<void>): void => {
    if (isSupported !== true) return;
    refresh().catch((error: unknown) => {
      log(`The editor was not asked to refresh: ${describeError(error)}`);
    });
  };
  return () => {
    const workspace = parameters()?.capabilities.workspace;
    ask(workspace?.codeLens?.refreshSupport, () => connection.sendRequest('workspace/codeLens/refresh'));
    ask(workspace?.inlayHint?.refreshSupport, () => connection.languages.inlayHint.refresh());
    ask(workspace?.semanticTokens?.refreshSupport, () => connection.sendRequest('workspace/semanticTokens/refresh'));
  };
}
