/**
 * Writes a picture drawn by a page, or a table shown by it, to a file that the user chooses.
 */
import * as vscode from 'vscode';
import { showErrorMessage } from '../notices/notices.ts';

const endings = { svg: 'svg', png: 'png', mermaid: 'mmd', json: 'json', csv: 'csv' } as const;

/** A picture or a table, and its model. */
export interface ExportedPicture {
  /** The URI of the model; the file is offered beside it. */
  readonly uri: string;
  /** The file name without its extension. */
  readonly name: string;
  readonly format: keyof typeof endings;
  /** The content; of a PNG in base64. */
  readonly content: string;
}

/** Asks for a file beside the model and writes the content there; shows and logs a failure. */
export async function exportPicture(picture: ExportedPicture, log: vscode.LogOutputChannel): Promise<void> {
  try {
    await write(picture);
  } catch (error) {
    log.error('The picture was not written.', error);
    void showErrorMessage(vscode.l10n.t('The picture was not written; the log says why.'));
  }
}

async function write({ uri, name, format, content }: ExportedPicture): Promise<void> {
  const model = vscode.Uri.parse(uri, true);
  const ending = endings[format];
  const folder =
    model.scheme === 'untitled' ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.joinPath(model, '..');
  const target = await vscode.window.showSaveDialog({
    title: format === 'csv' ? vscode.l10n.t('Export the table') : vscode.l10n.t('Export the picture'),
    filters: { [ending.toUpperCase()]: [ending] },
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder, `${name}.${ending}`) }),
  });
  if (target !== undefined) await writePicture(target, format, content);
}

/** Writes a picture or a text; the content of a PNG is in base64. */
export async function writePicture(target: vscode.Uri, format: string, content: string): Promise<void> {
  const bytes = format === 'png' ? bytesOf(content) : new TextEncoder().encode(content);
  await vscode.workspace.fs.writeFile(target, bytes);
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
