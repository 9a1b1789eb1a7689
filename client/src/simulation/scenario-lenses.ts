/**
 * *Run*, *Debug* and *Show* over every scenario in the text, unless a setting says otherwise.
 */
import * as vscode from 'vscode';
import { scenariosRequest } from '../../../server/src/protocol.ts';
import { languageId } from '../model-document.ts';
import type { Ask } from '../server-link.ts';

export interface ScenarioLenses {
  /** Has the editor ask again. */
  readonly modelChanged: () => void;
  readonly dispose: () => void;
}

const setting = 'aftermath.codeLens';

/** Offers the lenses. */
export function createScenarioLenses(ask: Ask): ScenarioLenses {
  const changed = new vscode.EventEmitter<void>();
  const provider = vscode.languages.registerCodeLensProvider(
    { language: languageId },
    {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document, token) => {
        const settings = vscode.workspace.getConfiguration(setting, document);
        if (!settings.get<boolean>('enable', true) || !settings.get<boolean>('runScenario', true)) return [];
        const uri = document.uri.toString();
        const list = await ask(scenariosRequest, { uri });
        if (list === null || token.isCancellationRequested) return [];
        return list.scenarios.flatMap(({ title, span }) => {
          const range = new vscode.Range(span.start.line, 0, span.start.line, 0);
          const lens = (name: string, command: string, tooltip: string): vscode.CodeLens =>
            new vscode.CodeLens(range, { title: name, command, tooltip, arguments: [{ uri, title }] });
          return [
            lens(vscode.l10n.t('Run'), 'aftermath.runScenario', vscode.l10n.t('Run this scenario as a test')),
            lens(vscode.l10n.t('Debug'), 'aftermath.debugScenario', vscode.l10n.t('Debug this scenario')),
            lens(vscode.l10n.t('Show'), 'aftermath.showScenario', vscode.l10n.t('Show the steps of this scenario')),
          ];
        });
      },
    },
  );
  const settings = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(setting)) changed.fire();
  });
  return {
    modelChanged: () => {
      changed.fire();
    },
    dispose: () => {
      provider.dispose();
      settings.dispose();
      changed.dispose();
    },
  };
}
