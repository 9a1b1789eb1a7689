/**
 * The scenarios in the Testing view: an item per model, below it one per scenario. They follow the text as it changes;
 * a closed model is read when its item is first expanded.
 */
import * as vscode from 'vscode';
import { scenariosRequest } from '../../../server/src/protocol/protocol.ts';
import { setContextKey } from '../page/context-keys.ts';
import { isModel, titleOf } from '../files/model-document.ts';
import type { Ask } from '../server/server-link.ts';
import { errorMessage } from '../../../language/src/model/common/error-message.ts';

/** The parts of the extension that the items need. */
export interface ScenarioItemParts {
  readonly controller: vscode.TestController;
  readonly ask: Ask;
  readonly log: vscode.LogOutputChannel;
}

/** The items of the Testing view. */
export interface ScenarioItems {
  /** Finds the scenarios of a model, or all models if none is given. */
  readonly resolve: (item: vscode.TestItem | undefined) => Promise<void>;
  /** Returns the item of a scenario in the current text, or that of the model if no title is given. */
  readonly find: (uri: vscode.Uri, title: string | undefined) => Promise<vscode.TestItem | undefined>;
  /** Returns the items of all checks of a model, or of one of them. */
  readonly findChecks: (uri: vscode.Uri, title: string | undefined) => Promise<readonly vscode.TestItem[]>;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

const models = '**/*.aft';

/** Fills the controller, and keeps it up to date. */
export function createScenarioItems({ controller, ask, log }: ScenarioItemParts): ScenarioItems {
  const { items } = controller;
  let isComplete = false;
  const quietly = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      log.warn('The scenarios of a model were not found.', error);
    });
  };
  const update = (uri: vscode.Uri): Promise<vscode.TestItem | undefined> => updateModel({ controller, ask }, uri);
  const resolve = async (item: vscode.TestItem | undefined): Promise<void> => {
    if (item?.uri !== undefined) await resolveModel({ controller, ask }, item.uri);
    if (item !== undefined || isComplete) return;
    isComplete = true;
    for (const uri of await vscode.workspace.findFiles(models)) addModel(controller, uri);
  };
  controller.resolveHandler = async (item) => {
    try {
      await resolve(item);
    } catch (error) {
      log.warn('The scenarios were not found.', error);
      if (item !== undefined) item.error = errorMessage(error);
    }
  };
  controller.refreshHandler = async () => {
    isComplete = false;
    items.replace([]);
    await resolve(undefined);
    for (const { uri } of vscode.workspace.textDocuments.filter(isTested)) await update(uri);
  };
  const subscriptions = follow(controller, {
    opened: (uri) => {
      quietly(update(uri));
    },
    created: (uri) => {
      if (isComplete) addModel(controller, uri);
    },
  });
  for (const { uri } of vscode.workspace.textDocuments.filter(isTested)) quietly(update(uri));
  return {
    resolve,
    find: async (uri, title) => {
      const model = await resolveModel({ controller, ask }, uri);
      return title === undefined ? model : model?.children.get(idOf(uri, title));
    },
    findChecks: async (uri, title) => {
      const model = await resolveModel({ controller, ask }, uri);
      const all = Array.from(model?.children ?? [], ([, child]) => child).filter(isCheck);
      return all.filter(({ label }) => title === undefined || label === title);
    },
    modelChanged: (uri) => {
      const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
      if (document !== undefined && isTested(document)) quietly(update(document.uri));
    },
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** Follows the files and the open texts. */
function follow(
  { items }: vscode.TestController,
  { opened, created }: Readonly<Record<'opened' | 'created', (uri: vscode.Uri) => void>>,
): readonly vscode.Disposable[] {
  const watcher = vscode.workspace.createFileSystemWatcher(models, false, true, false);
  return [
    watcher,
    watcher.onDidCreate(created),
    watcher.onDidDelete((uri) => {
      items.delete(uri.toString());
    }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isTested(document)) opened(document.uri);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === 'untitled') items.delete(uri.toString());
    }),
  ];
}

/** Returns false for older versions of a file in a comparison, and for the standard library. */
function isTested(document: vscode.TextDocument): boolean {
  return isModel(document) && isOwnFile(document.uri);
}

/** Returns true for what the user can change: a file, an unsaved text, or a file of an open folder. */
export function isOwnFile({ scheme }: vscode.Uri): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return ['file', 'untitled', ...folders.map(({ uri }) => uri.scheme)].includes(scheme);
}

/** Returns the id of a scenario by its title, so that its result stays with it while lines are added above. */
const idOf = (uri: vscode.Uri, title: string): string => `${uri.toString()}#${title}`;

/** Returns the id of a check, which may have the title of a scenario. */
const checkIdOf = (uri: vscode.Uri, title: string): string => `${uri.toString()}?${title}`;

/** Returns true if an item is a check, which is explored, not run. */
export const isCheck = ({ id, uri, label }: vscode.TestItem): boolean =>
  uri !== undefined && id === checkIdOf(uri, label);

type UpdateParts = Pick<ScenarioItemParts, 'controller' | 'ask'>;

function addModel(controller: vscode.TestController, uri: vscode.Uri): vscode.TestItem {
  const known = controller.items.get(uri.toString());
  if (known !== undefined) return known;
  const item = controller.createTestItem(uri.toString(), titleOf(uri), uri);
  item.canResolveChildren = true;
  controller.items.add(item);
  return item;
}

/** Reads a model if the server does not know it, and finds its scenarios. */
async function resolveModel(parts: UpdateParts, uri: vscode.Uri): Promise<vscode.TestItem | undefined> {
  await vscode.workspace.openTextDocument(uri);
  return updateModel(parts, uri);
}

/** Finds the scenarios of an open model. A model without any has no item. */
async function updateModel({ controller, ask }: UpdateParts, uri: vscode.Uri): Promise<vscode.TestItem | undefined> {
  const list = await ask(scenariosRequest, { uri: uri.toString() });
  if (list === null) return undefined;
  if (list.scenarios.length + list.ownChecks.length === 0) {
    controller.items.delete(uri.toString());
    setContextKey('hasScenarios', controller.items.size > 0);
    return undefined;
  }
  const item = addModel(controller, uri);
  setContextKey('hasScenarios', true);
  item.canResolveChildren = false;
  const known = new Map(Array.from(item.children, ([id, child]) => [id, child]));
  const entries = [
    ...list.scenarios.map((entry) => ({ ...entry, id: idOf(uri, entry.title) })),
    ...list.ownChecks.map((entry) => ({ ...entry, id: checkIdOf(uri, entry.title) })),
  ];
  const children = entries.map(({ id, title, tags, span: { start, end } }, index) => {
    const child = known.get(id) ?? controller.createTestItem(id, title, uri);
    child.range = new vscode.Range(start.line, start.character, end.line, end.character);
    child.tags = tags.map((tag) => new vscode.TestTag(tag));
    child.sortText = String(index).padStart(5, '0');
    if (isCheck(child)) child.description = vscode.l10n.t('check');
    return child;
  });
  item.children.replace(children);
  return item;
}
