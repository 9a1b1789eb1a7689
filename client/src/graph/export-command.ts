/**
 * The command *Export Graph…*: writes the graph in the panel to a file; the user chooses format and file.
 */
import * as vscode from 'vscode';
import { writePicture } from '../page/picture-export.ts';
import { graphFormats, type GraphFormat } from '../../webview/graph/messages.ts';
import { showInformationMessage } from '../notices/notices.ts';

/** The part of the graph panel that exporting needs. */
interface ExportingPanel {
  readonly document: () => vscode.Uri | undefined;
  readonly exportAs: (format: GraphFormat) => void;
}

const endings: Readonly<Record<GraphFormat, string>> = {
  svg: 'svg',
  png: 'png',
  mermaid: 'mmd',
  dot: 'dot',
  json: 'json',
};

/** Asks for the format, unless `{ format }` gives it, and requests the picture from the page, which answers. */
export async function exportGraph(graph: ExportingPanel, argument: unknown): Promise<void> {
  if (graph.document() === undefined) {
    void showInformationMessage(vscode.l10n.t('Show a graph first: the export contains what it shows.'));
    return;
  }
  const format = formatIn(argument) ?? (await chooseFormat());
  if (format !== undefined) graph.exportAs(format);
}

/** Asks for a file beside the model, and writes the content there; a PNG is in base64. */
export async function writeGraph(document: vscode.Uri, format: GraphFormat, content: string): Promise<void> {
  const ending = endings[format];
  const path = document.path.replace(/\.aft$/u, '');
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export the graph'),
    filters: { [ending.toUpperCase()]: [ending] },
    ...(document.scheme !== 'untitled' && { defaultUri: document.with({ path: `${path}.${ending}` }) }),
  });
  if (target !== undefined) await writePicture(target, format, content);
}

const formatIn = (argument: unknown): GraphFormat | undefined =>
  typeof argument === 'object' && argument !== null && 'format' in argument
    ? graphFormats.find((each) => each === argument.format)
    : undefined;

async function chooseFormat(): Promise<GraphFormat | undefined> {
  const titles: Readonly<Record<GraphFormat, string>> = {
    svg: vscode.l10n.t('SVG picture'),
    png: vscode.l10n.t('PNG picture'),
    mermaid: vscode.l10n.t('Mermaid flowchart'),
    dot: vscode.l10n.t('Graphviz graph'),
    json: vscode.l10n.t('JSON'),
  };
  const items = graphFormats.map((format) => ({ label: titles[format], description: `.${endings[format]}`, format }));
  const placeHolder = vscode.l10n.t('Export the graph as shown, in which format?');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.format;
}
