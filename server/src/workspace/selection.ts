/**
 * Which files of a folder are models of the project: those that its project file includes and neither the project file
 * nor the editor's settings exclude. A folder that is excluded is not entered. What a user opens, imports or names is
 * no question of this.
 */
import { URI } from 'vscode-uri';
import { globMatcher, type Matcher } from '../../../language/src/dsl/glob.ts';
import type { ProjectFiles } from '../../../language/src/dsl/project-files.ts';

/** Something in a folder that is read. */
export interface FolderEntry {
  readonly uri: string;
  readonly isFolder: boolean;
}

/** Patterns, and the folder that they are relative to. */
export interface Exclusion {
  /** The URI of a folder. */
  readonly base: string;
  readonly patterns: readonly string[];
}

/** Chooses files. */
export interface FileSelection {
  /** Returns true if a walk through a folder enters this folder, or takes this file; it has entered those above. */
  readonly keeps: (entry: FolderEntry, root: string) => Promise<boolean>;
  /** Returns true if a walk through `root` takes this file. */
  readonly takes: (file: string, root: string) => Promise<boolean>;
  /** Forgets what was read. */
  readonly clear: () => void;
}

/** The sources of the choice. */
export interface SelectionParts {
  readonly projects: Pick<ProjectFiles, 'load'>;
  /** Returns what the settings of an editor exclude below a folder. */
  readonly excluded: (root: string) => Promise<readonly Exclusion[]>;
}

/** The choice where nothing is excluded. */
export const everyFile: FileSelection = {
  keeps: () => Promise.resolve(true),
  takes: () => Promise.resolve(true),
  clear: () => undefined,
};

/** Creates the choice of a workspace. */
export function createSelection({ projects, excluded }: SelectionParts): FileSelection {
  const compiled = new Map<string, Matcher>();
  const byRoot = new Map<string, Promise<readonly Exclusion[]>>();
  const fitsAny = (patterns: readonly string[], path: string | undefined): boolean =>
    path !== undefined &&
    patterns.some((pattern) => {
      let matcher = compiled.get(pattern);
      if (matcher === undefined) compiled.set(pattern, (matcher = globMatcher(pattern)));
      return matcher(path);
    });
  const ofRoot = (root: string): Promise<readonly Exclusion[]> => {
    let found = byRoot.get(root);
    if (found === undefined) byRoot.set(root, (found = excluded(root)));
    return found;
  };
  const keeps = async ({ uri, isFolder }: FolderEntry, root: string): Promise<boolean> => {
    for (const { base, patterns } of await ofRoot(root)) if (fitsAny(patterns, below(uri, base))) return false;
    const project = await projects.load(uri);
    if (project === undefined) return true;
    const { include, exclude = [] } = project.settings;
    const path = below(uri, folderOf(project.uri));
    return !fitsAny(exclude, path) && (isFolder || include === undefined || fitsAny(include, path));
  };
  return {
    keeps,
    takes: async (file, root) => {
      for (const folder of foldersBetween(root, file)) {
        if (!(await keeps({ uri: folder, isFolder: true }, root))) return false;
      }
      return keeps({ uri: file, isFolder: false }, root);
    },
    clear: () => {
      byRoot.clear();
    },
  };
}

const folderOf = (uri: string): string => uri.slice(0, uri.lastIndexOf('/'));

/** Returns the path of something below a folder, not escaped; nothing if it is elsewhere. */
function below(uri: string, folder: string): string | undefined {
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return uri.startsWith(start) ? URI.parse(uri).path.slice(URI.parse(start).path.length) : undefined;
}

/** Returns the folders between a folder and a file in it, both exclusive, from the outermost. */
function foldersBetween(root: string, file: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = folderOf(file); folder.length > root.length; folder = folderOf(folder)) folders.unshift(folder);
  return folders;
}
