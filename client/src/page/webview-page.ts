/**
 * The common parts of panels: loading their page, and revealing source locations.
 */
import * as vscode from 'vscode';
import type { Span } from '../../../language/src/model/span.ts';
import { supposedName } from '../../../language/src/model/supposition.ts';
import { pageHtml } from './page-html.ts';
import { showInformationMessage } from '../notices/notices.ts';

/** A page of the extension's own. */
export interface PageParts {
  readonly extensionUri: vscode.Uri;
  /** The name of its script and style. */
  readonly page: string;
  /** The name of the panel's icon, without its theme. */
  readonly icon: string;
  /** True if the page lays something out. */
  readonly hasLayout?: boolean;
  /** The name of the panel for its context menus. */
  readonly panel: string;
}

/** Sets the page of a panel once; everything else is sent as messages. */
export function setPage(
  panel: vscode.WebviewPanel,
  { extensionUri, page, icon, hasLayout, panel: name }: PageParts,
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
    ...(hasLayout === true && {
      workers: {
        layout: urlOf('layout-worker.js'),
        elk: urlOf('elk-worker.cjs'),
      },
    }),
    language: vscode.env.language,
    panel: name,
    ...(vscode.l10n.bundle !== undefined && { words: vscode.l10n.bundle }),
  });
}

const themeSetting = 'aftermath.export.theme';

/** Tells a page in which theme it exports pictures. */
export function tellTheme(panel: vscode.WebviewPanel): void {
  const theme = vscode.workspace.getConfiguration().get(themeSetting, 'light');
  void panel.webview.postMessage({ type: 'exportTheme', theme });
}

/** Calls back when the theme of exported pictures is another one. */
export const onThemeChange = (changed: () => void): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(themeSetting)) changed();
  });

/** Selects a location in the editor that shows it, otherwise in a column other than the panel's. */
export async function revealSource(
  panel: vscode.WebviewPanel,
  span: Span,
  options: { readonly focus: boolean },
): Promise<void> {
  const uri = vscode.Uri.parse(span.uri, true);
  if (uri.path.endsWith(`/${supposedName}.aft`)) {
    void showInformationMessage(vscode.l10n.t('This is only supposed; it stands in no file.'));
    return;
  }
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
  const other = panel.viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
  const { start, end } = span;
  await vscode.window.showTextDocument(uri, {
    viewColumn: shown?.viewColumn ?? other,
    preserveFocus: !options.focus,
    selection: new vscode.Range(start.line, start.character, end.line, end.character),
  });
}

/** The environment common to all pages: messages to it, documents and the log. */
export interface PageWorld<ToPage> {
  readonly post: (message: ToPage) => void;
  /** Makes sure that the server knows a document; rejects if it does not exist. */
  readonly open: (uri: string) => Promise<void>;
  readonly showLog: () => void;
  readonly log: (message: string) => void;
}

/** Returns the environment of a panel's page. */
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
