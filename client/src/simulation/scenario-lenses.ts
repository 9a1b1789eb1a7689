/**
 * The lenses *Run*, *Debug* and *Show* above every scenario, and *Verify* with its result above every check, unless
 * disabled in the settings.
 */
import * as vscode from 'vscode';
import { scenariosRequest, type CheckOutcome, type ScenarioEntry } from '../../../server/src/protocol/protocol.ts';
import { languageId } from '../files/model-document.ts';
import type { Ask } from '../server/server-link.ts';
import type { CheckResults } from './check-results.ts';
import { extentText, verdictTitle } from './verdict-words.ts';

/** The lenses above scenarios and checks. */
export interface ScenarioLenses {
  /** Makes the editor request the lenses again. */
  readonly modelChanged: () => void;
  readonly dispose: () => void;
}

const setting = 'aftermath.codeLens';

/** Offers the lenses. */
export function createScenarioLenses(ask: Ask, results: CheckResults): ScenarioLenses {
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
        return [
          ...list.scenarios.flatMap((entry) => scenarioLenses(uri, entry)),
          ...list.ownChecks.flatMap((entry) => checkLenses(uri, entry, results.of(uri, entry.title))),
        ];
      },
    },
  );
  const settings = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(setting)) changed.fire();
  });
  const listening = results.onChange(() => {
    changed.fire();
  });
  return {
    modelChanged: () => {
      changed.fire();
    },
    dispose: () => {
      listening.dispose();
      provider.dispose();
      settings.dispose();
      changed.dispose();
    },
  };
}

function scenarioLenses(uri: string, entry: ScenarioEntry): vscode.CodeLens[] {
  return [
    lensOver(uri, entry, {
      title: vscode.l10n.t('Run'),
      command: 'aftermath.runScenario',
      tooltip: vscode.l10n.t('Run this scenario as a test'),
    }),
    lensOver(uri, entry, {
      title: vscode.l10n.t('Debug'),
      command: 'aftermath.debugScenario',
      tooltip: vscode.l10n.t('Debug this scenario'),
    }),
    lensOver(uri, entry, {
      title: vscode.l10n.t('Show'),
      command: 'aftermath.showScenario',
      tooltip: vscode.l10n.t('Show the steps of this scenario'),
    }),
  ];
}

function checkLenses(uri: string, entry: ScenarioEntry, outcome: CheckOutcome | undefined): vscode.CodeLens[] {
  const verify = { command: 'aftermath.verify', tooltip: vscode.l10n.t('Explore every run of this check') };
  const first = lensOver(uri, entry, { ...verify, title: vscode.l10n.t('Verify') });
  const states = lensOver(uri, entry, {
    title: vscode.l10n.t('States'),
    command: 'aftermath.showStates',
    tooltip: vscode.l10n.t('Show the explored states of this check as a graph, if they are few'),
  });
  if (outcome === undefined) return [first, states];
  const verdict = vscode.l10n.t('{0} ({1})', verdictTitle(outcome), extentText(outcome));
  const show = {
    title: vscode.l10n.t('Show Counterexample'),
    command: 'aftermath.showCounterexample',
    tooltip: vscode.l10n.t('Show the steps of a shortest run that breaks this check'),
  };
  const hasRun = outcome.messages.some(({ question }) => question !== undefined);
  return [
    first,
    lensOver(uri, entry, { ...verify, title: verdict }),
    ...(hasRun ? [lensOver(uri, entry, show)] : []),
    states,
  ];
}

const lensOver = (uri: string, { title, span }: ScenarioEntry, command: vscode.Command): vscode.CodeLens =>
  new vscode.CodeLens(new vscode.Range(span.start.line, 0, span.start.line, 0), {
    ...command,
    arguments: [{ uri, title }],
  });
