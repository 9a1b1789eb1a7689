/**
 * What is looked for in each document: what its project file says, else what the user has set in the editor.
 * Faults of project files are findings of these files.
 */
import type { DocumentOptions } from '../../../language/src/dsl/check-document.ts';
import { projectFileName } from '../../../language/src/dsl/project-file.ts';
import { createProjectFiles, type ProjectFile } from '../../../language/src/dsl/project-files.ts';
import type { Files } from './files.ts';
import type { ClientSettings } from './settings.ts';

export interface DocumentOptionsParts {
  readonly files: Files;
  readonly settings: ClientSettings;
  /** Is told of each project file that is read, and with no findings of each that is gone. */
  readonly onProject: (file: Pick<ProjectFile, 'uri' | 'findings'>) => void;
}

export interface OptionsByDocument {
  /** Learns what holds for a document, unless that is known; returns what tells whether that still holds. */
  readonly load: (uri: string) => Promise<() => boolean>;
  readonly of: (uri: string) => DocumentOptions;
  /** Learns everything anew from now on. */
  readonly clear: () => void;
}

/** Whether a file is one that settings are in. */
export const isProjectFile = (uri: string): boolean => uri.endsWith(`/${projectFileName}`);

/** Makes the options of a workspace. */
export function createDocumentOptions({ files, settings, onProject }: DocumentOptionsParts): OptionsByDocument {
  const projects = createProjectFiles(files.read);
  const byDocument = new Map<string, ProjectFile>();
  const told = new Set<string>();
  const tell = (file: ProjectFile): void => {
    told.add(file.uri);
    onProject(file);
  };
  /** Counts how often everything was forgotten. */
  let forgotten = 0;
  return {
    load: async (uri) => {
      let file: ProjectFile | undefined;
      let before: number;
      // What was asked for before everything was forgotten is old.
      do {
        before = forgotten;
        [file] = await Promise.all([projects.load(uri), settings.load(uri)]);
      } while (before !== forgotten);
      if (file === undefined) byDocument.delete(uri);
      else {
        byDocument.set(uri, file);
        if (!told.has(file.uri)) tell(file);
      }
      return () => before === forgotten;
    },
    of: (uri) => byDocument.get(uri)?.settings ?? settings.of(uri),
    clear: () => {
      forgotten += 1;
      projects.clear();
      settings.clear();
      // A file that is gone is not read again, and its findings go with it.
      for (const uri of told) onProject({ uri, findings: [] });
      told.clear();
    },
  };
}
