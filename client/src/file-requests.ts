/**
 * Reads files for a language server that cannot: in a browser, and in workspaces that are not on the disk.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { listModelsRequest, type OfDocument, readFileRequest } from '../../server/src/protocol.ts';

/** Folders that hold no models of the user's own, however many files they have. */
const skipped = '**/{node_modules,dist,out,.*}/**';

/** Answers the questions of the server for files. */
export function answerFileRequests(client: BaseLanguageClient): void {
  client.onRequest(readFileRequest.method, ({ uri }: OfDocument) => readFile(vscode.Uri.parse(uri, true)));
  client.onRequest(listModelsRequest.method, ({ uri }: OfDocument) => listModels(vscode.Uri.parse(uri, true)));
}

async function readFile(uri: vscode.Uri): Promise<string | null> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    // That there is no such file is the answer.
    return null;
  }
}

async function listModels(folder: vscode.Uri): Promise<readonly string[]> {
  const found = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, '**/*.aft'), skipped);
  return found.map((uri) => uri.toString());
}
