/**
 * The validation of questions that graph and reports have in common: of a plan, and of a comparison.
 */
import { deletionModes } from '../../../language/src/model/policy.ts';
import {
  collectionMoments,
  planEnds,
  type ChangesQuestion,
  type PlanQuestion,
} from '../../../language/src/view/report/question.ts';
import { listOf, oneOf, record, recordWith, text, type Shape } from '../page/shape.ts';

const fields = recordWith(
  { kind: oneOf(['plan']), end: oneOf(planEnds), of: text },
  { also: listOf(text), deletion: oneOf(deletionModes), policy: text, against: text },
);
/** Validates the question of a comparison with an earlier version. */
export const changesQuestion: Shape<ChangesQuestion> = record({ kind: oneOf(['changes']), base: text, name: text });

const moments: readonly string[] = collectionMoments;

/** Validates the question of a plan. */
export const planQuestion: Shape<PlanQuestion> = (value): value is PlanQuestion =>
  fields(value) && (value.end !== 'collect' || moments.includes(value.of));
