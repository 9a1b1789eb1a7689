/**
 * The command *Import…*: turns a dump of a real system into a new, unsaved model. Writes no file.
 */
import * as vscode from 'vscode';
import { importRequest } from '../../server/src/protocol/protocol.ts';
import type { Finding } from '../../language/src/model/finding.ts';
import { readBounded } from './files/file-requests.ts';
import { openNewModel, titleOf } from './files/model-document.ts';
import type { Ask } from './server/server-link.ts';

/** Runs the command for the file of the argument, or one that the user chooses. */
export async function importModel(ask: Ask, log: vscode.LogOutputChannel, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : await chooseFile();
  if (uri === undefined) return;
  const text = await readText(uri, log);
  if (text === undefined) return;
  const answer = await ask(importRequest, { format: 'auto', text, uri: uri.toString() });
  for (const finding of answer.findings) log.info(`${titleOf(uri)}:${lineOf(finding)}: ${finding.message}`);
  const error = answer.findings.find((finding) => finding.severity === 'error');
  if (answer.text === undefined || error !== undefined) {
    await tellError(uri, error);
    return;
  }
  await openNewModel(answer.text);
  if (answer.findings.length > 0) await tellWarnings(log, titleOf(uri), answer.findings.length);
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Import a file of another tool'),
    openLabel: vscode.l10n.t('Import'),
  });
  return chosen?.[0];
}

async function readText(uri: vscode.Uri, log: vscode.LogOutputChannel): Promise<string | undefined> {
  try {
    return await readBounded(uri);
  } catch (error) {
    log.error(`${uri.toString()} cannot be read.`, error);
    void vscode.window.showErrorMessage(vscode.l10n.t('{0} cannot be read.', titleOf(uri)));
    return undefined;
  }
}

async function tellError(uri: vscode.Uri, error: Finding | undefined): Promise<void> {
  const name = titleOf(uri);
  const message =
    error === undefined
      ? vscode.l10n.t('{0} cannot be imported.', name)
      : vscode.l10n.t('{0}, line {1}: {2}', name, lineOf(error), error.message);
  const openFile = vscode.l10n.t('Open File');
  const chosen = await vscode.window.showErrorMessage(message, openFile);
  if (chosen !== openFile) return;
  const line = error?.span.start.line ?? 0;
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(line, 0, line, 0) });
}

async function tellWarnings(log: vscode.LogOutputChannel, name: string, count: number): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const message =
    count === 1
      ? vscode.l10n.t('{0} was imported with one finding.', name)
      : vscode.l10n.t('{0} was imported with {1} findings.', name, count);
  if ((await vscode.window.showInformationMessage(message, showLog)) === showLog) log.show();
}

const lineOf = (finding: Finding): string => (finding.span.start.line + 1).toString();
