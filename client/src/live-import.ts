/**
 * The command *Import from the Live Cluster…*: asks for a context and namespaces, reads the cluster, and writes the two
 * files of an import. Changes nothing in the cluster.
 */
import * as vscode from 'vscode';
import {
  type ClusterContext,
  clusterContextsRequest,
  clusterNamespacesRequest,
  type ClusterSource,
} from '../../server/src/protocol/cluster-protocol.ts';
import { generatedBeside, writeImportFiles } from './import-writing.ts';
import { pickSome } from './page/pick.ts';
import { untilCancelled } from './page/progress.ts';
import type { Ask } from './server/server-link.ts';
import { showErrorMessage } from './notices/notices.ts';

/** Runs the command. */
export async function importLive(ask: Ask): Promise<void> {
  const chosen = await chooseCluster(ask, undefined);
  if (chosen === undefined) return;
  const live = await withNamespaces(ask, chosen);
  if (live === undefined) return;
  const name = (live.context ?? 'cluster').replace(/[^\w.-]+/gu, '-');
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const own = await vscode.window.showSaveDialog({
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder.uri, `${name}.aft`) }),
    filters: { Aftermath: ['aft'] },
    title: vscode.l10n.t('Save the model that imports the cluster'),
  });
  if (own !== undefined)
    await writeImportFiles(ask, { generated: generatedBeside(own), format: 'kubernetes', sources: [], live });
}

/** Returns the name of a cluster for people. */
export const liveTitle = ({ context, server, namespaces }: ClusterSource): string =>
  [context ?? server ?? vscode.l10n.t('the current context'), ...(namespaces ?? [])].join(', ');

interface Row extends vscode.QuickPickItem {
  readonly source?: ClusterSource;
  readonly other?: 'kubeconfig' | 'server';
}

/** Lets the user choose a context, another kubeconfig, or the address of a server. */
async function chooseCluster(ask: Ask, kubeconfig: string | undefined): Promise<ClusterSource | undefined> {
  const own = kubeconfig === undefined ? {} : { kubeconfig };
  const contexts = await ask(clusterContextsRequest, { source: own });
  const refusal = 'refusal' in contexts ? contexts.refusal : undefined;
  const rows: Row[] = [
    ...('refusal' in contexts ? [] : contexts.map((each) => rowOf(each, own))),
    { label: vscode.l10n.t('Choose Another Kubeconfig…'), iconPath: new vscode.ThemeIcon('folder-opened'), other: 'kubeconfig' }, // oxfmt-ignore
    { label: vscode.l10n.t('Enter the Address of a Server…'), iconPath: new vscode.ThemeIcon('globe'), other: 'server', detail: vscode.l10n.t('One that needs no login, such as that of kubectl proxy') }, // oxfmt-ignore
  ];
  const title = vscode.l10n.t('Import from the live cluster');
  const placeHolder = refusal ?? vscode.l10n.t('Choose a context. The cluster is only read.');
  const row = await vscode.window.showQuickPick(rows, { title, placeHolder, matchOnDescription: true });
  if (row?.other === 'kubeconfig') {
    const [file] = (await vscode.window.showOpenDialog({ title: vscode.l10n.t('Choose a kubeconfig') })) ?? [];
    return file && chooseCluster(ask, file.fsPath);
  }
  if (row?.other === 'server') {
    const prompt = vscode.l10n.t('The address of the API server');
    const server = await vscode.window.showInputBox({ title, prompt, value: 'http://127.0.0.1:8001' });
    return server === undefined || server === '' ? undefined : { server };
  }
  return row?.source;
}

function rowOf({ name, cluster, namespace, isCurrent }: ClusterContext, own: ClusterSource): Row {
  const details = [isCurrent ? vscode.l10n.t('current') : '', cluster, namespace ?? ''];
  return {
    label: name,
    description: details.filter((each) => each !== '').join(' · '),
    source: { ...own, context: name },
  };
}

/** Lets the user choose namespaces; undefined if the cluster cannot be reached, which it tells, or the user cancels. */
async function withNamespaces(ask: Ask, source: ClusterSource): Promise<ClusterSource | undefined> {
  const asking = vscode.l10n.t('Asking {0} for its namespaces', liveTitle(source));
  const names = await untilCancelled(asking, (signal) => ask(clusterNamespacesRequest, { source }, signal));
  if (names === undefined) return undefined;
  const title = vscode.l10n.t('Namespaces to import');
  if (names === null) {
    const prompt = vscode.l10n.t('You may not list the namespaces. Write their names, separated by commas.');
    const given = (await vscode.window.showInputBox({ title, prompt }))?.split(',').map((each) => each.trim());
    const namespaces = given?.filter((each) => each !== '');
    return namespaces === undefined || namespaces.length === 0 ? undefined : { ...source, namespaces };
  }
  if ('refusal' in names) {
    void showErrorMessage(names.refusal);
    return undefined;
  }
  const all = vscode.l10n.t('All Namespaces');
  const choices = [all, ...names].map((name) => ({ name, detail: '' }));
  const chosen = await pickSome(choices, title, vscode.l10n.t('Several Namespaces…'));
  if (chosen === undefined) return undefined;
  return chosen.includes(all) ? source : { ...source, namespaces: chosen };
}
