/**
 * The extension in a Node host: the language server is a process of its own.
 */
import './in-language.ts';
import * as vscode from 'vscode';
import { offerAssistants } from './assistants/assistants.ts';
import { type ExtensionExports, startExtension } from './extension.ts';
import { languageId } from './files/model-document.ts';
import { serverArguments } from '../../server/src/protocol/server-arguments.ts';
import { translationsVariable } from '../../server/src/protocol/translations.ts';
import { registerSaveReport } from './report/save-report.ts';

export { deactivate } from './extension.ts';

/** Called by VS Code when a model or a Markdown preview is opened, or a command is run. */
export function activate(context: vscode.ExtensionContext): ExtensionExports {
  offerAssistants(context);
  context.subscriptions.push(registerSaveReport(context));
  return startExtension(context, async (options) => {
    const { LanguageClient, TransportKind } = await import('vscode-languageclient/node');
    const translations = vscode.l10n.uri?.fsPath;
    const host = { env: translations === undefined ? {} : { [translationsVariable]: translations } };
    const execArgv = [...serverArguments];
    const run = {
      module: context.asAbsolutePath('dist/server.cjs'),
      transport: TransportKind.ipc,
      options: { ...host, execArgv },
    };
    const debug = { ...run, options: { ...host, execArgv: [...execArgv, '--nolazy', '--inspect=6009'] } };
    return new LanguageClient(languageId, 'Aftermath', { run, debug }, options);
  });
}
