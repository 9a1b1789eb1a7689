/** Finds the check whose explored states are shown: the named one, the only one, or the one that the user picks. */
import * as vscode from 'vscode';
import { scenariosRequest } from '../../../server/src/protocol/protocol.ts';
import type { MachineSubject } from '../../webview/machine/messages.ts';
import { activeModel, titleOf } from '../files/model-document.ts';
import { stayOption } from '../page/staying-picks.ts';
import type { Ask } from '../server/server-link.ts';
import { runArgumentsOf } from '../trace/run-arguments.ts';
import { showInformationMessage } from '../notices/notices.ts';

/** Returns the check, with its model. */
export async function checkOf(
  { ask, otherDocument }: { readonly ask: Ask; readonly otherDocument: () => vscode.Uri | undefined },
  argument: unknown,
  shown: MachineSubject | undefined,
): Promise<MachineSubject | undefined> {
  const given = argument instanceof vscode.Uri ? { uri: argument.toString() } : runArgumentsOf(argument);
  const before = shown === undefined ? otherDocument() : vscode.Uri.parse(shown.uri, true);
  const uri = given.uri === undefined ? (activeModel() ?? before) : vscode.Uri.parse(given.uri, true);
  if (uri === undefined) {
    void showInformationMessage(vscode.l10n.t('Open a model first: the states of its checks are shown.'));
    return undefined;
  }
  const title = given.title ?? (await pickCheck(ask, uri));
  return title === undefined ? undefined : { uri: uri.toString(), title: titleOf(uri), machine: title, isCheck: true };
}

async function pickCheck(ask: Ask, uri: vscode.Uri): Promise<string | undefined> {
  await vscode.workspace.openTextDocument(uri);
  const list = await ask(scenariosRequest, { uri: uri.toString() });
  const checks = (list?.ownChecks ?? []).map(({ title }) => title);
  if (checks.length === 0) void showInformationMessage(vscode.l10n.t('The model has no check.'));
  if (checks.length <= 1) return checks[0];
  const placeHolder = vscode.l10n.t('The states of which check?');
  return vscode.window.showQuickPick(checks, { placeHolder, ...stayOption() });
}
