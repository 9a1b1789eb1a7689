/**
 * The common parts of panels: a page that is set once and connected to its link, and the entries of its context menu.
 * Independent of the page's content.
 */
import type * as vscode from 'vscode';
import { panelField } from './page-html.ts';
import { textField } from './text-field.ts';
import { onThemeChange, setPage, tellTheme, type PageParts } from './webview-page.ts';

/** The logic that controls a page. */
export interface PageLink {
  readonly setVisible: (isVisible: boolean) => void;
  /** Handles any message from the page. */
  readonly receive: (message: unknown) => Promise<void>;
  readonly dispose: () => void;
}

type Connected = Omit<PageParts, 'extensionUri' | 'panel'> & {
  /** Disposed with the panel. */
  readonly subscriptions: readonly Subscription[];
};

interface Subscription extends Pick<vscode.Disposable, 'dispose'> {
  /** Sends the last message again, to a page that was hidden and is created again. */
  readonly again?: () => void;
}

/** The panels of a window. */
export interface PagePanels {
  /** Sets the page of a panel once and connects it; everything is disposed with the panel. */
  readonly connect: (panel: vscode.WebviewPanel, link: PageLink, page: Connected) => void;
  /** The commands of context menus, by name: each passes on the message that the menu context contains for it. */
  readonly commands: ReadonlyMap<string, (argument: unknown) => Promise<void>>;
}

/** The fields of a menu context with the page's message for each command. */
const menuFields = {
  openSource: 'aftermathSource',
  toggleBreakpoint: 'aftermathBreakpoint',
  hideLane: 'aftermathHide',
} as const;

/** Creates the panels of a window. */
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
          tellTheme(panel);
          for (const { again } of subscriptions) again?.();
        }),
        onThemeChange(() => {
          tellTheme(panel);
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
      setPage(panel, { extensionUri, panel: name, ...page });
    },
    commands: new Map(
      Object.entries(menuFields).map(([name, field]) => [
        name,
        async (argument) => {
          // The content of a menu context is validated like all messages of its page.
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
