/**
 * Watches the folders of models: when others delete or move a folder, an editor does not report its files. The watch is
 * limited to folders of these names, so that nothing else in a workspace is reported.
 */
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type FileSystemWatcher,
  WatchKind,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { describeError } from './describe-error.ts';

/** Receives the known models; forgets none, because a folder may come back. */
export interface FolderWatch {
  readonly learn: (models: readonly string[], workspaceFolders: readonly string[]) => void;
}

/** Creates a watch without any folder. */
export function watchFolders({ client }: Pick<Connection, 'client'>, log: (message: string) => void): FolderWatch {
  const names = new Set<string>();
  let registered: Promise<Disposable | undefined> = Promise.resolve(undefined);
  const register = async (before: Disposable | undefined): Promise<Disposable | undefined> => {
    const watchers = [...names].sort().map(watcherOf);
    try {
      const now = await client.register(DidChangeWatchedFilesNotification.type, { watchers });
      before?.dispose();
      return now;
    } catch (error) {
      log(`Folders are not watched: ${describeError(error)}`);
      return before;
    }
  };
  return {
    learn: (models, workspaceFolders) => {
      const { size } = names;
      for (const model of models) for (const name of foldersAround(model, workspaceFolders)) names.add(name);
      if (names.size > size) registered = registered.then(register);
    },
  };
}

/** Returns the names of the folders from a workspace folder, exclusive, down to a model. */
function foldersAround(model: string, workspaceFolders: readonly string[]): readonly string[] {
  const within = workspaceFolders.find((folder) => model.startsWith(`${folder}/`));
  if (within === undefined) return [];
  return URI.parse(model).path.slice(URI.parse(within).path.length).split('/').slice(1, -1);
}

const watcherOf = (name: string): FileSystemWatcher => ({
  // A character with a meaning in patterns matches any.
  globPattern: `**/${name.replace(/[*?{}[\],!\\]/g, '?')}`,
  kind: WatchKind.Create | WatchKind.Delete,
});
