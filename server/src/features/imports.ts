/**
 * Imports for an editor: adds the files that the given ones refer to, and gives the work to whoever does it.
 */
import { URI, UriUtils } from 'langium';
import type { NamesBefore } from '../../../language/src/interchange/import/keep-names.ts';
import type { SystemFile } from '../protocol/system-file.ts';
import { type DoImport, importOf, type ImportMade } from '../questions/imports/import-job.ts';
import type { Files } from '../workspace/files/files.ts';
import { normalized } from '../workspace/workspace.ts';

/** Imports files into the text of a model. */
export type Importing = (given: GivenFiles, signal: AbortSignal) => Promise<ImportMade>;

/** The files of an import; their names are paths as seen from the folder of `uri`. */
export interface GivenFiles {
  readonly uri: string;
  readonly format: string;
  readonly files: readonly SystemFile[];
  /** The last import, whose names are kept. */
  readonly before?: NamesBefore | undefined;
}

/** The rounds in which files may refer to further ones. */
const mostRounds = 20;

/** Does a job at once, for a host without threads. */
export const importHere: DoImport = (job) => Promise.resolve(importOf(job));

/** Creates the function that imports. Files that cannot be read are left out, as if they did not exist. */
export function createImporting(doImport: DoImport, read: Files['read']): Importing {
  return async ({ uri, format, files, before }, signal) => {
    const all = [...files];
    const asked = new Set<string>();
    const folder = UriUtils.dirname(URI.parse(uri));
    for (let round = 0; round < mostRounds; round += 1) {
      const done = await doImport({ format, files: all, before, asked: [...asked] }, signal);
      if (!('wanted' in done)) return done;
      for (const name of done.wanted) {
        asked.add(name);
        const file = UriUtils.resolvePath(folder, name).toString();
        const text = await read(normalized(file));
        if (typeof text === 'string') all.push({ name, uri: file, text });
      }
    }
    const done = await doImport({ format, files: all, before, asked: all.map(({ name }) => name) }, signal);
    return 'wanted' in done ? { findings: [] } : done;
  };
}
