/**
 * Follows the folders of the workspace, and what others do to the files in them.
 */
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type InitializeParams,
} from 'vscode-languageserver';
import { projectFileName } from '../../language/src/dsl/project-file.ts';
import { describeError } from './describe-error.ts';
import { isProjectFile } from './document-options.ts';
import { normalized, type Workspace } from './workspace.ts';

/** Loads the folders that the client has open, and asks to be told of changes to the models in them. */
export function openFolders(
  connection: Connection,
  workspace: Workspace,
  { workspaceFolders, capabilities }: InitializeParams,
  log: (message: string) => void,
): void {
  const add = (uri: string): void => {
    workspace.addFolder(normalized(uri)).catch((error: unknown) => {
      log(`The folder ${uri} cannot be read: ${describeError(error)}`);
    });
  };
  for (const { uri } of workspaceFolders ?? []) add(uri);
  if (capabilities.workspace?.workspaceFolders === true) {
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const { uri } of removed) workspace.removeFolder(normalized(uri));
      for (const { uri } of added) add(uri);
    });
  }
  if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
    const watchers = [{ globPattern: '**/*.aft' }, { globPattern: `**/${projectFileName}` }];
    connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch((error: unknown) => {
      log(`Files are not watched: ${describeError(error)}`);
    });
  }
}

/** Takes notice of files that are created, changed, deleted or renamed. */
export function listenToFiles(connection: Connection, workspace: Workspace): void {
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const urisOf = (isDeleted: boolean) =>
      changes
        .filter(({ type }) => (type === FileChangeType.Deleted) === isDeleted)
        .map(({ uri }) => normalized(uri))
        .filter((uri) => uri.endsWith('.aft'));
    if (changes.some(({ uri }) => isProjectFile(uri))) workspace.optionsChanged();
    workspace.filesDeleted(urisOf(true));
    workspace.filesChanged(urisOf(false));
  });
  connection.workspace.onDidDeleteFiles(({ files }) => {
    workspace.filesDeleted(files.map(({ uri }) => normalized(uri)));
  });
  connection.workspace.onDidRenameFiles(({ files }) => {
    workspace.filesDeleted(files.map(({ oldUri }) => normalized(oldUri)));
    workspace.filesChanged(files.map(({ newUri }) => normalized(newUri)).filter((uri) => uri.endsWith('.aft')));
  });
}
