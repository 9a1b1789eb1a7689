/**
 * Reads files of other tools, and those in folders, for an import. Bounded in number and size.
 */
import * as vscode from 'vscode';
import type { SystemFile } from '../../../server/src/protocol/system-file.ts';
import { mostBytes } from '../../../server/src/workspace/files/files.ts';
import { readBounded } from './file-requests.ts';
import { showErrorMessage } from '../notices/notices.ts';

/** The most files of a folder. */
const mostFiles = 5000;
/** Folders that tools fill, and nobody imports. */
const skipped = '**/{node_modules,.git,.terraform}/**';

/**
 * Returns the files, and those in the folders, by their paths from a base folder; tells what is missing or too much.
 * Files in a folder that cannot be read, such as too large ones, are left out. Undefined, too, once the signal is
 * aborted.
 */
export async function readSources(
  base: vscode.Uri,
  uris: readonly vscode.Uri[],
  { log, signal }: { readonly log?: vscode.LogOutputChannel; readonly signal?: AbortSignal } = {},
): Promise<SystemFile[] | undefined> {
  const files: SystemFile[] = [];
  let length = 0;
  const add = async (uri: vscode.Uri, within: string | undefined): Promise<void> => {
    const text = await readBounded(uri);
    length += text.length;
    const file = { name: pathFrom(base, uri), uri: uri.toString(), text };
    files.push(within === undefined ? file : { ...file, within });
  };
  const addFolder = async (folder: vscode.Uri): Promise<void> => {
    for (const inner of await filesIn(folder)) {
      await add(inner, pathFrom(folder, inner)).catch((error: unknown) => {
        log?.warn(`${inner.toString()} is left out.`, error);
      });
      if (length > mostBytes || signal?.aborted === true) return;
    }
  };
  for (const uri of uris) {
    if (signal?.aborted === true) return undefined;
    try {
      const { type } = await vscode.workspace.fs.stat(uri);
      await ((type & vscode.FileType.Directory) === 0 ? add(uri, undefined) : addFolder(uri));
    } catch (error) {
      log?.error(`${uri.toString()} cannot be read.`, error);
      void showErrorMessage(vscode.l10n.t('{0} cannot be read.', pathFrom(base, uri)));
      return undefined;
    }
    if (length > mostBytes) {
      const megabytes = (mostBytes / 2 ** 20).toString();
      const message = vscode.l10n.t('There is more to read than {0} MB. Import fewer files at once.', megabytes);
      void showErrorMessage(message);
      return undefined;
    }
  }
  return files;
}

async function filesIn(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, '**/*'), skipped, mostFiles);
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the path of a file as seen from a folder, with `/`. */
export function pathFrom(folder: vscode.Uri, { path }: vscode.Uri): string {
  const [from, to] = [folder.path.split('/').filter(Boolean), path.split('/').filter(Boolean)];
  let common = 0;
  while (common < from.length && common < to.length && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
