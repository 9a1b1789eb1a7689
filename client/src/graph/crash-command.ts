/**
 * The command *Simulate Crash…*: asks what crashes, one or several at once, and under which policy, unless given, and
 * shows the outcome in the graph.
 */
import * as vscode from 'vscode';
import { crashChoicesRequest } from '../../../server/src/protocol/protocol.ts';
import { crashQuestion } from '../../../language/src/view/report/question.ts';
import { crashArgumentsOf } from './crash-arguments.ts';
import type { GraphPanel } from './graph-panel.ts';
import { activeModel, titleOf } from '../files/model-document.ts';
import { setContextKey } from '../page/context-keys.ts';
import { pick, pickSome } from '../page/pick.ts';
import type { Ask } from '../server/server-link.ts';
import { showInformationMessage } from '../notices/notices.ts';

/** Runs the command with the arguments it was called with. */
export async function simulateCrash(ask: Ask, graph: GraphPanel, argument: unknown, selected?: unknown): Promise<void> {
  const given = crashArgumentsOf(argument, selected);
  const uri = given.uri === undefined ? (activeModel() ?? graph.document()) : vscode.Uri.parse(given.uri, true);
  if (uri === undefined) {
    void showInformationMessage(vscode.l10n.t('Open a model first: the crash is simulated in it.'));
    return;
  }
  const { pds, policies } = await ask(crashChoicesRequest, { uri: uri.toString() });
  if (pds.length === 0) {
    const message = vscode.l10n.t('{0} declares no protection domain that could crash.', titleOf(uri));
    void showInformationMessage(message);
    return;
  }
  const title = vscode.l10n.t('Which protection domain or node crashes?');
  const crashed = given.pds ?? (await pickSome(pds, title, vscode.l10n.t('Several at once…')));
  const [pd, ...also] = crashed ?? [];
  if (pd === undefined) return;
  const names = [pd, ...also].join(', ');
  const policy =
    given.policy ?? (await pick(policies, vscode.l10n.t('Under which cleanup policy does {0} crash?', names)));
  if (policy === undefined) return;
  await graph.showPlan(uri, crashQuestion(pd, policy, also));
  setContextKey('didSimulateCrash', true);
}
