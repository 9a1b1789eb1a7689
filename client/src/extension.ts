/**
 * The extension, in any host: starts the language server and connects the commands and panels to it.
 */
import * as vscode from 'vscode';
import { simulateCrash } from './graph/crash-command.ts';
import { supposeCommands } from './graph/suppose-command.ts';
import { createDebugger } from './debug/debugger.ts';
import { createGraphPanel, type GraphPanel } from './graph/graph-panel.ts';
import { followCursor } from './graph/cursor-selection.ts';
import { exportGraph } from './graph/export-command.ts';
import { type ExtensionApi, offerApi } from './extension-api.ts';
import { importDropped, runImport } from './import-command.ts';
import { createSystemCommands } from './system-commands.ts';
import { type CreateClient, startLanguageClient } from './server/language-client.ts';
import { createMachinePanel } from './machine/machine-panel.ts';
import { createMarkdownPreview, type MarkdownExtension } from './markdown/markdown-preview.ts';
import { followActiveModel } from './files/active-model.ts';
import { activeModel } from './files/model-document.ts';
import { narrowCommands, narrowGraph } from './graph/narrow-commands.ts';
import { newModel } from './files/new-model.ts';
import { openExamples } from './files/open-examples.ts';
import { clearContextKeys, setContextKey } from './page/context-keys.ts';
import { createPagePanels } from './page/page-panels.ts';
import { textField } from './page/text-field.ts';
import { createRecentPlans } from './page/recent-plans.ts';
import { reportCommands, runReportCommand, showPlan } from './report/report-commands.ts';
import { createReportPanels } from './report/report-panels.ts';
import type { ServerLink } from './server/server-link.ts';
import { createSharedSelection } from './page/shared-selection.ts';
import { createSideBar } from './sidebar/side-bar.ts';
import { createLastRuns } from './simulation/last-runs.ts';
import { createSimulation } from './simulation/simulation.ts';
import { getStarted, getStartedOnce, tryOut } from './walkthrough.ts';
import { errorMessage } from '../../language/src/model/common/error-message.ts';
import { logWork, showErrorMessage, showInformationMessage } from './notices/notices.ts';

let running: ServerLink | undefined;

/** Called by VS Code at the end; waits for the server to stop. */
export async function deactivate(): Promise<void> {
  await running?.stop();
}

/** What `activate` returns: to VS Code the extension's part in Markdown previews, to other extensions their interface. */
export type ExtensionExports = MarkdownExtension & ExtensionApi;

