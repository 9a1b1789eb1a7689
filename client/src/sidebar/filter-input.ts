/**
 * The box for a filter: what it finds is shown while it is typed.
 */
import * as vscode from 'vscode';

/** Milliseconds without typing before the filter is applied. */
const patience = 200;

/** Lets the user type a filter; takes it back if the user cancels. */
export async function askFilter(before: string, apply: (filter: string) => void): Promise<void> {
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('Filter Entities');
  box.placeholder = vscode.l10n.t('Words of the name, type, kind or machine');
  box.value = before;
  let timer: NodeJS.Timeout | undefined;
  let applied = before;
  const take = (filter: string): void => {
    clearTimeout(timer);
    if (filter !== applied) apply(filter);
    applied = filter;
  };
  await new Promise<void>((resolve) => {
    let isAccepted = false;
    box.onDidChangeValue((filter) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        take(filter);
      }, patience);
    });
    box.onDidAccept(() => {
      isAccepted = true;
      take(box.value);
      box.hide();
    });
    box.onDidHide(() => {
      if (!isAccepted) take(before);
      resolve();
    });
    box.show();
  });
  box.dispose();
}
