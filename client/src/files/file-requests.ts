/**
 * Reads files for a language server that cannot: in a browser, and in workspaces that are not on the disk.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { Unreadable } from '../../../language/src/dsl/loaded.ts';
import { mostBytes, tooLarge } from '../../../server/src/workspace/files/files.ts';
import { listModelsRequest, type OfDocument, readFileRequest } from '../../../server/src/protocol/protocol.ts';

/** Folders that contain no models of the user's own, however many files they have. */
const skipped = '**/{node_modules,dist,out,.*}/**';

/** Answers the server's requests for files. */
export function answerFileRequests(client: BaseLanguageClient): void {
  client.onRequest<string | Unreadable | null, unknown>(readFileRequest.method, ({ uri }: OfDocument) =>
    readFile(vscode.Uri.parse(uri, true)),
  );
  client.onRequest(listModelsRequest.method, ({ uri }: OfDocument) => listModels(vscode.Uri.parse(uri, true)));
}

async function readFile(uri: vscode.Uri): Promise<string | Unreadable | null> {
  try {
    return await readBounded(uri);
  } catch (error) {
    // The answer is that there is no such file.
    return error instanceof UnreadableError ? { why: error.why } : null;
  }
}

/** Signals a file that exists but is not read. */
class UnreadableError extends Error implements Unreadable {
  readonly why: string;
  constructor(uri: vscode.Uri, why: string) {
    super(`"${uri.path}" ${why}.`);
    this.why = why;
  }
}

/** Returns the text of a regular file of bounded size; rejects any other. */
export async function readBounded(uri: vscode.Uri): Promise<string> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) !== 0) throw new UnreadableError(uri, 'is a folder');
  if ((type & vscode.FileType.File) === 0) throw new UnreadableError(uri, 'is not a regular file');
  if (size > mostBytes) throw new UnreadableError(uri, tooLarge.why);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

async function listModels(folder: vscode.Uri): Promise<readonly string[]> {
  const found = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, '**/*.aft'), skipped);
  return found.map((uri) => uri.toString());
}
