/** The requests about the system that a model was imported from: how, another import, and drift. */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { ClusterSource } from './cluster-protocol.ts';
import type { Method, OfDocument } from './protocol.ts';
import type { SystemFile } from './system-file.ts';

/** The way in which a model was imported. */
export interface ImportedHow {
  /** The URI of the generated file. */
  readonly generated: string;
  readonly format: string;
  /** The files and folders of the import, as seen from the folder of the generated file; none of a running cluster. */
  readonly sources: readonly string[];
  readonly live?: ClusterSource;
}

/** Returns how the model of a document was imported; a refusal if it was not, or if that is not known. */
export const importedHowRequest: Method<OfDocument, ImportedHow | Refusal> = { method: 'aftermath/importedHow' };

/** The files to import for the generated file `uri`, which need not exist. */
export interface FilesToImport extends OfDocument {
  readonly format: string;
  /** The source of the next refresh. */
  readonly sources: readonly string[];
  /** The running cluster that the files were read from, and that the next refresh reads. */
  readonly live?: ClusterSource;
  readonly files: readonly SystemFile[];
}

/** The contents of the two files of an import; no `text` if there are errors. */
export interface TwoTexts {
  readonly text?: string;
  readonly ownText: string;
  readonly findings: readonly Finding[];
}

/** Imports files into the text of a generated file, and of the file beside it; writes no file. */
export const importFilesRequest: Method<FilesToImport, TwoTexts | Refusal> = { method: 'aftermath/importFiles' };

/** Files that the client has just written. */
export interface WrittenFiles {
  readonly uris: readonly string[];
}

/** Tells the server of files before the editor's watcher does, so that the next answer is about them. */
export const filesWrittenRequest: Method<WrittenFiles, null> = { method: 'aftermath/filesWritten' };

/** A difference between a model and the running system. */
export interface DriftLine {
  readonly text: string;
  /** Its place in the model. */
  readonly span: Span;
  /** The system's statement of it, in words, and as a place. */
  readonly now?: string;
  readonly nowSpan?: Span;
}

/** All differences, and the sentences about answers that change by them. */
export interface DriftAnswer {
  readonly drifts: readonly DriftLine[];
  readonly answers: readonly string[];
}

/** Compares a document with files of the running system. May take long; can be cancelled. */
export const driftRequest: Method<OfDocument & { readonly files: readonly SystemFile[] }, DriftAnswer | Refusal> = {
  method: 'aftermath/drift',
};
