/**
 * Makes a model text of the files of another tool, with the line that each declaration comes from.
 */
import { relative, resolve, sep } from 'node:path';
import type { ImportFile } from '../../../../language/src/interchange/import/import-format.ts';
import type { Imported } from '../../../../language/src/interchange/import/imported.ts';
import { keepNames, type NamesBefore } from '../../../../language/src/interchange/import/keep-names.ts';
import { withImportedOrigins } from '../../../../language/src/interchange/import/origins.ts';
import { printImported } from '../../../../language/src/interchange/print-imported.ts';
import { countFindings, type FileFindings, mergeFindings } from '../files/file-findings.ts';
import { type FileName, fileNames, standardInput } from '../files/places.ts';
import type { ReadImport } from './read-import.ts';

/** The result of an import, before it is written. */
export interface MadeImport {
  /** Undefined if there are errors. */
  readonly made: { readonly imported: Imported; readonly text: string } | undefined;
  /** The findings about the imported files. */
  readonly files: readonly FileFindings[];
  readonly nameOf: FileName;
}

/** The folders of an import, both absolute. */
export interface ImportPlace {
  readonly folder: string;
  /** Origins name files as seen from here. */
  readonly modelFolder: string;
  /** The last import, whose names are kept. */
  readonly before?: NamesBefore | undefined;
}

/** Imports files. */
export function makeImport({ files, format }: ReadImport, { folder, modelFolder, before }: ImportPlace): MadeImport {
  const nameOf = fileNames(
    files.map(({ name }) => name),
    { folder },
  );
  const { value, findings } = format.run(files);
  const ofFiles = mergeFindings(
    files.slice(0, 1).map(({ uri }) => uri),
    findings,
  );
  if (value === undefined || countFindings(ofFiles).errors > 0) return { made: undefined, files: ofFiles, nameOf };
  const named = before === undefined ? value : keepNames(value, before);
  const imported = withImportedOrigins(named, files, (file: ImportFile) => seenFrom(modelFolder, file.name, folder));
  return { made: { imported, text: printImported(imported) }, files: ofFiles, nameOf };
}

/** Returns a path of the working directory as seen from another folder, with `/`. */
export const seenFrom = (other: string, name: string, folder: string): string =>
  name === standardInput ? '<stdin>' : relative(other, resolve(folder, name)).split(sep).join('/') || '.';
