/**
 * What the panels of pages have in common: a page that is set once and connected to what decides over it, and the
 * entries of its context menu. What is in a page is not known here.
 */
import type * as vscode from 'vscode';
import { panelField } from './page-html.ts';
import { textField } from './text-field.ts';
import { loadPage, type PageParts } from './webview-page.ts';

/** What decides over a page. */
export interface PageLink {
  readonly setVisible: (isVisible: boolean) => void;
  /** Takes whatever the page sent. */
  readonly receive: (message: unknown) => Promise<void>;
  readonly dispose: () => void;
}

type Connected = Omit<PageParts, 'extensionUri' | 'panel'> & {
  /** What ends with the panel. */
  readonly subscriptions: readonly Subscription[];
};

interface Subscription extends Pick<vscode.Disposable, 'dispose'> {
  /** Tells what it told last: for a page that was hidden, and is made anew. */
  readonly again?: () => void;
}

export interface PagePanels {
  /** Sets the page of a panel once and connects it; everything ends with the panel. */
  readonly connect: (panel: vscode.WebviewPanel, link: PageLink, page: Connected) => void;
  /** Those of context menus, by name: each has the page of the menu say what its menu carries for it. */
  readonly commands: ReadonlyMap<string, (argument: unknown) => Promise<void>>;
}

/** Where the menu of a page carries what the page says for each command. */
const menuFields = {
  openSource: 'aftermathSource',
  toggleBreakpoint: 'aftermathBreakpoint',
  hideLane: 'aftermathHide',
} as const;

/** Prepares the panels of a window. */
export function createPagePanels(extensionUri: vscode.Uri): PagePanels {
  const links = new Map<string, PageLink>();
  let count = 0;
  return {
    connect: (panel, link, { subscriptions, ...page }) => {
      count += 1;
      const name = count.toString();
      links.set(name, link);
      const own = [
        panel.webview.onDidReceiveMessage(async (message: unknown) => {
          await link.receive(message);
          if (textField(message, 'type') !== 'ready') return;
          for (const { again } of subscriptions) again?.();
        }),
        panel.onDidChangeViewState(() => {
          link.setVisible(panel.visible);
        }),
        ...subscriptions,
      ];
      panel.onDidDispose(() => {
        links.delete(name);
        link.dispose();
        for (const subscription of own) subscription.dispose();
      });
      loadPage(panel, { extensionUri, panel: name, ...page });
    },
    commands: new Map(
      Object.entries(menuFields).map(([name, field]) => [
        name,
        async (argument) => {
          // What a menu carries is checked like all that its page says.
          await links.get(textField(argument, panelField) ?? '')?.receive(fieldOf(argument, field));
        },
      ]),
    ),
  };
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
