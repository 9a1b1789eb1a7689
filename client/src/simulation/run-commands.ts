/**
 * The commands of the simulator: each finds its model, asks for missing arguments, and runs a test or shows the trace.
 */
import * as vscode from 'vscode';
import { scenariosRequest, type ScenarioList } from '../../../server/src/protocol/protocol.ts';
import { greatestSeed } from '../../../language/src/simulation/kernel/seed.ts';
import type { RunQuestion } from '../../../language/src/view/run/run-summary.ts';
import { debugScenario } from '../debug/debugger.ts';
import { activeModel, titleOf } from '../files/model-document.ts';
import { stayOption } from '../page/staying-picks.ts';
import type { Ask } from '../server/server-link.ts';
import { mostRandomSteps, runArgumentsOf, seedOf, parseStepCount, type RunArguments } from '../trace/run-arguments.ts';
import { compareWithLog } from './log-command.ts';
import type { CheckResults } from './check-results.ts';
import type { LastRuns } from './last-runs.ts';
import type { ScenarioTests } from './scenario-tests.ts';
import type { TracePanel } from '../trace/trace-panel.ts';
import { traceFilters } from '../trace/trace-saving.ts';
import { brokenRun, verifyChecks } from './verify-command.ts';
import { showInformationMessage, showWarningMessage } from '../notices/notices.ts';

/** The parts of the extension that the commands need. */
export interface RunCommandParts {
  readonly ask: Ask;
  readonly tests: ScenarioTests;
  readonly panel: TracePanel;
  readonly results: CheckResults;
  readonly runs: LastRuns;
  /** The folder for runs that explain logs. */
  readonly storage: vscode.Uri;
  /** Returns the model of another panel, used if no text has the focus. */
  readonly otherDocument: () => vscode.Uri | undefined;
}

type Command = (parts: RunCommandParts, given: RunArguments, uri: vscode.Uri) => Promise<void>;

const commands = {
  runScenario,
  debugScenario: chooseAndDebug,
  showScenario,
  simulate,
  replayTrace,
  compareLog,
  verify,
  showCounterexample,
} as const satisfies Readonly<Record<string, Command>>;

/** The names of the commands about a model, without the common prefix. */
export const runCommands = Object.keys(commands) as readonly RunCommand[];
/** The name of a simulator command. */
export type RunCommand = keyof typeof commands;

/** Runs a command with the arguments it was called with. */
export async function runSimulationCommand(name: RunCommand, parts: RunCommandParts, argument: unknown): Promise<void> {
  const given = argument instanceof vscode.Uri ? { uri: argument.toString() } : runArgumentsOf(argument);
  const uri = given.uri === undefined ? currentModel(parts) : vscode.Uri.parse(given.uri, true);
  if (uri !== undefined) await commands[name](parts, given, uri);
  else void showInformationMessage(vscode.l10n.t('Open a model first: the simulator runs it.'));
}

function currentModel({ panel, otherDocument }: RunCommandParts): vscode.Uri | undefined {
  const shown = panel.subject()?.uri;
  return activeModel() ?? (shown === undefined ? otherDocument() : vscode.Uri.parse(shown, true));
}

async function runScenario(parts: RunCommandParts, { title }: RunArguments, uri: vscode.Uri): Promise<void> {
  const { ask, tests } = parts;
  if (title !== undefined) {
    await tests.run(uri, title);
    return;
  }
  const all = vscode.l10n.t('All scenarios');
  const chosen = await pickScenario(ask, uri, [{ label: all, alwaysShow: true }]);
  if (chosen === undefined) return;
  const one = chosen.isExtra ? undefined : chosen.label;
  await tests.run(uri, one);
  // Who pressed a button beside the scenario sees the result there.
  await tellRuns(parts, uri, one);
}

/** Says how the scenarios went, or one of them; offers to show one that has failed. */
async function tellRuns({ ask, runs }: RunCommandParts, uri: vscode.Uri, title: string | undefined): Promise<void> {
  const titles = title === undefined ? (await listOf(ask, uri)).scenarios.map((each) => each.title) : [title];
  const stateOf = (each: string) => runs.of({ uri: uri.toString(), title: each, isCheck: false })?.state;
  const failed = titles.filter((each) => stateOf(each) === 'failed');
  const [first] = failed;
  if (first === undefined) {
    if (titles.some((each) => stateOf(each) !== 'passed')) return;
    const passed = title ?? vscode.l10n.t('{0} scenarios', titles.length);
    void showInformationMessage(vscode.l10n.t('Passed: {0}', passed));
    return;
  }
  const what = title ?? vscode.l10n.t('{0} of {1} scenarios, first "{2}"', failed.length, titles.length, first);
  const show = vscode.l10n.t('Show Scenario');
  if ((await showWarningMessage(vscode.l10n.t('Failed: {0}', what), show)) !== show) return;
  await vscode.commands.executeCommand('aftermath.showScenario', { uri: uri.toString(), title: first });
}

async function chooseAndDebug({ ask }: RunCommandParts, { title }: RunArguments, uri: vscode.Uri): Promise<void> {
  const chosen = title ?? (await pickScenario(ask, uri, []))?.label;
  if (chosen !== undefined) await debugScenario(uri, chosen);
}

