/**
 * The context keys that decide which commands are offered beyond what VS Code knows by itself; all of
 * them are set here.
 */
import * as vscode from 'vscode';

/** `aftermath.showsGraph` is true while the graph panel is open, `aftermath.showsReport` while any report is. */
export type ContextKey = 'showsGraph' | 'showsReport';

/** Sets a context key. Keys that are still set when the extension ends go with its window. */
export function setContextKey(key: ContextKey, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `aftermath.${key}`, value);
}
