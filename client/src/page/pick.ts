/**
 * A quick pick at the top of the window.
 */
import * as vscode from 'vscode';
import type { ListChoice } from '../../../server/src/protocol/protocol.ts';
import { stayOption } from './staying-picks.ts';

/** Lets the user choose; returns the name of the choice. */
export async function pick(choices: readonly ListChoice[], title: string): Promise<string | undefined> {
  const items = choices.map(({ name, detail }) => ({ label: name, description: detail }));
  const chosen = await vscode.window.showQuickPick(items, {
    ...{ title, placeHolder: title, matchOnDescription: true },
    ...stayOption(),
  });
  return chosen?.label;
}

/** A button on some rows: another way to take the choice. */
export interface RowButton {
  readonly icon: string;
  readonly tooltip: string;
  readonly has: (name: string) => boolean;
}

/**
 * Lets the user choose, by the row or by its button; returns the name of the choice and which it was. More choices follow
 * below a title.
 */
export async function pickByButton(
  choices: readonly ListChoice[],
  title: string,
  { icon, tooltip, has }: RowButton,
  more?: { readonly title: string; readonly choices: readonly ListChoice[] },
): Promise<{ readonly name: string; readonly byButton: boolean } | undefined> {
  const list = vscode.window.createQuickPick();
  const button = { iconPath: new vscode.ThemeIcon(icon), tooltip };
  list.title = list.placeholder = title;
  list.matchOnDescription = true;
  list.ignoreFocusOut = stayOption().ignoreFocusOut;
  const rows = (all: readonly ListChoice[]): readonly vscode.QuickPickItem[] =>
    all.map(({ name, detail }) => ({ label: name, description: detail, buttons: has(name) ? [button] : [] }));
  const separator = { label: more?.title ?? '', kind: vscode.QuickPickItemKind.Separator };
  list.items = [...rows(choices), ...(more === undefined ? [] : [separator, ...rows(more.choices)])];
  const chosen = await new Promise<{ readonly name: string; readonly byButton: boolean } | undefined>((resolve) => {
    list.onDidAccept(() => {
      const [item] = list.selectedItems;
      if (item !== undefined) resolve({ name: item.label, byButton: false });
    });
    list.onDidTriggerItemButton(({ item }) => {
      resolve({ name: item.label, byButton: true });
    });
    list.onDidHide(() => {
      resolve(undefined);
    });
    list.show();
  });
  list.dispose();
  return chosen;
}

interface SomeItem extends vscode.QuickPickItem {
  readonly isSeveral?: true;
}

/**
 * Lets the user choose one, or with the last row several of them in a list of their own; returns the names, at least
 * one.
 */
export async function pickSome(
  choices: readonly ListChoice[],
  title: string,
  several: string,
): Promise<readonly string[] | undefined> {
  const items: SomeItem[] = choices.map(({ name, detail }) => ({ label: name, description: detail }));
  const more: SomeItem = { label: several, iconPath: new vscode.ThemeIcon('checklist'), alwaysShow: true, isSeveral: true }; // oxfmt-ignore
  const options = { title, placeHolder: title, matchOnDescription: true, ...stayOption() };
  const chosen = await vscode.window.showQuickPick(items.length > 1 ? [...items, more] : items, options);
  if (chosen === undefined) return undefined;
  if (chosen.isSeveral !== true) return [chosen.label];
  const all = await vscode.window.showQuickPick(items, { ...options, canPickMany: true });
  return all === undefined || all.length === 0 ? undefined : all.map(({ label }) => label);
}
