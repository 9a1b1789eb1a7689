/**
 * Has a client ask again for what depends on more than the text it belongs to: settings, and files that it imports.
 */
import type { Connection, InitializeParams } from 'vscode-languageserver';
import { describeError } from '../workspace/describe-error.ts';

/** Returns what asks a client to ask again, as far as it can be asked. */
export function createRefresh(
  connection: Connection,
  parameters: () => InitializeParams | undefined,
  log: (message: string) => void,
): () => void {
  const ask = (isSupported: boolean | undefined, refresh: () => Promise<void>): void => {
    if (isSupported !== true) return;
    refresh().catch((error: unknown) => {
      log(`The editor was not asked to ask again: ${describeError(error)}`);
    });
  };
  return () => {
    const workspace = parameters()?.capabilities.workspace;
    ask(workspace?.codeLens?.refreshSupport, () => connection.sendRequest('workspace/codeLens/refresh'));
    ask(workspace?.inlayHint?.refreshSupport, () => connection.languages.inlayHint.refresh());
    ask(workspace?.semanticTokens?.refreshSupport, () => connection.sendRequest('workspace/semanticTokens/refresh'));
  };
}
