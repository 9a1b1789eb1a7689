/**
 * The documents that are models: how to recognize and name them, which one a command is about, and where to open a new
 * one.
 */
import * as vscode from 'vscode';

/** The language id. */
export const languageId = 'aftermath';

/** Returns true if a document is a model. */
export const isModel = (document: vscode.TextDocument): boolean => document.languageId === languageId;

/** Returns the displayed name of a document. */
export function titleOf(uri: vscode.Uri): string {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return name === '' ? uri.toString(true) : name;
}

/** Returns the model in the active editor. */
export function activeModel(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document !== undefined && isModel(document) ? document.uri : undefined;
}

/** Opens an unsaved model with this text, beside the graph panel, never over it; returns its URI. */
export async function openNewModel(content: string): Promise<vscode.Uri> {
  const document = await vscode.workspace.openTextDocument({ language: languageId, content });
  const [visible] = vscode.window.visibleTextEditors;
  const beside = visible?.viewColumn ?? vscode.ViewColumn.One;
  const viewColumn = vscode.window.activeTextEditor === undefined ? beside : vscode.ViewColumn.Active;
  await vscode.window.showTextDocument(document, { viewColumn });
  return document.uri;
}
