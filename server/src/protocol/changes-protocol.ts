/** The request that compares a model with an earlier version in its graph. Names and types only, as in `protocol.ts`. */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import type { ChangesQuestion } from '../../../language/src/view/report/question.ts';
import type { Method, OfDocument } from './protocol.ts';

/** The question, and the document that is the later version. */
export interface ChangesGraphParameters extends OfDocument {
  readonly question: ChangesQuestion;
}

/** The graph of a model joined with that of an earlier version, and their differences. */
export interface ChangesGraph {
  readonly graph: GraphView;
  readonly plan: PlanOverlay;
}

/** How the consequences of a model differ from those of an earlier version, in the graph. Can be cancelled. */
export const changesGraphRequest: Method<ChangesGraphParameters, ChangesGraph | Refusal> = {
  method: 'aftermath/changesGraph',
};
