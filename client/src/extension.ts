/**
 * The extension, in any host: starts the language server and connects the commands and panels to it.
 */
import * as vscode from 'vscode';
import { simulateCrash } from './graph/crash-command.ts';
import { createDebugger } from './debug/debugger.ts';
import { createGraphPanel, type GraphPanel } from './graph/graph-panel.ts';
import { followCursor } from './graph/cursor-selection.ts';
import { exportGraph } from './files/export-command.ts';
import { importModel } from './import-command.ts';
import { type CreateClient, startLanguageClient } from './server/language-client.ts';
import { createMachinePanel } from './machine/machine-panel.ts';
import { activeModel } from './files/model-document.ts';
import { narrowCommands, narrowGraph } from './graph/narrow-commands.ts';
import { newModel } from './files/new-model.ts';
import { openExamples } from './files/open-examples.ts';
import { createPagePanels } from './page/page-panels.ts';
import { reportCommands, runReportCommand, showPlanInGraph } from './report/report-commands.ts';
import { createReportPanels } from './report/report-panels.ts';
import type { ServerLink } from './server/server-link.ts';
import { createSharedSelection } from './page/shared-selection.ts';
import { createSimulation } from './simulation/simulation.ts';
import { errorMessage } from '../../language/src/model/error-message.ts';

/** Starts the extension; the result stops the server. */
export function startExtension(context: vscode.ExtensionContext, createClient: CreateClient): ServerLink {
  const log = vscode.window.createOutputChannel('Aftermath', { log: true });
  const server = startLanguageClient({
    createClient,
    log,
    onModelChanged: (uri) => {
      graph.modelChanged(uri);
      panels.modelChanged(uri);
      simulation.modelChanged(uri);
      machine.modelChanged(uri);
    },
  });
  const selection = createSharedSelection();
  const pages = createPagePanels(context.extensionUri);
  const page = { log, ask: server.ask, selection, pages };
  const graph = createGraphPanel(page);
  const panels = createReportPanels({ ...page, graph });
  const simulation = createSimulation({
    ...page,
    memory: context.workspaceState,
    otherDocument: () => panels.document() ?? graph.document(),
  });
  const machine = createMachinePanel({
    ...page,
    positions: simulation.positions,
    stepLine: simulation.stepLine,
  });
  const reports = { ask: server.ask, panels, graph };
  const command = (name: string, run: (argument: unknown) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(`aftermath.${name}`, (argument: unknown) =>
      guarded(name, log, () => run(argument)),
    );
  context.subscriptions.push(
    log,
    graph,
    panels,
    simulation,
    machine,
    followCursor(server.ask, selection, log),
    createDebugger({ ask: server.ask, log, positions: simulation.positions }),
    command('showGraph', (argument) => showGraph(graph, argument)),
    ...Object.entries(narrowCommands).map(([name, kind]) =>
      command(name, (argument) => narrowGraph(kind, { ask: server.ask, graph }, argument)),
    ),
    command('exportGraph', (argument) => exportGraph(graph, argument)),
    command('showMachine', machine.show),
    command('simulateCrash', (argument) => simulateCrash(server.ask, graph, argument)),
    command('showPlanInGraph', (argument) => showPlanInGraph(reports, argument)),
    ...reportCommands.map((name) => command(name, (argument) => runReportCommand(name, reports, argument))),
    ...Array.from([...simulation.commands, ...pages.commands], ([name, run]) => command(name, run)),
    command('import', (argument) => importModel(server.ask, log, argument)),
    command('newModel', newModel),
    command('openExamples', (argument) => openExamples(context.extensionUri, argument)),
    command('restartServer', server.restart),
    vscode.commands.registerCommand('aftermath.showLog', () => {
      log.show();
    }),
  );
  return server;
}

async function showGraph(graph: GraphPanel, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : (activeModel() ?? graph.document());
  if (uri !== undefined) await graph.show(uri);
  else void vscode.window.showInformationMessage(vscode.l10n.t('Open a model first: its graph is shown.'));
}

/** Shows an error message if a command fails, and logs the details. */
async function guarded(name: string, log: vscode.LogOutputChannel, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.error(`The command ${name} failed.`, error);
    const showLog = vscode.l10n.t('Show Log');
    const message = vscode.l10n.t('The command failed: {0}', errorMessage(error));
    if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) log.show();
  }
}
