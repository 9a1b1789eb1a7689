/**
 * The commands about the system that a model was imported from: *Import into Files, to Refresh Later…*, *Import from the
 * Live Cluster…* and *Import Again* write the generated file, *Compare with the Running System…* tells in Problems what
 * has drifted.
 */
import * as vscode from 'vscode';
import { append } from '../../language/src/model/common/append.ts';
import type { SystemFile } from '../../server/src/protocol/system-file.ts';
import { driftRequest, type DriftLine, importedHowRequest } from '../../server/src/protocol/system-protocol.ts';
import { pathFrom, readSources } from './files/read-sources.ts';
import { activeModel, titleOf } from './files/model-document.ts';
import { generatedBeside, readImported, writeImportFiles } from './import-writing.ts';
import { importLive, liveTitle } from './live-import.ts';
import { setContextKey } from './page/context-keys.ts';
import { untilCancelled, type LongWork } from './page/progress.ts';
import type { Ask } from './server/server-link.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from './notices/notices.ts';

const source = 'aftermath';

/** The commands, and the differences in Problems. */
export interface SystemCommands extends vscode.Disposable {
  readonly commands: readonly (readonly [string, (argument: unknown) => Promise<void> | void])[];
}

/** Makes the commands. */
export function createSystemCommands(ask: Ask): SystemCommands {
  const problems = vscode.languages.createDiagnosticCollection(source);
  return {
    commands: [
      ['importFiles', () => importIntoFiles(ask)],
      ['importLive', () => importLive(ask)],
      ['importAgain', (argument) => importAgain(ask, argument)],
      ['compareWithSystem', (argument) => compare(ask, problems, argument)],
      [
        'clearComparison',
        () => {
          show(problems, []);
        },
      ],
    ],
    dispose: () => {
      problems.dispose();
    },
  };
}

const modelOf = (argument: unknown): vscode.Uri | undefined =>
  argument instanceof vscode.Uri ? argument : activeModel();

async function importIntoFiles(ask: Ask): Promise<void> {
  const chosen = await chooseFiles(vscode.l10n.t('Import files of another tool'), vscode.l10n.t('Import'));
  const [first] = chosen ?? [];
  if (chosen === undefined || first === undefined) return;
  const own = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(first, '..', `${titleOf(first).replace(/\.[^.]*$/u, '')}.aft`),
    filters: { Aftermath: ['aft'] },
    title: vscode.l10n.t('Save the model that imports them'),
  });
  if (own === undefined) return;
  const generated = generatedBeside(own);
  const sources = chosen.map((uri) => pathFrom(vscode.Uri.joinPath(generated, '..'), uri));
  await writeImportFiles(ask, { generated, format: 'auto', sources });
}

async function importAgain(ask: Ask, argument: unknown): Promise<void> {
  const uri = modelOf(argument);
  if (uri === undefined) return;
  const how = await ask(importedHowRequest, { uri: uri.toString() });
  if ('refusal' in how) void showErrorMessage(how.refusal);
  else await writeImportFiles(ask, { ...how, generated: vscode.Uri.parse(how.generated, true) });
}

/** The system to compare with: as it was imported, or files that the user chooses; undefined if the user cancels. */
async function systemOf(ask: Ask, uri: vscode.Uri): Promise<ReadSystem | undefined> {
  const how = await ask(importedHowRequest, { uri: uri.toString() });
  const other = vscode.l10n.t('Choose Files…');
  if (!('refusal' in how)) {
    const generated = vscode.Uri.parse(how.generated, true);
    const same = how.live === undefined ? how.sources.join(', ') : liveTitle(how.live);
    const rows = [{ label: vscode.l10n.t('What Was Imported, as It Is Now'), description: same }, { label: other }];
    const title = vscode.l10n.t('Compare {0} with the running system', titleOf(uri));
    const chosen = await vscode.window.showQuickPick(rows, { title, placeHolder: title });
    if (chosen === undefined) return undefined;
    if (chosen.label !== other) return (signal, report) => readImported(ask, { ...how, generated }, { signal, report });
  }
  const chosen = await chooseFiles(
    vscode.l10n.t('Choose what the running system says of itself'),
    vscode.l10n.t('Compare'),
  );
  return chosen && ((signal) => readSources(vscode.Uri.joinPath(uri, '..'), chosen, { signal }));
}

type ReadSystem = LongWork<SystemFile[] | undefined>;

async function compare(ask: Ask, problems: vscode.DiagnosticCollection, argument: unknown): Promise<void> {
  const uri = modelOf(argument);
  if (uri === undefined) return;
  const read = await systemOf(ask, uri);
  if (read === undefined) return;
  const title = vscode.l10n.t('Comparing {0} with the running system', titleOf(uri));
  const answer = await untilCancelled(title, async (signal, report) => {
    const files = await read(signal, report);
    return files && ask(driftRequest, { uri: uri.toString(), files }, signal);
  });
  if (answer === undefined) return;
  if ('refusal' in answer) {
    void showErrorMessage(answer.refusal);
    return;
  }
  const { drifts, answers } = answer;
  show(problems, drifts);
  if (drifts.length === 0) {
    void showInformationMessage(vscode.l10n.t('{0} agrees with the system.', titleOf(uri)));
    return;
  }
  const [showAnswers, clear] = [vscode.l10n.t('Show Answers'), vscode.l10n.t('Clear')];
  const message = vscode.l10n.t(
    'The system differs from {0} in {1} places, and {2} answers change.',
    titleOf(uri),
    drifts.length,
    answers.length,
  );
  const next = await showWarningMessage(message, showAnswers, clear);
  if (next === clear) show(problems, []);
  if (next === showAnswers) await showTexts(titleOf(uri), drifts, answers);
}

function show(problems: vscode.DiagnosticCollection, drifts: readonly DriftLine[]): void {
  problems.clear();
  const byFile = new Map<string, vscode.Diagnostic[]>();
  for (const { text, span, now, nowSpan } of drifts) {
    const message = now === undefined ? text : `${text} (${now})`;
    const { start, end } = span;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
    diagnostic.source = source;
    if (nowSpan !== undefined) {
      const at = new vscode.Position(nowSpan.start.line, nowSpan.start.character);
      const place = new vscode.Location(vscode.Uri.parse(nowSpan.uri, true), at);
      diagnostic.relatedInformation = [new vscode.DiagnosticRelatedInformation(place, now ?? text)];
    }
    append(byFile, span.uri, diagnostic);
  }
  for (const [uri, list] of byFile) problems.set(vscode.Uri.parse(uri, true), list);
  setContextKey('hasComparison', byFile.size > 0);
}

async function showTexts(title: string, drifts: readonly DriftLine[], answers: readonly string[]): Promise<void> {
  const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
  const content = [
    `# ${vscode.l10n.t('How the system differs from {0}', title)}`,
    list(drifts.map(({ text, now }) => (now === undefined ? text : `${text} (${now})`))),
    `## ${vscode.l10n.t('Answers that change')}`,
    answers.length === 0 ? vscode.l10n.t('None.') : list(answers),
    '',
  ].join('\n\n');
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }));
}

const chooseFiles = (title: string, openLabel: string): Thenable<vscode.Uri[] | undefined> =>
  vscode.window.showOpenDialog({ title, openLabel, canSelectMany: true });
