/**
 * The graph panel beside the editor: one per window. It follows the active model, is restored after a reload, and
 * reveals in the editor what is chosen in it.
 */
import * as vscode from 'vscode';
import type { ChangesQuestion, PlanQuestion } from '../../../language/src/view/report/question.ts';
import type { Focus } from '../../../language/src/view/shown/focus.ts';
import { isSavedState, type GraphFormat } from '../../webview/graph/messages.ts';
import { writeGraph } from './export-command.ts';
import { routings, spacings, viewDirections } from '../../../language/src/model/view.ts';
import { connectGraph, type GraphLink, type GraphWorld } from './graph-link.ts';
import { isModel, titleOf } from '../files/model-document.ts';
import { createMovedBoxes } from './moved-boxes.ts';
import { keepPanels, panelBeside } from '../page/kept-panels.ts';
import type { PagePanels } from '../page/page-panels.ts';
import type { RecentPlans } from '../page/recent-plans.ts';
import { pageWorld, revealSource } from '../page/webview-page.ts';
import type { Ask } from '../server/server-link.ts';
import type { SharedSelection } from '../page/shared-selection.ts';

/** The type of the panel, also its id in `when` clauses. */
const graphPanelType = 'aftermath.graph';

/** The parts of the extension that the panel needs. */
export interface GraphPanelParts {
  readonly pages: PagePanels;
  readonly log: vscode.LogOutputChannel;
  readonly ask: Ask;
  readonly selection: SharedSelection;
  readonly plans: RecentPlans;
  /** The store of moved boxes. */
  readonly memory: vscode.Memento;
}

/** The graph panel of a window. */
export interface GraphPanel {
  /** Opens the panel, or brings it to the front, with the graph of a document. */
  readonly show: (uri: vscode.Uri) => Promise<void>;
  /** The same, with a plan or a comparison, at a step if one is given. */
  readonly showPlan: (uri: vscode.Uri, plan: PlanQuestion | ChangesQuestion, step?: number) => Promise<void>;
  /** The same, narrowed to a part. */
  readonly narrow: (uri: vscode.Uri, focus: Focus) => Promise<void>;
  /** The same, with a declared view. */
  readonly showView: (uri: vscode.Uri, title: string) => Promise<void>;
  /** Selects an entity in the graph and opens its details. */
  readonly inspect: (name: string) => void;
  /** Returns the document shown. */
  readonly document: () => vscode.Uri | undefined;
  /** Writes the graph to a file. */
  readonly exportAs: (format: GraphFormat) => void;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

/** Creates the panel, and restores one that was open before a reload. */
export function createGraphPanel(parts: GraphPanelParts): GraphPanel {
  const panels = keepPanels<'graph', GraphLink>({
    type: graphPanelType,
    shows: 'showsGraph',
    preserveFocus: true,
    create: () => panelBeside(graphPanelType, vscode.l10n.t('Graph')),
    connect: (panel) => connectPanel(panel, parts),
    // Without a state the panel stays open and follows the active model.
    restore: (state) => ({
      key: 'graph',
      show: async ({ link }) => {
        if (isSavedState(state)) await restore(link, state.uri, state.plan, parts.log);
      },
    }),
  });
  const show = async (uri: vscode.Uri): Promise<GraphLink> => {
    const { panel, link } = panels.reveal('graph');
    await showDocument(panel, link, uri);
    return link;
  };
  return {
    show: async (uri) => {
      await show(uri);
    },
    showPlan: async (uri, plan, step) => {
      if (plan.kind === 'plan') parts.plans.remember({ uri: uri.toString(), question: plan });
      await (await show(uri)).plan(plan, step ?? null);
    },
    showView: async (uri, title) => {
      (await show(uri)).view(title);
    },
    narrow: async (uri, focus) => {
      (await show(uri)).narrow(focus);
    },
    inspect: (name) => {
      panels.at('graph')?.link.inspect(name);
    },
    document: () => {
      const uri = panels.at('graph')?.link.document()?.uri;
      return uri === undefined ? undefined : vscode.Uri.parse(uri, true);
    },
    exportAs: (format) => {
      if (panels.at('graph') !== undefined) panels.reveal('graph').link.exportAs(format);
    },
    modelChanged: (uri) => void panels.at('graph')?.link.modelChanged(uri),
    dispose: panels.dispose,
  };
}

/** Sets the page once and connects it; everything is disposed with the panel. */
function connectPanel(panel: vscode.WebviewPanel, parts: GraphPanelParts): GraphLink {
  const moved = createMovedBoxes(parts.memory);
  const link = connectGraph({
    ...pageWorld(panel, parts.log),
    ask: parts.ask,
    reveal: (span, focus) => {
      parts.selection.reveal(span);
      void revealSource(panel, span, { focus });
    },
    selected: (uri, name) => {
      parts.selection.select({ uri, name, by: 'graph' });
    },
    chooseCrash: (uri, pd) => void vscode.commands.executeCommand('aftermath.simulateCrash', { uri, pd }),
    choosePlan: (uri, of) => void vscode.commands.executeCommand('aftermath.showPlan', { uri, of, in: 'graph' }),
    planCleared: parts.plans.unmark,
    supposing: {
      suppose: (uri, without) => void vscode.commands.executeCommand('aftermath.suppose', { uri, without }),
      applySupposed: (uri) => void vscode.commands.executeCommand('aftermath.applySupposition', { uri }),
      clearSupposed: (uri) => void vscode.commands.executeCommand('aftermath.clearSupposition', { uri }),
    },
    chooseExport: () => void vscode.commands.executeCommand('aftermath.exportGraph'),
    writeExport: (uri, format, content) => void writeGraph(vscode.Uri.parse(uri, true), format, content),
    moved,
    newModel: () => void vscode.commands.executeCommand('aftermath.newModel'),
    limits,
  });
  const following = parts.selection.listen('graph', ({ uri, name }) => {
    link.select(uri, name);
  });
  const dispose = (): void => {
    link.setVisible(false);
  };
  const renaming = vscode.workspace.onDidRenameFiles(({ files }) => {
    for (const { oldUri, newUri } of files) moved.renamed(oldUri.toString(), newUri.toString());
  });
  const subscriptions = [following, renaming, ...followEditors(panel, link)];
  parts.pages.connect(panel, { ...link, dispose }, { page: 'graph', icon: 'graph', hasLayout: true, subscriptions });
  return link;
}

/** Follows the active model and the settings. */
function followEditors(panel: vscode.WebviewPanel, link: GraphLink): readonly Pick<vscode.Disposable, 'dispose'>[] {
  const follow = (editor: vscode.TextEditor | undefined): void => {
    if (editor !== undefined && isModel(editor.document)) void showDocument(panel, link, editor.document.uri);
  };
  return [
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.toString() === link.document()?.uri) void keepShown(link, uri);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('aftermath.graph')) void link.limitsChanged();
    }),
  ];
}

