/**
 * The validation of a plan's question, common to the graph and the reports.
 */
import {
  collectionMoments,
  deletionModes,
  planEnds,
  type PlanQuestion,
} from '../../../language/src/view/report/question.ts';
import { listOf, oneOf, recordWith, text, type Shape } from '../page/shape.ts';

const fields = recordWith(
  { kind: oneOf(['plan']), end: oneOf(planEnds), of: text },
  { also: listOf(text), deletion: oneOf(deletionModes), policy: text, against: text },
);
const moments: readonly string[] = collectionMoments;

/** Validates the question of a plan. */
export const planQuestion: Shape<PlanQuestion> = (value): value is PlanQuestion =>
  fields(value) && (value.end !== 'collect' || moments.includes(value.of));
