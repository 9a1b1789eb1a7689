/**
 * Debug configurations: F5 without a `launch.json`, the contents of a new one, and the offers for the model in the
 * active editor.
 */
import * as vscode from 'vscode';
import { scenariosRequest, type ScenarioEntry } from '../../../server/src/protocol/protocol.ts';
import { activeModel, languageId, titleOf } from '../files/model-document.ts';
import type { Ask } from '../server/server-link.ts';
import { debugType } from './launch-arguments.ts';
import { showInformationMessage } from '../notices/notices.ts';

/** Returns the configuration of a scenario. */
export const debugConfiguration = (uri: vscode.Uri, scenario: string): vscode.DebugConfiguration => ({
  type: debugType,
  request: 'launch',
  name: vscode.l10n.t('Debug {0}', scenario),
  program: programOf(uri),
  scenario,
});

/** Registers the providers: one completes configurations, the other offers them. */
export function provideConfigurations(ask: Ask): vscode.Disposable {
  const { Initial, Dynamic } = vscode.DebugConfigurationProviderTriggerKind;
  const resolver: vscode.DebugConfigurationProvider = {
    provideDebugConfigurations: () => offers(ask),
    resolveDebugConfiguration: (_, given) => withType(given),
    resolveDebugConfigurationWithSubstitutedVariables: (_, given) => complete(ask, given),
  };
  return vscode.Disposable.from(
    vscode.debug.registerDebugConfigurationProvider(debugType, resolver, Initial),
    vscode.debug.registerDebugConfigurationProvider(
      debugType,
      { provideDebugConfigurations: () => offers(ask) },
      Dynamic,
    ),
  );
}

/** Returns a configuration for each scenario of the active model. */
async function offers(ask: Ask): Promise<vscode.DebugConfiguration[]> {
  const uri = activeModel();
  return uri === undefined ? [] : (await scenariosIn(ask, uri)).map(({ title }) => debugConfiguration(uri, title));
}

/** F5 without any configuration passes an empty one, which means the active model. */
function withType(given: vscode.DebugConfiguration): vscode.DebugConfiguration {
  const isEmpty = Object.keys(given).every((key) => key === 'noDebug' || key.startsWith('__'));
  const uri = activeModel();
  if (!isEmpty || uri === undefined) return given;
  return { ...given, type: debugType, request: 'launch', name: titleOf(uri), program: programOf(uri) };
}

/** Asks for what is missing; returns nothing if the user cancels. */
async function complete(ask: Ask, given: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration | undefined> {
  const uri = typeof given.program === 'string' ? programUri(given.program) : activeModel();
  if (uri === undefined) {
    void showInformationMessage(vscode.l10n.t('Open a model first: the debugger runs a scenario of the active one.'));
    return undefined;
  }
  const hasRun = ['scenario', 'check', 'seed', 'trace'].some((name) => given[name] !== undefined);
  const scenario = hasRun ? undefined : await chooseScenario(ask, uri);
  if (!hasRun && scenario === undefined) return undefined;
  return {
    // Without breakpoints, start at the beginning.
    stopOnEntry: !hasBreakpoints(),
    ...given,
    program: programOf(uri),
    ...(scenario !== undefined && { scenario }),
  };
}

/** Returns the scenario around the cursor, otherwise the only one, otherwise the one that the user picks. */
async function chooseScenario(ask: Ask, uri: vscode.Uri): Promise<string | undefined> {
  const scenarios = await scenariosIn(ask, uri);
  if (scenarios.length === 0) {
    void showInformationMessage(
      vscode.l10n.t(
        '{0} has no scenario. The debugger runs scenarios, random runs of checks, and traces.',
        titleOf(uri),
      ),
    );
    return undefined;
  }
  const editor = vscode.window.activeTextEditor;
  const line = editor?.document.uri.toString() === uri.toString() ? editor.selection.active.line : -1;
  const around = scenarios.findLast(({ span }) => span.start.line <= line);
  if (around !== undefined && editor !== undefined && isWithin(editor.document, around, line)) return around.title;
  if (scenarios.length === 1) return scenarios[0]?.title;
  const items = scenarios.map(({ title, span }) => ({
    label: title,
    description: vscode.l10n.t('line {0}', span.start.line + 1),
  }));
  const title = vscode.l10n.t('Which scenario?');
  return (await vscode.window.showQuickPick(items, { title, placeHolder: title }))?.label;
}

/** A scenario ends at the first line after its title that begins with a brace. */
function isWithin(document: vscode.TextDocument, { span }: ScenarioEntry, line: number): boolean {
  for (let each = span.start.line; each < line; each++) {
    if (document.lineAt(each).text.startsWith('}')) return false;
  }
  return true;
}

async function scenariosIn(ask: Ask, uri: vscode.Uri): Promise<readonly ScenarioEntry[]> {
  await vscode.workspace.openTextDocument(uri);
  return (await ask(scenariosRequest, { uri: uri.toString() }))?.scenarios ?? [];
}

const hasBreakpoints = (): boolean =>
  vscode.debug.breakpoints.some(
    (point) => point.enabled && point instanceof vscode.SourceBreakpoint && isModelUri(point.location.uri),
  );

const isModelUri = (uri: vscode.Uri): boolean =>
  uri.path.endsWith('.aft') ||
  vscode.workspace.textDocuments.some(
    (document) => document.languageId === languageId && document.uri.toString() === uri.toString(),
  );

/** Writes a URI for a configuration: the path of a file, otherwise the URI itself. */
export const programOf = (uri: vscode.Uri): string => (uri.scheme === 'file' ? uri.fsPath : uri.toString());

/** Reads the result of `programOf`; a Windows path has a letter before its colon. */
export const programUri = (program: string): vscode.Uri =>
  /^[a-z][a-z0-9+.-]+:/i.test(program) ? vscode.Uri.parse(program, true) : vscode.Uri.file(program);
