/**
 * A quick pick at the top of the window.
 */
import * as vscode from 'vscode';
import type { Choice } from '../../../server/src/protocol/protocol.ts';

/** Lets the user choose; returns the name of the choice. */
export async function pick(choices: readonly Choice[], title: string): Promise<string | undefined> {
  const items = choices.map(({ name, detail }) => ({ label: name, description: detail }));
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: title, matchOnDescription: true });
  return chosen?.label;
}

interface SomeItem extends vscode.QuickPickItem {
  readonly isSeveral?: true;
}

/**
 * Lets the user choose one, or with the last row several of them in a list of their own; returns the names, at least
 * one.
 */
export async function pickSome(
  choices: readonly Choice[],
  title: string,
  several: string,
): Promise<readonly string[] | undefined> {
  const items: SomeItem[] = choices.map(({ name, detail }) => ({ label: name, description: detail }));
  const more: SomeItem = { label: several, iconPath: new vscode.ThemeIcon('checklist'), alwaysShow: true, isSeveral: true }; // prettier-ignore
  const options = { title, placeHolder: title, matchOnDescription: true };
  const chosen = await vscode.window.showQuickPick(items.length > 1 ? [...items, more] : items, options);
  if (chosen === undefined) return undefined;
  if (chosen.isSeveral !== true) return [chosen.label];
  const all = await vscode.window.showQuickPick(items, { ...options, canPickMany: true });
  return all === undefined || all.length === 0 ? undefined : all.map(({ label }) => label);
}