/** Starts the extension; returns what it offers to others. */
export function startExtension(context: vscode.ExtensionContext, createClient: CreateClient): ExtensionExports {
  const log = vscode.window.createOutputChannel('Aftermath', { log: true });
  logWork(log);
  const server = startLanguageClient({
    createClient,
    log,
    onModelChanged: (uri) => {
      for (const view of views) view.modelChanged(uri);
      markdown.modelChanged();
      offered.modelChanged(uri);
    },
  });
  const { ask } = server;
  const markdown = createMarkdownPreview(ask, log);
  const offered = offerApi({ ask, open: openDocument, tellFault: faultTo(log) });
  const [selection, plans, runs] = [createSharedSelection(), createRecentPlans(context.workspaceState), createLastRuns(context.workspaceState)]; // oxfmt-ignore
  const pages = createPagePanels(context.extensionUri);
  const memory = context.workspaceState;
  const page = { log, ask, selection, pages, plans, memory };
  const graph = createGraphPanel(page);
  const panels = createReportPanels({ ...page, graph });
  const active = followActiveModel();
  const otherDocument = (): vscode.Uri | undefined => panels.document() ?? graph.document() ?? active.current();
  const shown = { ...graph, document: () => graph.document() ?? active.current() };
  const storage = context.storageUri ?? context.globalStorageUri;
  const simulation = createSimulation({ ...page, runs, otherDocument, storage });
  const { positions, stepLine } = simulation;
  const machine = createMachinePanel({ ...page, positions, stepLine, otherDocument, showRun: simulation.showRun });
  const sideBar = createSideBar({
    ...page,
    ...{ active, runs, showView: graph.showView },
    drop: (files) => runImport(ask, log, files[0], files),
  });
  const views = [graph, panels, simulation, machine, sideBar];
  const reports = { ask, panels, plans, graph: shown, storage };
  const walkthrough = { extensionUri: context.extensionUri, ask, active };
  const system = createSystemCommands(ask);
  const commands: readonly (readonly [string, Command])[] = [
    ['showGraph', (argument) => showGraph(shown, argument)],
    ...Object.entries(narrowCommands).map(
      ([name, kind]) => [name, (argument: unknown) => narrowGraph(kind, { ask, graph: shown }, argument)] as const,
    ),
    ['exportGraph', (argument) => exportGraph(graph, argument)],
    ['showMachine', machine.show],
    ['showStates', machine.showStates],
    ['simulateCrash', (argument, selected) => simulateCrash(ask, shown, argument, selected)],
    ['showPlan', (argument) => showPlan(reports, argument)],
    ...Object.entries(supposeCommands).map(
      ([name, run]) => [name, (argument: unknown) => run({ ask, graph: shown }, argument)] as const,
    ),
    ...reportCommands.map((name) => [name, (argument: unknown) => runReportCommand(name, reports, argument)] as const),
    ...simulation.commands,
    ...pages.commands,
    ...sideBar.commands,
    ...system.commands,
    ['import', (argument) => runImport(ask, log, argument)],
    ['importFile', (argument, selected) => runImport(ask, log, argument, selected)],
    ['newModel', newModel],
    ['openExamples', (argument) => openExamples(context.extensionUri, argument, tickExamples)],
    ['getStarted', () => getStarted(context.extension.id, { toSide: false })],
    ['tryOut', (argument) => tryOut(walkthrough, argument)],
    ['restartServer', server.restart],
  ];
  context.subscriptions.push(
    ...[log, ...views, active, system, followCursor(ask, selection, log), createDebugger({ ask, log, positions })],
    ...commands.map(([name, run]) => register(name, log, run)),
    vscode.commands.registerCommand('aftermath.showLog', () => {
      log.show();
    }),
    importDropped(ask, log),
    { dispose: clearContextKeys },
  );
  getStartedOnce(context).catch((error: unknown) => {
    log.warn('The walkthrough was not opened.', error);
  });
  running = server;
  return { ...offered.api, extendMarkdownIt: markdown.extendMarkdownIt };
}

const faultTo = (log: vscode.LogOutputChannel) => (error: unknown) => {
  log.error('A listener of another extension failed.', error);
};

const tickExamples = (): void => {
  setContextKey('didOpenExamples', true);
};

const openDocument = async (uri: string): Promise<unknown> =>
  vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));

/** A command; a menu of a list gives it all selected rows, too. */
type Command = (argument: unknown, selected: unknown) => Promise<void> | void;

const register = (name: string, log: vscode.LogOutputChannel, run: Command): vscode.Disposable =>
  vscode.commands.registerCommand(`aftermath.${name}`, (argument: unknown, selected: unknown) =>
    guarded(name, log, () => run(argument, selected)),
  );

async function showGraph(graph: GraphPanel, argument: unknown): Promise<void> {
  const given = textField(argument, 'uri');
  const other = given === undefined ? (activeModel() ?? graph.document()) : vscode.Uri.parse(given, true);
  const uri = argument instanceof vscode.Uri ? argument : other;
  if (uri !== undefined) {
    await graph.show(uri);
    setContextKey('didShowGraph', true);
  } else void showInformationMessage(vscode.l10n.t('Open a model first: its graph is shown.'));
}

/** Shows an error message if a command fails, and logs the details. */
async function guarded(name: string, log: vscode.LogOutputChannel, run: () => Promise<void> | void): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.error(`The command ${name} failed.`, error);
    const showLog = vscode.l10n.t('Show Log');
    const message = vscode.l10n.t('The command failed: {0}', errorMessage(error));
    if ((await showErrorMessage(message, showLog)) === showLog) log.show();
  }
}
