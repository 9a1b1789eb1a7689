/**
 * The command *Import…*: turns a file of another tool into a new, unsaved model; one that is dropped into a model
 * becomes part of it. Writes no file.
 */
import * as vscode from 'vscode';
import { importRequest } from '../../server/src/protocol/protocol.ts';
import type { Finding } from '../../language/src/model/finding.ts';
import { readBounded } from './files/file-requests.ts';
import { languageId, openNewModel, titleOf } from './files/model-document.ts';
import type { Ask } from './server/server-link.ts';

/** Runs the command for the file of the argument, or one that the user chooses. */
export async function importModel(ask: Ask, log: vscode.LogOutputChannel, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : await chooseFile();
  if (uri === undefined) return;
  const answer = await importedFrom(uri, ask, log);
  if (answer === undefined) return;
  await openNewModel(answer.text);
  if (answer.findings.length > 0) await tellWarnings(log, titleOf(uri), answer.findings.length);
}

/** Returns the model of a file in another format; says why if there is none. With `isOther` it may be any file. */
async function importedFrom(
  uri: vscode.Uri,
  ask: Ask,
  log: vscode.LogOutputChannel,
  { isOther = false }: { readonly isOther?: boolean } = {},
): Promise<{ readonly text: string; readonly findings: readonly Finding[] } | undefined> {
  const content = await readText(uri, log);
  if (content === undefined) return undefined;
  const { text, findings } = await ask(importRequest, { format: 'auto', text: content, uri: uri.toString() });
  for (const finding of findings) log.info(`${titleOf(uri)}:${lineOf(finding)}: ${finding.message}`);
  const error = findings.find((finding) => finding.severity === 'error');
  if (text !== undefined && error === undefined) return { text, findings };
  if (!isOther || error?.code !== 'import/unknown-format') void tellError(uri, error);
  return undefined;
}

/** Makes a model out of a file that is dropped into one: it is added at the end, so that no declaration is split. */
export function importDropped(ask: Ask, log: vscode.LogOutputChannel): vscode.Disposable {
  const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('aftermath', 'import');
  const provideDocumentDropEdits: vscode.DocumentDropEditProvider['provideDocumentDropEdits'] = async (
    document,
    _position,
    dropped,
    token,
  ) => {
    const [line = ''] = ((await dropped.get(uriList)?.asString()) ?? '').split(/\r?\n/u);
    const file = line === '' ? undefined : vscode.Uri.parse(line);
    if (file === undefined || token.isCancellationRequested || file.path.endsWith('.aft')) return undefined;
    const imported = await importedFrom(file, ask, log, { isOther: true });
    if (imported === undefined) return undefined;
    const edit = new vscode.DocumentDropEdit('', vscode.l10n.t('Import as Aftermath Model'), kind);
    edit.additionalEdit = new vscode.WorkspaceEdit();
    const end = document.lineAt(document.lineCount - 1).range.end;
    edit.additionalEdit.insert(document.uri, end, `${document.getText().trim() === '' ? '' : '\n'}${imported.text}`);
    return edit;
  };
  return vscode.languages.registerDocumentDropEditProvider(
    { language: languageId },
    { provideDocumentDropEdits },
    { providedDropEditKinds: [kind], dropMimeTypes: [uriList] },
  );
}

const uriList = 'text/uri-list';

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
