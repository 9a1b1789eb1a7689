/** The request that compares logs with a model. Names and types only, as in `protocol.ts`. */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { Method, OfDocument } from './protocol.ts';

/** A file by its name and text. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The logs, and their mapping; without one, it is drafted. */
export interface CompareLogParameters extends OfDocument {
  readonly logs: readonly NamedText[];
  readonly mapping?: NamedText;
}

/** The result of comparing a log with a model. */
export interface ComparedLog {
  readonly verdict: 'fits' | 'does not fit' | 'undecided';
  /** The result in sentences, the first a summary. */
  readonly sentences: readonly string[];
  /** The first line that no run explains, from 1. */
  readonly misfit?: { readonly file: string; readonly line: number };
  /** The run that explains the most lines, as a trace; absent if the model cannot even start. */
  readonly trace?: string;
}

/** Compares logs with the model of a document. May take long; can be cancelled. */
export const compareLogRequest: Method<CompareLogParameters, ComparedLog | { readonly draft: string } | Refusal> = {
  method: 'aftermath/compareLog',
};
