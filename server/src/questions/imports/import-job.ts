/**
 * An import as a job: plain data in and out, so that a thread of its own can do it while an editor goes on. Reads no
 * files; it says which further ones it wants.
 */
import type { ImportFile } from '../../../../language/src/interchange/import/import-format.ts';
import { keepNames, type NamesBefore } from '../../../../language/src/interchange/import/keep-names.ts';
import { withImportedOrigins } from '../../../../language/src/interchange/import/origins.ts';
import { auto, formatOf, importFormats } from '../../../../language/src/interchange/import-formats.ts';
import { printImported } from '../../../../language/src/interchange/print-imported.ts';
import type { Finding } from '../../../../language/src/model/finding.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The files or cluster to import. */
export interface ImportJob {
  /** The name of the format, or `auto`. */
  readonly format: string;
  readonly files: readonly ImportFile[];
  /** The last import, whose names are kept. */
  readonly before?: NamesBefore | undefined;
  /** The names of the files that have been asked for; they are not wanted once more. */
  readonly asked: readonly string[];
}

/** The outcome: a model, unless there are errors. */
export interface ImportMade {
  /** Undefined if the files are in no format. */
  readonly format?: string | undefined;
  readonly text?: string | undefined;
  readonly findings: readonly Finding[];
}

/** The names of further files to which those of the job refer. */
export interface FilesWanted {
  readonly wanted: readonly string[];
}

/** Does a job somewhere; rejects when the signal is aborted. */
export type DoImport = (job: ImportJob, signal: AbortSignal) => Promise<ImportMade | FilesWanted>;

/** Does a job. Time as the importers take. */
export function importOf({ format, files, before, asked }: ImportJob): ImportMade | FilesWanted {
  const found = formatOf(files, format === auto ? undefined : format);
  if (found === undefined) return { findings: [unknownFormat(files[0]?.uri ?? '')] };
  const known = new Set([...asked, ...files.map(({ name }) => name)]);
  const wanted = (found.format.alsoReads?.(files) ?? []).filter((name) => !known.has(name));
  if (wanted.length > 0) return { wanted };
  const { value, findings } = found.format.run(found.files);
  const { name } = found.format;
  if (value === undefined || findings.some(({ severity }) => severity === 'error')) return { format: name, findings };
  const named = before === undefined ? value : keepNames(value, before);
  return { format: name, text: printImported(withImportedOrigins(named, found.files, (file) => file.name)), findings };
}

const unknownFormat = (uri: string): Finding => ({
  code: 'import/unknown-format',
  severity: 'error',
  message: t`The content is in none of the formats that can be imported: ${importFormats.map(({ title }) => title).join('; ')}. Choose another file.`,
  span: { uri, start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  related: [],
});
