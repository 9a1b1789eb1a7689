/** The command *Save Report…*: writes a model and what follows from it into one page that any browser shows. */
import * as vscode from 'vscode';
import { activeModel, titleOf } from '../files/model-document.ts';
import { setContextKey } from '../page/context-keys.ts';
import { untilCancelled } from '../page/progress.ts';
import { textField } from '../page/text-field.ts';
import { writeReportFile } from './report-file.ts';
import { showErrorMessage, showInformationMessage } from '../notices/notices.ts';

/** Registers the command, which only a host that runs programs has. */
export function registerSaveReport(context: vscode.ExtensionContext): vscode.Disposable {
  setContextKey('runsPrograms', true);
  return vscode.commands.registerCommand('aftermath.saveReport', (argument: unknown) =>
    saveReport(context.asAbsolutePath('dist/aftermath.cjs'), argument),
  );
}

async function saveReport(program: string, argument: unknown): Promise<void> {
  const [given, file] = [textField(argument, 'uri'), textField(argument, 'file')];
  const uri = given === undefined ? activeModel() : vscode.Uri.parse(given, true);
  if (uri === undefined) {
    void showInformationMessage(vscode.l10n.t('Open a model first: the report covers it.'));
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  if (uri.scheme !== 'file' || (document.isDirty && !(await document.save()))) {
    void showErrorMessage(vscode.l10n.t('Save the model first: the report is made from files.'));
    return;
  }
  const target = file === undefined ? await chooseTarget(uri) : vscode.Uri.parse(file, true);
  if (target === undefined) return;
  const refusal = await untilCancelled(vscode.l10n.t('Writing the report of {0}', titleOf(uri)), async (signal) => ({
    why: await writeReportFile({ program, model: uri.fsPath, target: target.fsPath, signal }),
  }));
  if (refusal === undefined) return;
  if (refusal.why !== undefined) {
    void showErrorMessage(refusal.why);
    return;
  }
  const open = vscode.l10n.t('Open in Browser');
  const message = vscode.l10n.t('The report of {0} is saved.', titleOf(uri));
  if ((await showInformationMessage(message, open)) === open) await vscode.env.openExternal(target);
}

const chooseTarget = (uri: vscode.Uri): Thenable<vscode.Uri | undefined> =>
  vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save the report'),
    filters: { HTML: ['html'] },
    defaultUri: uri.with({ path: `${uri.path.replace(/\.aft$/u, '')}.html` }),
  });
