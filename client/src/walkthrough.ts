/**
 * The walkthrough: it opens automatically once, and its buttons work from anywhere: where no model is open that they could
 * work on, they open an example first.
 */
import * as vscode from 'vscode';
import { scenariosRequest } from '../../server/src/protocol/protocol.ts';
import type { ActiveModel } from './files/active-model.ts';
import { openNewModel } from './files/model-document.ts';
import { setContextKey } from './page/context-keys.ts';
import { withStayingPicks } from './page/staying-picks.ts';
import type { Ask } from './server/server-link.ts';

/** The parts of the extension that the walkthrough needs. */
export interface WalkthroughParts {
  readonly extensionUri: vscode.Uri;
  readonly ask: Ask;
  readonly active: Pick<ActiveModel, 'current'>;
}

/** The requirement of a step on the model; most have none. */
const needs = {
  showGraph: undefined,
  simulateCrash: undefined,
  showPlan: undefined,
  runScenario: 'scenarios',
  verify: 'ownChecks',
} as const;

/** The example of all steps. */
const example = 'kv-store.aft';

/** Runs the command of a step on the active model, or on an example. */
export async function tryOut({ extensionUri, ask, active }: WalkthroughParts, argument: unknown): Promise<void> {
  const found = Object.entries(needs).find(([name]) => name === argument);
  if (found === undefined) return;
  const [step, need] = found;
  const current = active.current();
  const isFit = current !== undefined && (need === undefined || (await hasAny(ask, current, need)));
  const uri = isFit ? current : await openExample(extensionUri);
  await withStayingPicks(() => vscode.commands.executeCommand(`aftermath.${step}`, { uri: uri.toString() }));
}

async function hasAny(ask: Ask, uri: vscode.Uri, need: 'scenarios' | 'ownChecks'): Promise<boolean> {
  await vscode.workspace.openTextDocument(uri);
  const list = await ask(scenariosRequest, { uri: uri.toString() });
  return (list?.[need].length ?? 0) > 0;
}

/** Opens the user's copy of the example, or a new model with its text. */
async function openExample(extensionUri: vscode.Uri): Promise<vscode.Uri> {
  const [copy] = await vscode.workspace.findFiles(`**/${example}`, undefined, 1);
  if (copy !== undefined) {
    await vscode.window.showTextDocument(copy);
    return copy;
  }
  const file = vscode.Uri.joinPath(extensionUri, 'language', 'examples', example);
  return openNewModel(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
}

/** Opens the walkthrough; beside the editor if `toSide` is set. */
export async function getStarted(extensionId: string, { toSide }: { readonly toSide: boolean }): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#start`, toSide);
}

/** Returns true if a Markdown page or its preview is in front, whose opening starts the extension. */
function isReadingMarkdown(): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText) return input.uri.path.endsWith('.md');
  return input instanceof vscode.TabInputWebview && input.viewType.includes('markdown.preview');
}

const shownKey = 'aftermath.walkthroughShown';

/**
 * Opens the walkthrough if it was never opened, unless the user does not want it. Who has the examples open already, as
 * after `npm start`, need not open them.
 */
export async function getStartedOnce({
  extension,
  globalState,
}: Pick<vscode.ExtensionContext, 'extension' | 'globalState'>): Promise<void> {
  const isWanted = vscode.workspace.getConfiguration('aftermath.walkthrough').get<boolean>('open', true);
  if (!isWanted || globalState.get(shownKey) === true || isReadingMarkdown()) return;
  await globalState.update(shownKey, true);
  // An output panel is a text editor, too, but no tab.
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  await getStarted(extension.id, { toSide: activeTab !== undefined });
  const [open] = await vscode.workspace.findFiles(`**/${example}`, undefined, 1);
  if (open !== undefined) setContextKey('didOpenExamples', true);
}
