/**
 * The options for checking each document: those of its project file, otherwise the user's settings in the editor.
 * Errors in project files are findings of these files.
 */
import type { DocumentOptions } from '../../../language/src/dsl/check-document.ts';
import { projectFileName } from '../../../language/src/dsl/project-file.ts';
import type { ProjectFile, ProjectFiles } from '../../../language/src/dsl/project-files.ts';
import type { ClientSettings } from './settings.ts';

/** The sources of the options. */
export interface DocumentOptionsParts {
  readonly projects: ProjectFiles;
  readonly settings: ClientSettings;
  /** Called for each project file that is read, and without findings for each that is gone. */
  readonly onProject: (file: Pick<ProjectFile, 'uri' | 'findings'>) => void;
}

/** The options of each document. */
export interface OptionsByDocument {
  /** Loads the options of a document, unless they are known; returns a function that says whether they still hold. */
  readonly load: (uri: string) => Promise<() => boolean>;
  readonly of: (uri: string) => DocumentOptions;
  /** Forgets all options. */
  readonly clear: () => void;
}

/** The options of the language, for every document. */
export const usualOptions: OptionsByDocument = {
  load: () => Promise.resolve(() => true),
  of: () => ({}),
  clear: () => undefined,
};

/** Returns true if a file is a project file. */
export const isProjectFile = (uri: string): boolean => uri.endsWith(`/${projectFileName}`);

/** Creates the options of a workspace. */
export function createDocumentOptions({ projects, settings, onProject }: DocumentOptionsParts): OptionsByDocument {
  const byDocument = new Map<string, ProjectFile>();
  const reported = new Set<string>();
  const tell = (file: ProjectFile): void => {
    reported.add(file.uri);
    onProject(file);
  };
  /** The number of times that everything was forgotten. */
  let forgotten = 0;
  return {
    load: async (uri) => {
      let file: ProjectFile | undefined;
      let before: number;
      // An answer requested before everything was forgotten is outdated.
      do {
        before = forgotten;
        [file] = await Promise.all([projects.load(uri), settings.load(uri)]);
      } while (before !== forgotten);
      if (file === undefined) byDocument.delete(uri);
      else {
        byDocument.set(uri, file);
        if (!reported.has(file.uri)) tell(file);
      }
      return () => before === forgotten;
    },
    of: (uri) => byDocument.get(uri)?.settings ?? settings.of(uri),
    clear: () => {
      forgotten += 1;
      projects.clear();
      settings.clear();
      // A deleted file is not read again, and its findings disappear.
      for (const uri of reported) onProject({ uri, findings: [] });
      reported.clear();
    },
  };
}
