/**
 * Writes the picture of a run into a file that a person chooses.
 */
import * as vscode from 'vscode';
import type { RunSubject } from '../../webview/trace/messages.ts';
import type { PictureExport } from './trace-answers.ts';

const endings = { svg: 'svg', png: 'png', mermaid: 'mmd', json: 'json' } as const satisfies Readonly<
  Record<PictureExport['format'], string>
>;

/** Asks for a file beside the model, and writes the content there; that of a PNG comes in base64. */
export async function exportPicture(
  subject: RunSubject | undefined,
  format: PictureExport['format'],
  content: string,
): Promise<void> {
  if (subject === undefined) return;
  const model = vscode.Uri.parse(subject.uri, true);
  const ending = endings[format];
  const name = `${subject.title.replace(/\.aft$/, '')}.sequence.${ending}`;
  const folder =
    model.scheme === 'untitled' ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.joinPath(model, '..');
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export the picture of the run'),
    filters: { [ending.toUpperCase()]: [ending] },
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) return;
  const bytes = format === 'png' ? bytesOf(content) : new TextEncoder().encode(content);
  await vscode.workspace.fs.writeFile(target, bytes);
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