async function showScenario({ ask, panel }: RunCommandParts, { title }: RunArguments, uri: vscode.Uri): Promise<void> {
  const chosen = title ?? (await pickScenario(ask, uri, []))?.label;
  if (chosen !== undefined) await showRun(panel, uri, { kind: 'scenario', title: chosen, variant: 0 });
}

async function simulate({ ask, panel }: RunCommandParts, given: RunArguments, uri: vscode.Uri): Promise<void> {
  const check = given.check ?? (await askEnvironment(await listOf(ask, uri)));
  if (check === undefined) return;
  const seed =
    given.seed ??
    (await askNumber(vscode.l10n.t('From which seed? The same seed gives the same run.'), '1', seedOf, (text) =>
      vscode.l10n.t('"{0}" is not a whole number from 0 to {1}.', text, greatestSeed),
    ));
  if (seed === undefined) return;
  const steps =
    given.steps ??
    (await askNumber(vscode.l10n.t('At most how many steps?'), '100', parseStepCount, (text) =>
      vscode.l10n.t('"{0}" is not a whole number from 1 to {1}.', text, mostRandomSteps),
    ));
  if (steps === undefined) return;
  await showRun(panel, uri, { kind: 'random', seed, steps, ...(check !== '' && { check }) });
}

async function replayTrace({ panel }: RunCommandParts, { file }: RunArguments, uri: vscode.Uri): Promise<void> {
  const chosen = file ?? (await chooseTrace())?.toString();
  if (chosen !== undefined) await showRun(panel, uri, { kind: 'trace', file: chosen });
}

async function compareLog(parts: RunCommandParts, { file }: RunArguments, uri: vscode.Uri): Promise<void> {
  const question = await compareWithLog(parts, uri, file);
  if (question !== undefined) await showRun(parts.panel, uri, question);
}

async function verify(parts: RunCommandParts, { title }: RunArguments, uri: vscode.Uri): Promise<void> {
  await verifyChecks(parts, uri, title);
}

async function showCounterexample(parts: RunCommandParts, { title }: RunArguments, uri: vscode.Uri): Promise<void> {
  const question = await brokenRun(parts, uri, title);
  if (question !== undefined) await showRun(parts.panel, uri, question);
}

const showRun = (panel: TracePanel, uri: vscode.Uri, question: RunQuestion): Promise<void> =>
  panel.show({ uri: uri.toString(), title: titleOf(uri), question });

async function listOf(ask: Ask, uri: vscode.Uri): Promise<ScenarioList> {
  await vscode.workspace.openTextDocument(uri);
  return (
    (await ask(scenariosRequest, { uri: uri.toString() })) ?? { version: 0, scenarios: [], checks: [], ownChecks: [] }
  );
}

interface ChosenScenario {
  readonly label: string;
  /** True for choices that are no scenario. */
  readonly isExtra: boolean;
}

async function pickScenario(
  ask: Ask,
  uri: vscode.Uri,
  extra: readonly vscode.QuickPickItem[],
): Promise<ChosenScenario | undefined> {
  const { scenarios } = await listOf(ask, uri);
  if (scenarios.length === 0) {
    void showInformationMessage(vscode.l10n.t('{0} has no scenario.', titleOf(uri)));
    return undefined;
  }
  const items = scenarios.map(({ title, span }) => ({
    label: title,
    description: vscode.l10n.t('line {0}', span.start.line + 1),
  }));
  const title = vscode.l10n.t('Which scenario?');
  const chosen = await vscode.window.showQuickPick([...extra, ...items], {
    ...{ title, placeHolder: title },
    ...stayOption(),
  });
  return chosen === undefined ? undefined : { label: chosen.label, isExtra: extra.includes(chosen) };
}

/** Returns the title of a check, an empty text for none, and `undefined` if the user cancels. */
async function askEnvironment({ checks }: ScenarioList): Promise<string | undefined> {
  if (checks.length === 0) return '';
  const none = vscode.l10n.t('Only events from outside');
  const outside = {
    label: none,
    detail: vscode.l10n.t('Events that machines take and nothing in the model sends, without faults'),
    check: '',
  };
  const items = checks.map((check) => ({
    label: check,
    detail: vscode.l10n.t('The steps, faults and possible actions of this check'),
    check,
  }));
  const title = vscode.l10n.t('What else may happen, besides the model itself?');
  const chosen = await vscode.window.showQuickPick([outside, ...items], { title, placeHolder: title });
  return chosen?.check;
}

async function askNumber(
  title: string,
  value: string,
  read: (text: string) => number | undefined,
  wrong: (text: string) => string,
): Promise<number | undefined> {
  const validateInput = (text: string): string | undefined => (read(text) === undefined ? wrong(text) : undefined);
  const text = await vscode.window.showInputBox({ title, prompt: title, value, validateInput });
  return text === undefined ? undefined : read(text);
}

async function chooseTrace(): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t('Replay a trace');
  const chosen = await vscode.window.showOpenDialog({
    title,
    openLabel: vscode.l10n.t('Replay'),
    filters: traceFilters(),
  });
  return chosen?.[0];
}
