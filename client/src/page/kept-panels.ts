/**
 * The panels of one type in a window: at most one per key, restored after a reload.
 */
import * as vscode from 'vscode';
import { setContextKey, type ContextKey } from './context-keys.ts';

/** A panel with the link that controls its page. */
export interface OpenPanel<Link> {
  readonly panel: vscode.WebviewPanel;
  readonly link: Link;
}

/** The panels of one type. */
export interface KeptPanels<Key, Link> {
  readonly at: (key: Key) => OpenPanel<Link> | undefined;
  readonly all: () => readonly OpenPanel<Link>[];
  /** Returns the panel of a key: the open one, brought to the front, or a new one; beside the column `apart`, not over it. */
  readonly reveal: (key: Key, apart?: vscode.ViewColumn) => OpenPanel<Link>;
  readonly dispose: () => void;
}

/** Creates and restores the panels of one type. */
export interface PanelType<Key, Link> {
  /** The type of the panels, also their id in `when` clauses. */
  readonly type: string;
  /** The context key that is true while one is open. */
  readonly shows: ContextKey;
  /** True if bringing a panel to the front does not move the focus. */
  readonly preserveFocus: boolean;
  readonly create: (open: readonly OpenPanel<Link>[], column?: vscode.ViewColumn) => vscode.WebviewPanel;
  /** Sets the page of a panel once and connects it; everything is disposed with the panel. */
  readonly connect: (panel: vscode.WebviewPanel) => Link;
  /** Returns the key of a saved state, and a function that shows it; `undefined` closes the panel. */
  readonly restore: (
    state: unknown,
  ) => { readonly key: Key; readonly show: (open: OpenPanel<Link>) => Promise<void> } | undefined;
}

/** Keeps the panels of a type, and restores those that were open before a reload. */
export function keepPanels<Key, Link>(kind: PanelType<Key, Link>): KeptPanels<Key, Link> {
  const open = new Map<Key, OpenPanel<Link>>();
  const adopt = (panel: vscode.WebviewPanel, key: Key): OpenPanel<Link> => {
    open.get(key)?.panel.dispose();
    const adopted = { panel, link: kind.connect(panel) };
    open.set(key, adopted);
    panel.onDidDispose(() => {
      if (open.get(key) === adopted) open.delete(key);
      setContextKey(kind.shows, open.size > 0);
    });
    setContextKey(kind.shows, true);
    return adopted;
  };
  const serializer = vscode.window.registerWebviewPanelSerializer(kind.type, {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      const restored = kind.restore(state);
      if (restored === undefined) panel.dispose();
      else await restored.show(adopt(panel, restored.key));
    },
  });
  return {
    at: (key) => open.get(key),
    all: () => [...open.values()],
    reveal: (key, apart) => {
      const known = open.get(key);
      const beside = apart === undefined ? undefined : apart + 1;
      known?.panel.reveal(known.panel.viewColumn === apart ? beside : undefined, kind.preserveFocus);
      return known ?? adopt(kind.create([...open.values()], beside), key);
    },
    dispose: () => {
      serializer.dispose();
      for (const { panel } of [...open.values()]) panel.dispose();
    },
  };
}

/** Creates an empty panel beside the editor, without moving the focus. */
export const panelBeside = (
  type: string,
  title: string,
  viewColumn: vscode.ViewColumn = vscode.ViewColumn.Beside,
): vscode.WebviewPanel => vscode.window.createWebviewPanel(type, title, { viewColumn, preserveFocus: true });
