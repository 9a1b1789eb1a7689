/**
 * The context keys that enable commands, beyond those of VS Code itself; all of them are set here.
 */
import * as vscode from 'vscode';

/**
 * `aftermath.showsGraph` is true while the graph panel is open, `aftermath.showsTrace` while the trace panel is,
 * `aftermath.showsMachine` while the machine panel is, `aftermath.showsReport` while any report is.
 * `aftermath.hasScenarios` is true while the Testing view has any of our scenarios.
 */
export type ContextKey = 'showsGraph' | 'showsMachine' | 'showsReport' | 'showsTrace' | 'hasScenarios';

/** Sets a context key. The window drops its keys when it closes. */
export function setContextKey(key: ContextKey, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `aftermath.${key}`, value);
}
