/**
 * The lens *Show* above every machine, unless disabled in the settings.
 */
import * as vscode from 'vscode';
import { machinesRequest } from '../../../server/src/protocol/machine-protocol.ts';
import { languageId } from '../files/model-document.ts';
import type { Ask } from '../server/server-link.ts';

const setting = 'aftermath.codeLens';

/** Offers the lenses; `changed` makes the editor request them again. */
export function offerMachineLenses(ask: Ask, changed: vscode.Event<void>): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { language: languageId },
    {
      onDidChangeCodeLenses: changed,
      provideCodeLenses: async (document, token) => {
        if (!vscode.workspace.getConfiguration(setting, document).get<boolean>('enable', true)) return [];
        const uri = document.uri.toString();
        const answer = await ask(machinesRequest, { uri });
        if (answer === null || token.isCancellationRequested) return [];
        return answer.machines
          .filter(({ span }) => vscode.Uri.parse(span.uri).toString() === uri)
          .map(({ name, span }) => {
            const range = new vscode.Range(span.start.line, 0, span.start.line, 0);
            const title = vscode.l10n.t('Show');
            const tooltip = vscode.l10n.t('Show the states of this machine');
            const command = 'aftermath.showMachine';
            return new vscode.CodeLens(range, { title, tooltip, command, arguments: [{ uri, machine: name }] });
          });
      },
    },
  );
}