async function showDocument(panel: vscode.WebviewPanel, link: GraphLink, uri: vscode.Uri): Promise<void> {
  const title = titleOf(uri);
  panel.title = vscode.l10n.t('Graph of {0}', title);
  await link.show({ uri: uri.toString(), title });
}

/** Shows what is on the disk of a document whose text was closed; empties the panel if it is nowhere. */
async function keepShown(link: GraphLink, uri: vscode.Uri): Promise<void> {
  const document =
    uri.scheme === 'untitled'
      ? undefined
      : await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
  if (link.document()?.uri !== uri.toString()) return;
  if (document !== undefined && isModel(document)) await link.modelChanged(uri.toString());
  else await link.show(undefined);
}

/** Restores the panel after a reload; it stays empty if the document is gone. */
async function restore(
  link: GraphLink,
  uri: string,
  plan: PlanQuestion | ChangesQuestion | undefined,
  log: vscode.LogOutputChannel,
): Promise<void> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
    await link.show({ uri: document.uri.toString(), title: titleOf(document.uri) });
    await link.plan(plan);
  } catch (error) {
    log.info(`The graph of ${uri} cannot be shown again.`, error);
    await link.show(undefined);
  }
}

function limits(): ReturnType<GraphWorld['limits']> {
  const settings = vscode.workspace.getConfiguration('aftermath.graph');
  // Whoever edits the settings file may write anything.
  const one = <Value extends string>(values: readonly Value[], name: string): Value | undefined =>
    values.find((value) => value === settings.get(name));
  const [direction, routing, spacing] = [
    one(viewDirections, 'direction'),
    one(routings, 'routing'),
    one(spacings, 'spacing'),
  ];
  return {
    layoutTimeout: settings.get('layoutTimeout', 5000),
    groupAbove: settings.get('groupAbove', 60),
    arrangement: {
      ...(direction !== undefined && { direction }),
      ...(routing !== undefined && { routing }),
      ...(spacing !== undefined && { spacing }),
    },
  };
}
