/**
 * Follows the folders of the workspace, and changes to the files in them by others.
 */
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type InitializeParams,
} from 'vscode-languageserver';
import { projectFileName } from '../../../language/src/dsl/project-file.ts';
import { describeError } from '../workspace/files/describe-error.ts';
import { isProjectFile } from '../workspace/document-options.ts';
import { watchFolders } from '../workspace/files/folder-watch.ts';
import { normalized, type Workspace } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The watched folders of a workspace. */
export interface Folders {
  /** Loads the folders that the client has open, and subscribes to changes of the models in them. */
  readonly open: (parameters: InitializeParams) => void;
  /** Reports that settings or project files may have changed: other files of the folders may be models now. */
  readonly optionsChanged: () => void;
}

/** Follows files and folders that are created, changed, deleted or renamed. */
export function followFolders(connection: Connection, workspace: Workspace, log: (message: string) => void): Folders {
  const watch = watchFolders(connection, log);
  const open = new Set<string>();
  let isWatching = false;
  const learn = (models: readonly string[]): void => {
    if (isWatching) watch.learn(models, [...open]);
  };
  const take = (folder: string, models: Promise<readonly string[]>): void => {
    models.then(learn).catch((error: unknown) => {
      log(`The folder ${folder} cannot be read: ${describeError(error)}`);
    });
  };
  const add = (folder: string): void => {
    open.add(folder);
    take(folder, workspace.addFolder(folder));
  };
  const optionsChanged = (): void => {
    workspace.optionsChanged();
    take(t`of the workspace`, workspace.readAgain());
  };
  const appeared = (uris: readonly string[]): void => {
    const models = uris.filter(isModel);
    workspace.filesChanged(models);
    learn(models);
    for (const uri of uris) if (!isModel(uri) && !isProjectFile(uri)) take(uri, workspace.folderChanged(uri));
  };
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const urisOf = (isWanted: (type: FileChangeType) => boolean) =>
      changes.filter(({ type }) => isWanted(type)).map(({ uri }) => normalized(uri));
    if (changes.some(({ uri }) => isProjectFile(uri))) optionsChanged();
    workspace.filesDeleted(urisOf((type) => type === FileChangeType.Deleted));
    workspace.filesChanged(urisOf((type) => type === FileChangeType.Changed).filter(isModel));
    appeared(urisOf((type) => type === FileChangeType.Created));
  });
  connection.workspace.onDidCreateFiles(({ files }) => {
    appeared(files.map(({ uri }) => normalized(uri)));
  });
  connection.workspace.onDidDeleteFiles(({ files }) => {
    workspace.filesDeleted(files.map(({ uri }) => normalized(uri)));
  });
  connection.workspace.onDidRenameFiles(({ files }) => {
    workspace.filesDeleted(files.map(({ oldUri }) => normalized(oldUri)));
    appeared(files.map(({ newUri }) => normalized(newUri)));
  });
  return {
    optionsChanged,
    open: ({ workspaceFolders, capabilities }) => {
      isWatching = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
      for (const { uri } of workspaceFolders ?? []) add(normalized(uri));
      if (capabilities.workspace?.workspaceFolders === true) {
        connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
          for (const folder of removed.map(({ uri }) => normalized(uri))) {
            open.delete(folder);
            workspace.removeFolder(folder);
          }
          for (const { uri } of added) add(normalized(uri));
        });
      }
      if (isWatching) watchModels(connection, log);
    },
  };
}

const isModel = (uri: string): boolean => uri.endsWith('.aft');

function watchModels({ client }: Connection, log: (message: string) => void): void {
  const watchers = [{ globPattern: '**/*.aft' }, { globPattern: `**/${projectFileName}` }];
  client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch((error: unknown) => {
    log(`Files are not watched: ${describeError(error)}`);
  });
}
