/** The request to make a failing run small. Names and types only, as in `protocol.ts`. */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { BranchPoint } from '../../../language/src/view/run/run-summary.ts';
import type { Method, OfRun } from './protocol.ts';

/**
 * The branch in which a failing random run is a smaller one; without it, if the run does not fail or nothing can be left
 * out. Nothing for a closed run. May take long; can be cancelled.
 */
export const reduceRunRequest: Method<OfRun, { readonly branch?: BranchPoint } | Refusal | null> = {
  method: 'aftermath/reduceRun',
};
