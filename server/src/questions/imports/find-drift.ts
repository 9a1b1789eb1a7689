/**
 * Compares a model with the system that it was imported from: what is missing, new or changed, and the model as it
 * would be after another import, from which the changed answers follow.
 */
import { dirname } from 'node:path';
import { namesOfModel } from '../../../../language/src/interchange/import/keep-names.ts';
import { auto } from '../../../../language/src/interchange/import-formats.ts';
import { type Drift, driftOf } from '../../../../language/src/analysis/compare/drift.ts';
import type { Refresh } from '../../../../language/src/interchange/import/two-files.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { FileFindings } from '../files/file-findings.ts';
import { importedBy, importedFile } from './imported-part.ts';
import { type MadeImport, makeImport } from './make-import.ts';
import { type OpenedModel, openModel } from '../files/open-models.ts';
import { type FileName, pathOf, uriOf } from '../files/places.ts';
import type { ReadImport } from './read-import.ts';
import type { TextSource } from '../files/read-text.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The sides of a comparison. */
export interface DriftQuestion {
  readonly model: string;
  /** The format of the system; by default that of the last import, or found by content. */
  readonly format: string | undefined;
  /** Reads the system, in a format, or as the last import did. */
  readonly read: (format: string, refresh: Refresh | undefined) => Promise<Answer<ReadImport>>;
}

/** The comparison. */
export interface FoundDrift {
  readonly format: string;
  readonly because: string | undefined;
  readonly drifts: readonly Drift[];
  /** The model as it is, and as it would be after another import. */
  readonly base: OpenedModel;
  readonly head: OpenedModel;
  /** The findings about the files of the system. */
  readonly import: MadeImport;
}

/** The model or the files have errors, so nothing is compared. */
export interface DriftErrors {
  readonly errors: readonly FileFindings[];
  readonly nameOf: FileName;
}

/** Returns the drift of a model; with errors in one of the two, these; or why there is no answer. */
export async function findDrift(
  { model, format, read: readSystem }: DriftQuestion,
  surroundings: TextSource,
): Promise<Answer<FoundDrift | DriftErrors>> {
  const opened = await openModel(model, surroundings);
  if ('refusal' in opened) return opened;
  const base = opened.value;
  if (base.errors.length > 0) return { value: base };
  const imported = importedFile(base);
  if ('refusal' in imported) return imported;
  const { uri, refresh } = imported.value ?? { uri: uriOf(model, surroundings), refresh: undefined };
  const read = await readSystem(format ?? refresh?.format ?? auto, refresh);
  if ('refusal' in read) return read;
  const { folder } = surroundings;
  const result = makeImport(read.value, {
    folder,
    modelFolder: dirname(pathOf(uri)),
    before: namesOfModel(base.model),
  });
  if (result.made === undefined) return { value: { errors: result.files, nameOf: result.nameOf } };
  const instead = new Map([[uri, result.made.text]]);
  const alone = await openModel(pathOf(uri), { ...surroundings, instead });
  if ('refusal' in alone) return alone;
  const head = await openModel(model, { ...surroundings, instead });
  if ('refusal' in head) return head;
  const isImported = importedBy(base, uri, imported.value !== undefined && refresh === undefined);
  const drifts = driftOf({ model: base, system: alone.value, file: uri, isImported });
  const { because } = read.value;
  // The lines of the next import are in no file yet.
  const nameOf: FileName = (each) => `${each === uri ? t`next ` : ''}${head.value.nameOf(each)}`;
  const next = { ...head.value, nameOf };
  return { value: { format: read.value.format.name, because, drifts, base, head: next, import: result } };
}
