/**
 * Watches the folders of models: when others delete or move a folder, an editor does not report its files. The watch is
 * limited to folders at these paths, so that hardly anything else in a workspace is reported. A pattern with a base would
 * name them exactly, but an editor starts a watcher of its own for it; one without chooses among what it watches anyway.
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
  const paths = new Set<string>();
  let registered: Promise<Disposable | undefined> = Promise.resolve(undefined);
  const register = async (before: Disposable | undefined): Promise<Disposable | undefined> => {
    const watchers = [...paths].sort().map(watcherOf);
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
      const { size } = paths;
      for (const model of models) for (const path of foldersAround(model, workspaceFolders)) paths.add(path);
      if (paths.size > size) registered = registered.then(register);
    },
  };
}

/** Returns the paths of the folders from a workspace folder, exclusive, down to a model. */
function foldersAround(model: string, workspaceFolders: readonly string[]): readonly string[] {
  const within = workspaceFolders.find((folder) => model.startsWith(`${folder}/`));
  if (within === undefined) return [];
  const names = URI.parse(model).path.slice(URI.parse(within).path.length).split('/').slice(1, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

const watcherOf = (path: string): FileSystemWatcher => ({
  // A character with a meaning in patterns matches any.
  globPattern: `**/${path.replace(/[*?{}[\],!\\]/g, '?')}`,
  kind: WatchKind.Create | WatchKind.Delete,
});
