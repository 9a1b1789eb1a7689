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
