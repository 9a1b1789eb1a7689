/**
 * The command *Verify…*: explores one check or all of a model, with progress and a cancel button; also opens the
 * counterexample of a check.
 */
import * as vscode from 'vscode';
import type { RunQuestion } from '../../../language/src/view/run/run-summary.ts';
import { scenariosRequest, verifyProgressRequest, type CheckOutcome } from '../../../server/src/protocol/protocol.ts';
import { stayOption } from '../page/staying-picks.ts';
import type { Ask } from '../server/server-link.ts';
import type { CheckResults } from './check-results.ts';
import type { ScenarioTests } from './scenario-tests.ts';
import { extentText, verdictTitle } from './verdict-words.ts';
import { showInformationMessage, showWarningMessage, withNotice } from '../notices/notices.ts';

/** The parts of the extension that the command needs. */
export interface VerifyParts {
  readonly ask: Ask;
  readonly tests: ScenarioTests;
  readonly results: CheckResults;
}

/** Milliseconds between two requests for the progress. */
const interval = 500;

/** Explores the check with this title, or those that the user picks. */
export async function verifyChecks(parts: VerifyParts, uri: vscode.Uri, title: string | undefined): Promise<void> {
  const checks = await checksOf(parts.ask, uri);
  const chosen = title === undefined ? await pickCheck(checks) : { titles: [title] };
  if (chosen === undefined) return;
  for (const each of chosen.titles) {
    if (!(await verifyOne(parts, uri, each))) break;
    if (chosen.titles.length === 1) await offerRun(parts.results.of(uri.toString(), each), uri, each);
  }
}

/** Returns the counterexample of a check, after exploring it if needed. Returns nothing if there is none. */
export async function brokenRun(
  parts: VerifyParts,
  uri: vscode.Uri,
  title: string | undefined,
): Promise<RunQuestion | undefined> {
  const chosen = title ?? (await pickOne(await checksOf(parts.ask, uri)));
  if (chosen === undefined) return undefined;
  const question = (): RunQuestion | undefined =>
    parts.results.of(uri.toString(), chosen)?.messages.find((message) => message.question !== undefined)?.question;
  if (question() === undefined) await verifyOne(parts, uri, chosen);
  const found = question();
  if (found === undefined) {
    void showInformationMessage(vscode.l10n.t('No known run breaks the check "{0}".', chosen));
  }
  return found;
}

/** Returns whether the check was fully explored. */
async function verifyOne({ ask, tests }: VerifyParts, uri: vscode.Uri, title: string): Promise<boolean> {
  return withNotice(vscode.l10n.t('Exploring "{0}"', title), async (report, token) => {
    const timer = setInterval(() => {
      ask(verifyProgressRequest, { uri: uri.toString(), title }).then(
        (message) => {
          if (message !== null) report(message);
        },
        () => undefined,
      );
    }, interval);
    try {
      await tests.verify(uri, title, token);
    } finally {
      clearInterval(timer);
    }
    return !token.isCancellationRequested;
  });
}

async function offerRun(outcome: CheckOutcome | undefined, uri: vscode.Uri, title: string): Promise<void> {
  if (outcome === undefined) return;
  const said = vscode.l10n.t('{0}: {1} ({2})', verdictTitle(outcome), title, extentText(outcome));
  if (outcome.verdict !== 'failed') {
    void showInformationMessage(said);
    return;
  }
  const show = vscode.l10n.t('Show Counterexample');
  const hasRun = outcome.messages.some(({ question }) => question !== undefined);
  const chosen = await showWarningMessage(said, ...(hasRun ? [show] : []));
  if (chosen === show)
    await vscode.commands.executeCommand('aftermath.showCounterexample', { uri: uri.toString(), title });
}

async function checksOf(ask: Ask, uri: vscode.Uri): Promise<readonly string[]> {
  await vscode.workspace.openTextDocument(uri);
  const list = await ask(scenariosRequest, { uri: uri.toString() });
  return (list?.ownChecks ?? []).map(({ title }) => title);
}

async function pickCheck(checks: readonly string[]): Promise<{ readonly titles: readonly string[] } | undefined> {
  if (checks.length <= 1)
    return pickOne(checks).then((title) => (title === undefined ? undefined : { titles: [title] }));
  const items = [
    { label: vscode.l10n.t('All checks'), alwaysShow: true, titles: checks },
    ...checks.map((label) => ({ label, titles: [label] })),
  ];
  return vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('Which check is explored?'),
    ...stayOption(),
  });
}

async function pickOne(checks: readonly string[]): Promise<string | undefined> {
  if (checks.length === 0) void showInformationMessage(vscode.l10n.t('The model has no check.'));
  if (checks.length <= 1) return checks[0];
  return vscode.window.showQuickPick(checks, {
    placeHolder: vscode.l10n.t('Which check is explored?'),
    ...stayOption(),
  });
}
