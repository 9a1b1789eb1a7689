/**
 * The command *Open Examples*: copies the example models into a new folder and opens it. Overwrites nothing.
 */
import * as vscode from 'vscode';

const folderName = 'aftermath-examples';

/**
 * Runs the command below the folder of the argument, or one that the user chooses; calls `done` before the window goes
 * to another folder.
 */
export async function openExamples(extensionUri: vscode.Uri, argument: unknown, done: () => void): Promise<void> {
  const parent = argument instanceof vscode.Uri ? argument : await chooseFolder();
  if (parent === undefined) return;
  const target = await newFolder(parent);
  const examples = vscode.Uri.joinPath(extensionUri, 'language', 'examples');
  await vscode.workspace.fs.createDirectory(target);
  for (const [name] of await vscode.workspace.fs.readDirectory(examples)) {
    const text = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(examples, name));
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(target, name), text);
  }
  done();
  // Keep the open folder open.
  const forceNewWindow = vscode.workspace.workspaceFolders !== undefined;
  await vscode.commands.executeCommand('vscode.openFolder', target, { forceNewWindow });
}

async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Choose where to create the folder with the examples'),
    openLabel: vscode.l10n.t('Create Here'),
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return chosen?.[0];
}

/** Returns the first of our folder names that does not exist yet. */
async function newFolder(parent: vscode.Uri): Promise<vscode.Uri> {
  const names = new Set((await vscode.workspace.fs.readDirectory(parent)).map(([name]) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? folderName : `${folderName}-${String(number)}`;
    if (!names.has(name)) return vscode.Uri.joinPath(parent, name);
  }
}
