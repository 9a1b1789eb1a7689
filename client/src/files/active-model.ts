/**
 * The model that the side bar is about: the one in the active editor, and while none is there the last one that was.
 */
import * as vscode from 'vscode';
import { isModel } from './model-document.ts';

/** The model that the user works on. */
export interface ActiveModel {
  readonly current: () => vscode.Uri | undefined;
  readonly onChange: vscode.Event<vscode.Uri | undefined>;
  readonly dispose: () => void;
}

/** Follows the editors. */
export function followActiveModel(): ActiveModel {
  const changed = new vscode.EventEmitter<vscode.Uri | undefined>();
  let current = modelOnScreen();
  const set = (uri: vscode.Uri | undefined): void => {
    if (uri?.toString() === current?.toString()) return;
    current = uri;
    changed.fire(uri);
  };
  const subscriptions = [
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor !== undefined && isModel(editor.document)) set(editor.document.uri);
    }),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => {
      // A document whose language has changed is opened again.
      if (vscode.window.activeTextEditor?.document.uri.toString() === uri.toString()) set(modelOnScreen() ?? current);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.toString() === current?.toString()) set(modelOnScreen());
    }),
  ];
  return {
    current: () => current,
    onChange: changed.event,
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
      changed.dispose();
    },
  };
}

/** Returns the model in the active editor, otherwise one in another editor on screen. */
function modelOnScreen(): vscode.Uri | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editors = activeTextEditor === undefined ? visibleTextEditors : [activeTextEditor, ...visibleTextEditors];
  return editors.find(({ document }) => isModel(document))?.document.uri;
}
