/**
 * What the panels have in common: the page in them, and the way from a page to the text.
 */
import * as vscode from 'vscode';
import type { Span } from '../../../language/src/model/span.ts';
import { pageHtml } from './page-html.ts';

/** A page of the extension's own. */
export interface PageParts {
  readonly extensionUri: vscode.Uri;
  /** The name of its script and its style. */
  readonly page: string;
  /** The name of the panel's icon, without its theme. */
  readonly icon: string;
  /** What it lays out: nothing, charts, or graphs that may be large. */
  readonly layout?: 'charts' | 'graphs';
  /** What its context menus say which panel it is. */
  readonly panel: string;
}

/** Sets the page of a panel; once, for everything else comes by messages. */
export function loadPage(
  panel: vscode.WebviewPanel,
  { extensionUri, page, icon, layout, panel: name }: PageParts,
): void {
  const files = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  const urlOf = (name: string): string => panel.webview.asWebviewUri(vscode.Uri.joinPath(files, name)).toString();
  const iconFor = (theme: string): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'client', 'media', `${icon}-${theme}.svg`);
  panel.iconPath = { light: iconFor('light'), dark: iconFor('dark') };
  panel.webview.options = { enableScripts: true, localResourceRoots: [files] };
  panel.webview.html = pageHtml({
    cspSource: panel.webview.cspSource,
    nonce: crypto.randomUUID(),
    scriptUrl: urlOf(`${page}.js`),
    styleUrl: urlOf(`${page}.css`),
    ...(layout !== undefined && {
      workers: {
        layout: urlOf('layout-worker.js'),
        elk: urlOf('elk-worker.js'),
        ...(layout === 'graphs' && { graphviz: urlOf('graphviz-worker.js') }),
      },
    }),
    language: vscode.env.language,
    panel: name,
    ...(vscode.l10n.bundle !== undefined && { words: vscode.l10n.bundle }),
  });
}

/** Selects a place in the editor that shows it, else in a column that the panel is not in. */
export async function revealSource(
  panel: vscode.WebviewPanel,
  span: Span,
  options: { readonly focus: boolean },
): Promise<void> {
  const uri = vscode.Uri.parse(span.uri, true);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
  const other = panel.viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
  const { start, end } = span;
  await vscode.window.showTextDocument(uri, {
    viewColumn: shown?.viewColumn ?? other,
    preserveFocus: !options.focus,
    selection: new vscode.Range(start.line, start.character, end.line, end.character),
  });
}

/** What every page needs of the window: a way to it, to documents and to the log. */
export interface PageWorld<ToPage> {
  readonly post: (message: ToPage) => void;
  /** Makes sure that the server knows a document; rejects if there is none. */
  readonly open: (uri: string) => Promise<void>;
  readonly showLog: () => void;
  readonly log: (message: string) => void;
}

/** Returns what the page of a panel needs of the window. */
export const pageWorld = <ToPage>(panel: vscode.WebviewPanel, log: vscode.LogOutputChannel): PageWorld<ToPage> => ({
  post: (message) => void panel.webview.postMessage(message),
  open: async (uri) => {
    await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  },
  showLog: () => {
    log.show();
  },
  log: (message) => {
    log.warn(message);
  },
});
