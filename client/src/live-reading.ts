/**
 * Reads a running cluster through the language server, and says how far it is. Changes nothing in the cluster.
 */
import * as vscode from 'vscode';
import {
  clusterProgressRequest,
  type ClusterText,
  type ClusterSource,
  readClusterRequest,
} from '../../server/src/protocol/cluster-protocol.ts';
import type { SystemFile } from '../../server/src/protocol/system-file.ts';
import { titleOf } from './files/model-document.ts';
import type { Ask } from './server/server-link.ts';
import { showErrorMessage, showWarningMessage } from './notices/notices.ts';

/** Milliseconds between two requests for the progress. */
const interval = 500;

/** Returns what a cluster says of itself; tells why and returns undefined if it cannot be read. */
export async function readLiveCluster(
  ask: Ask,
  source: ClusterSource,
  { signal, report }: { readonly signal: AbortSignal; readonly report: (message: string) => void },
): Promise<ClusterText | undefined> {
  const timer = setInterval(() => {
    ask(clusterProgressRequest, null).then(
      (objects) => {
        report(vscode.l10n.t('{0} objects read', objects));
      },
      () => undefined,
    );
  }, interval);
  const read = await ask(readClusterRequest, { source }, signal).finally(() => {
    clearInterval(timer);
  });
  if ('refusal' in read) {
    void showErrorMessage(read.refusal);
    return undefined;
  }
  const { forbidden } = read;
  if (forbidden.length > 0) {
    const message = vscode.l10n.t('Not allowed to read, and left out: {0}', forbidden.join(', '));
    void showWarningMessage(message);
  }
  return read;
}

/** Returns what was read as a file beside the generated one, to which reasons lead. */
export function clusterFile(generated: vscode.Uri, text: string): SystemFile {
  const name = titleOf(generated).replace(/\.import\.aft$/u, '.live.json');
  return { name, uri: vscode.Uri.joinPath(generated, '..', name).toString(), text };
}
