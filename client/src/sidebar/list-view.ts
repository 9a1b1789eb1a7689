/**
 * A view of the side bar that is a list.
 */
import * as vscode from 'vscode';

/** A list. */
export interface ListSource<Row> {
  readonly view: string;
  readonly rows: () => Promise<readonly Row[]>;
  readonly item: (row: Row) => vscode.TreeItem;
}

/** A list on screen. */
export interface ListView {
  /** Reads the rows again. */
  readonly refresh: () => void;
  readonly dispose: () => void;
}

/** Shows a list; it is read when it becomes visible. */
export function showList<Row>({ view, rows, item }: ListSource<Row>): ListView {
  const changed = new vscode.EventEmitter<undefined>();
  const tree = vscode.window.createTreeView<Row>(view, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (of) => (of === undefined ? [...(await rows())] : []),
      getTreeItem: item,
    },
  });
  return {
    refresh: () => {
      changed.fire(undefined);
    },
    dispose: () => {
      tree.dispose();
      changed.dispose();
    },
  };
}
