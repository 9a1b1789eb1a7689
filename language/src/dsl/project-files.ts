/**
 * Finds the project files that apply to texts: for each folder, the nearest one in it or above it. Each is read once,
 * until `clear` is called. Files are read through a function.
 */
import { URI } from 'langium';
import type { Finding } from '../model/finding.ts';
import type { ReadFile, Unreadable } from './loaded.ts';
import { noProjectSettings, projectFileName, type ProjectSettings, readProjectFile } from './project-file.ts';
import { t } from '../model/common/translation.ts';

/** A project file with its findings. */
export interface ProjectFile {
  readonly uri: string;
  readonly settings: ProjectSettings;
  readonly findings: readonly Finding[];
}

/** The project files that have been read. */
export interface ProjectFiles {
  /** Returns the project file that applies to a text, reading it if needed; undefined if there is none. */
  readonly load: (uri: string) => Promise<ProjectFile | undefined>;
  /** Returns the known settings for a text. */
  readonly settingsFor: (uri: string) => ProjectSettings;
  /** Forgets all files that have been read. */
  readonly clear: () => void;
}

/** Makes a reader of project files; `readFile` returns undefined if there is no file. */
export function createProjectFiles(readFile: ReadFile): ProjectFiles {
  /** By folder. A folder without a file has that of the folder around it. */
  const known = new Map<string, Promise<ProjectFile | undefined>>();
  const found = new Map<string, ProjectFile>();

  const inFolder = async (folder: URI): Promise<ProjectFile | undefined> => {
    const uri = inside(folder, projectFileName).toString();
    const text = await readFile(uri);
    if (typeof text === 'object') return unreadableProject(uri, text);
    if (text !== undefined) {
      const { value, findings } = readProjectFile(text, uri);
      return { uri, settings: value, findings };
    }
    return folder.path === '/' || folder.path === '' ? undefined : await ofFolder(parentOf(folder));
  };
  const ofFolder = (folder: URI): Promise<ProjectFile | undefined> => {
    const key = folder.toString();
    let file = known.get(key);
    if (file === undefined) known.set(key, (file = inFolder(folder)));
    return file;
  };

  return {
    load: async (text) => {
      const uri = URI.parse(text);
      const folder = parentOf(uri);
      const file = uri.path.startsWith('/') ? await ofFolder(folder) : undefined;
      if (file === undefined) found.delete(folder.toString());
      else found.set(folder.toString(), file);
      return file;
    },
    settingsFor: (uri) => found.get(parentOf(URI.parse(uri)).toString())?.settings ?? noProjectSettings,
    clear: () => {
      known.clear();
    },
  };
}

function unreadableProject(uri: string, { why }: Unreadable): ProjectFile {
  const start = { line: 0, character: 0 };
  const message = t`The project file "${projectFileName}" ${why}, so its settings are unknown.`;
  const finding = { code: 'file/unreadable', severity: 'error', message, span: { uri, start, end: start } } as const;
  return { uri, settings: noProjectSettings, findings: [{ ...finding, related: [] }] };
}

const parentOf = (uri: URI): URI => uri.with({ path: uri.path.slice(0, Math.max(1, uri.path.lastIndexOf('/'))) });

const inside = (folder: URI, name: string): URI =>
  folder.with({ path: folder.path.endsWith('/') ? folder.path + name : `${folder.path}/${name}` });
