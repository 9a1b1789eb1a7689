/**
 * The command *Import as New Model…*: turns files of another tool into a new, unsaved model; what is dropped into a model
 * becomes part of it. Writes no file.
 */
import * as vscode from 'vscode';
import { importRequest } from '../../server/src/protocol/protocol.ts';
import type { Finding } from '../../language/src/model/finding.ts';
import { languageId, openNewModel, titleOf } from './files/model-document.ts';
import { readSources } from './files/read-sources.ts';
import { untilCancelled } from './page/progress.ts';
import type { Ask } from './server/server-link.ts';
import { showErrorMessage, showInformationMessage } from './notices/notices.ts';

/**
 * Runs the command for files and folders: those that are selected in the Explorer or dropped, the one of the argument,
 * or those that the user chooses. All of them become one model.
 */
export async function runImport(
  ask: Ask,
  log: vscode.LogOutputChannel,
  argument: unknown,
  selected?: unknown,
): Promise<void> {
  const given = Array.isArray(selected) ? selected.filter((each) => each instanceof vscode.Uri) : [];
  const own = argument instanceof vscode.Uri ? [argument] : await chooseFiles();
  const uris = given.length > 0 ? given : own;
  const [first] = uris;
  if (first === undefined) return;
  const answer = await importedFrom(uris, ask, log);
  if (answer === undefined) return;
  await openNewModel(answer.text);
  if (answer.findings.length > 0) await tellWarnings(log, titleOf(first), answer.findings.length);
}

/** Returns the model of files in another format; says why if there is none. With `isOther` they may be any files. */
async function importedFrom(
  uris: readonly vscode.Uri[],
  ask: Ask,
  log: vscode.LogOutputChannel,
  { isOther = false, token }: { readonly isOther?: boolean; readonly token?: vscode.CancellationToken } = {},
): Promise<{ readonly text: string; readonly findings: readonly Finding[] } | undefined> {
  const [first] = uris;
  if (first === undefined) return undefined;
  const title = vscode.l10n.t('Importing {0}', titleOf(first));
  const work = async (signal: AbortSignal) => {
    const files = await readSources(vscode.Uri.joinPath(first, '..'), uris, { log, signal });
    return files && ask(importRequest, { format: 'auto', files, uri: first.toString() }, signal);
  };
  const answer = await untilCancelled(title, work, token);
  if (answer === undefined) return undefined;
  const { text, findings } = answer;
  for (const finding of findings) log.info(`${titleOf(fileOf(finding))}:${lineOf(finding)}: ${finding.message}`);
  const error = findings.find((finding) => finding.severity === 'error');
  if (text !== undefined && error === undefined) return { text, findings };
  if (!isOther || error?.code !== 'import/unknown-format') void tellError(first, error);
  return undefined;
}

const fileOf = ({ span }: Finding): vscode.Uri => vscode.Uri.parse(span.uri, true);

/** Makes a model out of files that are dropped into one: it is added at the end, so that no declaration is split. */
export function importDropped(ask: Ask, log: vscode.LogOutputChannel): vscode.Disposable {
  const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('aftermath', 'import');
  const provideDocumentDropEdits: vscode.DocumentDropEditProvider['provideDocumentDropEdits'] = async (
    document,
    _position,
    dropped,
    token,
  ) => {
    const files = urisIn((await dropped.get(uriList)?.asString()) ?? '');
    const isModel = files.some(({ path }) => path.endsWith('.aft'));
    if (files.length === 0 || token.isCancellationRequested || isModel) return undefined;
    const imported = await importedFrom(files, ask, log, { isOther: true, token });
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

/** Returns the files and folders of a text that is dropped. */
const urisIn = (list: string): readonly vscode.Uri[] =>
  list.split(/\r?\n/u).flatMap((line) => (line === '' || line.startsWith('#') ? [] : [vscode.Uri.parse(line)]));

async function chooseFiles(): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Import files or a folder of another tool'),
    openLabel: vscode.l10n.t('Import'),
    canSelectMany: true,
    canSelectFiles: true,
    // Dialogs of Windows and Linux show either files or folders; the Explorer has both.
    canSelectFolders: false,
  });
  return chosen ?? [];
}

async function tellError(uri: vscode.Uri, error: Finding | undefined): Promise<void> {
  const file = error === undefined ? uri : fileOf(error);
  const name = titleOf(file);
  const message =
    error === undefined
      ? vscode.l10n.t('{0} cannot be imported.', name)
      : vscode.l10n.t('{0}, line {1}: {2}', name, lineOf(error), error.message);
  const openFile = vscode.l10n.t('Open File');
  const chosen = await showErrorMessage(message, openFile);
  if (chosen !== openFile) return;
  const line = error?.span.start.line ?? 0;
  await vscode.window.showTextDocument(file, { selection: new vscode.Range(line, 0, line, 0) });
}

async function tellWarnings(log: vscode.LogOutputChannel, name: string, count: number): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const message =
    count === 1
      ? vscode.l10n.t('{0} was imported with one finding.', name)
      : vscode.l10n.t('{0} was imported with {1} findings.', name, count);
  if ((await showInformationMessage(message, showLog)) === showLog) log.show();
}

const lineOf = (finding: Finding): string => (finding.span.start.line + 1).toString();
