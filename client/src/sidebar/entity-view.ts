/**
 * The view *Entities* of the side bar: the entities of the active model by kind, host or owner. It follows edits and
 * the cursor, marks what the last plan does to each, and takes files to import by drop.
 */
import * as vscode from 'vscode';
import { treeGroupings, type TreeGrouping } from '../../../language/src/view/tree/tree-parents.ts';
import { treeWayRequest } from '../../../server/src/protocol/tree-protocol.ts';
import { setContextKey } from '../page/context-keys.ts';
import type { FollowedSelection, SelectedEntity, SharedSelection } from '../page/shared-selection.ts';
import { textField } from '../page/text-field.ts';
import type { Ask } from '../server/server-link.ts';
import { entityItem } from './entity-item.ts';
import { askFilter } from './filter-input.ts';
import { createShownTree, type ShownTree, type ShownTreeParts } from './shown-tree.ts';
import type { TreeElement } from './tree-pages.ts';

/** The parts of the extension that the view needs. */
export interface EntityViewParts extends ShownTreeParts {
  readonly log: vscode.LogOutputChannel;
  readonly selection: SharedSelection;
  /** Imports files and folders that were dropped, into one model. */
  readonly drop: (files: readonly vscode.Uri[]) => Promise<void>;
}

/** The view. */
export interface EntityView {
  readonly commands: ReadonlyMap<string, (argument: unknown) => Promise<void> | void>;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

/** Creates the view. */
export function createEntityView(parts: EntityViewParts): EntityView {
  const { active, plans, log } = parts;
  const changed = new vscode.EventEmitter<TreeElement | undefined>();
  const showAnew = (): void => {
    tree.pages.forget();
    changed.fire(undefined);
  };
  const tree = createShownTree(parts, showAnew);
  const view = vscode.window.createTreeView<TreeElement>('aftermath.entities', {
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: takesFiles(parts.drop),
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (of) => {
        const children = await tree.pages.children(of);
        if (of === undefined) describe(view, tree);
        return [...children];
      },
      getParent: ({ parent }) => parent,
      getTreeItem: (element) => itemOf(element, tree),
    },
  });
  const quietly = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      log.warn('The side bar was not brought up to date.', error);
    });
  };
  const update = async (): Promise<void> => {
    for (const element of await tree.pages.refresh()) changed.fire(element);
    describe(view, tree);
  };
  const find = async ({ uri, name }: SelectedEntity): Promise<void> => {
    if (name === undefined || uri !== tree.uri() || !view.visible) return;
    const element = await tree.find(name);
    if (element !== undefined) await view.reveal(element, { select: true, focus: false });
  };
  const following = followSelection(parts, view, (selected) => {
    quietly(find(selected));
  });
  const subscriptions = [
    ...[view, changed, following],
    active.onChange(() => {
      setContextKey('hasMarks', plans.marked(tree.uri()) !== undefined);
      showAnew();
    }),
    plans.listen(() => {
      setContextKey('hasMarks', plans.marked(tree.uri()) !== undefined);
      quietly(update());
    }),
  ];
  return {
    commands: commandsOf(parts, tree),
    modelChanged: (uri) => {
      if (uri === tree.uri()) quietly(update());
    },
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

const groupCommands = {
  kind: 'groupEntitiesByKind',
  host: 'groupEntitiesByHost',
  owner: 'groupEntitiesByOwner',
} as const;

/** Returns the commands of the view, by name. */
function commandsOf({ ask, plans }: EntityViewParts, tree: ShownTree): EntityView['commands'] {
  return new Map<string, (argument: unknown) => Promise<void> | void>([
    ['revealEntity', (argument) => revealEntity(ask, argument)],
    ['copyEntityName', copyName],
    ['filterEntities', () => askFilter(tree.filter(), tree.setFilter)],
    [
      'clearEntityFilter',
      () => {
        tree.setFilter('');
      },
    ],
    [
      'clearMarks',
      () => {
        plans.unmark(tree.uri());
      },
    ],
    ...treeGroupings.map((by) => [groupCommands[by], () => tree.setGrouping(by)] as const),
  ]);
}

/** The largest tree that is open at first. */
const openedAtFirst = 60;

function itemOf(element: TreeElement, { pages, filter }: ShownTree): vscode.TreeItem {
  const command = {
    command: 'aftermath.revealEntity',
    title: vscode.l10n.t('Go to Declaration'),
    arguments: [element],
  };
  return entityItem({
    entry: element.entry,
    filter: filter(),
    isOpen: (pages.top()?.total ?? Infinity) <= openedAtFirst,
    command: element.aftermathName === undefined ? undefined : command,
  });
}

/** Says beside the title how the tree is grouped or what is found. */
function describe(view: vscode.TreeView<TreeElement>, { pages, by, filter }: ShownTree): void {
  const { found, total } = pages.top() ?? {};
  setContextKey('isModelEmpty', total === 0);
  view.description = found === undefined || total === undefined ? '' : descriptionOf(by(), filter(), { found, total });
  view.message = found === 0 && total !== 0 ? vscode.l10n.t('Nothing is named like "{0}".', filter()) : '';
}

function descriptionOf(
  by: TreeGrouping,
  filter: string,
  { found, total }: { readonly found: number; readonly total: number },
): string {
  if (filter !== '') return vscode.l10n.t('"{0}": {1} of {2}', filter, found, total);
  const words: Readonly<Record<TreeGrouping, string>> = {
    kind: vscode.l10n.t('by kind'),
    host: vscode.l10n.t('by host'),
    owner: vscode.l10n.t('by owner'),
  };
  return words[by];
}

/** Follows what is selected elsewhere while the view is visible, and tells others what is selected here. */
function followSelection(
  { selection }: Pick<EntityViewParts, 'selection'>,
  view: vscode.TreeView<TreeElement>,
  find: (selected: SelectedEntity) => void,
): Pick<vscode.Disposable, 'dispose'> {
  let following: FollowedSelection | undefined;
  const follow = (): void => {
    following?.dispose();
    following = view.visible ? selection.listen('tree', find) : undefined;
    following?.again();
  };
  follow();
  const subscriptions = [
    view.onDidChangeVisibility(follow),
    view.onDidChangeSelection(({ selection: [element, second] }) => {
      if (element?.aftermathName === undefined || second !== undefined) return;
      selection.select({ uri: element.uri, name: element.aftermathName, by: 'tree' });
    }),
  ];
  return {
    dispose: () => {
      following?.dispose();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** Puts the cursor at the name of an entity's declaration. */
async function revealEntity(ask: Ask, argument: unknown): Promise<void> {
  const [uri, name] = [textField(argument, 'uri'), textField(argument, 'aftermathName')];
  if (uri === undefined || name === undefined) return;
  const found = await ask(treeWayRequest, { uri, by: 'kind', name });
  if (found === null) return;
  const { start, end, uri: file } = found.span;
  const at = vscode.Uri.parse(file, true);
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === at.toString());
  await vscode.window.showTextDocument(at, {
    ...(shown?.viewColumn !== undefined && { viewColumn: shown.viewColumn }),
    preview: true,
    selection: new vscode.Range(start.line, start.character, end.line, end.character),
  });
}

async function copyName(argument: unknown): Promise<void> {
  const name = textField(argument, 'aftermathName');
  if (name !== undefined) await vscode.env.clipboard.writeText(name);
}

/** Returns a controller that imports dropped files and folders. */
function takesFiles(drop: EntityViewParts['drop']): vscode.TreeDragAndDropController<TreeElement> {
  return {
    dropMimeTypes: ['text/uri-list'],
    dragMimeTypes: [],
    handleDrop: async (_, dropped) => {
      const list = (await dropped.get('text/uri-list')?.asString()) ?? '';
      const files = list.split(/\r?\n/u).flatMap((line) => (line === '' ? [] : [vscode.Uri.parse(line)]));
      if (files.length > 0) await drop(files);
    },
  };
}
