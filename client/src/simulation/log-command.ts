/**
 * The command *Compare with a Log…*: finds the mapping of the chosen logs, compares them with a model, and shows the run
 * that explains them; without a mapping it offers a draft.
 */
import * as vscode from 'vscode';
import { compareLogRequest, type ComparedLog, type NamedText } from '../../../server/src/protocol/log-protocol.ts';
import type { RunQuestion } from '../../../language/src/view/run/run-summary.ts';
import type { Ask } from '../server/server-link.ts';
import { errorMessage } from '../../../language/src/model/common/error-message.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage, withNotice } from '../notices/notices.ts';

/** The parts of the extension that the command needs. */
export interface LogCommandParts {
  readonly ask: Ask;
  /** The folder for runs that explain logs. */
  readonly storage: vscode.Uri;
}

const mappingName = '.aftermath-log.json';

/** Compares logs with a model; returns the run to show, if there is one. */
export async function compareWithLog(
  { ask, storage }: LogCommandParts,
  uri: vscode.Uri,
  file: string | undefined,
): Promise<RunQuestion | undefined> {
  const title = vscode.l10n.t('Compare with a log');
  const chosen =
    file === undefined
      ? await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t('Compare'), canSelectMany: true })
      : [vscode.Uri.parse(file, true)];
  const [first] = chosen ?? [];
  if (chosen === undefined || first === undefined) return undefined;
  await vscode.workspace.openTextDocument(uri);
  const logs = await Promise.all(chosen.map(readNamed));
  const mapping = await nearestMapping(first);
  const answer = await withNotice(title, async (_, token) => {
    const stopping = new AbortController();
    token.onCancellationRequested(() => {
      stopping.abort();
    });
    try {
      const parameters = { uri: uri.toString(), logs, ...(mapping !== undefined && { mapping }) };
      return await ask(compareLogRequest, parameters, stopping.signal);
    } catch (error) {
      return stopping.signal.aborted ? undefined : { refusal: errorMessage(error) };
    }
  });
  if (answer === undefined) return undefined;
  if ('refusal' in answer) {
    void showErrorMessage(answer.refusal);
    return undefined;
  }
  if ('draft' in answer) {
    await offerDraft(answer.draft);
    return undefined;
  }
  return tell(answer, chosen, storage);
}

/** Says how the log compares, and writes the run that explains it where the page can read it. */
async function tell(
  { verdict, sentences, misfit, trace }: ComparedLog,
  logs: readonly vscode.Uri[],
  storage: vscode.Uri,
): Promise<RunQuestion | undefined> {
  const text = sentences.join(' ');
  const log = misfit === undefined ? undefined : logs.find((each) => each.toString() === misfit.file);
  if (verdict === 'fits') void showInformationMessage(text);
  else {
    const show = vscode.l10n.t('Show Line');
    void showWarningMessage(text, ...(log === undefined ? [] : [show])).then(async (pressed) => {
      if (pressed !== show || log === undefined || misfit === undefined) return;
      const at = new vscode.Position(misfit.line - 1, 0);
      await vscode.window.showTextDocument(log, { selection: new vscode.Range(at, at) });
    });
  }
  const [first] = logs;
  if (trace === undefined || first === undefined) return undefined;
  const name = first.path.slice(first.path.lastIndexOf('/') + 1);
  const target = vscode.Uri.joinPath(storage, 'logs', `${name}.trace.json`);
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(trace));
  return { kind: 'trace', file: target.toString() };
}

async function offerDraft(draft: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'json', content: draft });
  await vscode.window.showTextDocument(document);
  void showInformationMessage(
    vscode.l10n.t(
      'There is no {0} for this log. Here is a draft: save it beside the log, and compare again.',
      mappingName,
    ),
  );
}

/** Returns the mapping in the folder of a log, or the nearest above it. */
async function nearestMapping(log: vscode.Uri): Promise<NamedText | undefined> {
  for (let folder = vscode.Uri.joinPath(log, '..'); ; folder = vscode.Uri.joinPath(folder, '..')) {
    const file = vscode.Uri.joinPath(folder, mappingName);
    const read = await readNamed(file).catch(() => undefined);
    if (read !== undefined || folder.path === '/' || folder.path === '') return read;
  }
}

async function readNamed(file: vscode.Uri): Promise<NamedText> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  return { name: file.toString(), text };
}
