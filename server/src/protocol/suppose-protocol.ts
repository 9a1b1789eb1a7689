/**
 * The requests about what is supposed of a model: changes for the graph, the plans and the reports, not for its text.
 * Names and types only, as in `protocol.ts`.
 */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import type { Supposition } from '../../../language/src/model/supposition.ts';
import type { Method, OfDocument } from './protocol.ts';

/** Supposes this of a document from now on, instead of what was supposed before; refuses what cannot be supposed. */
export const supposeRequest: Method<OfDocument & Supposition, null | Refusal> = { method: 'aftermath/suppose' };

/** Returns what is supposed of a document. */
export const suppositionRequest: Method<OfDocument, Supposition> = { method: 'aftermath/supposition' };

/** Returns the edits that make the text of a document say what is supposed of it, or why there are none. */
export const suppositionEditsRequest: Method<OfDocument, { readonly edits: readonly TextEdit[] } | Refusal> = {
  method: 'aftermath/suppositionEdits',
};
