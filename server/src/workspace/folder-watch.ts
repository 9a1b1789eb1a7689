/**
 * Watches the folders that models lie in: of a folder that others delete or move, an editor tells no single file. It is
 * asked about folders of these names only, so that nothing else in a workspace is told.
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

/** Is told of the models that there are; forgets none, because a folder may come back. */
export interface FolderWatch {
  readonly learn: (models: readonly string[], workspaceFolders: readonly string[]) => void;
}

/** Watches nothing yet. */
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

/** The names of the folders from one of the workspace down to a model, without the first. */
function foldersAround(model: string, workspaceFolders: readonly string[]): readonly string[] {
  const within = workspaceFolders.find((folder) => model.startsWith(`${folder}/`));
  if (within === undefined) return [];
  return URI.parse(model).path.slice(URI.parse(within).path.length).split('/').slice(1, -1);
}

const watcherOf = (name: string): FileSystemWatcher => ({
  // A character that means something in a pattern stands for any.
  globPattern: `**/${name.replace(/[*?{}[\],!\\]/g, '?')}`,
  kind: WatchKind.Create | WatchKind.Delete,
});
