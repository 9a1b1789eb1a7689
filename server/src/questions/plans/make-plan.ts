/**
 * Makes the plan of an event in a model.
 */
import type { JoinedModels } from '../../../../language/src/analysis/doomed/doomed-since.ts';
import { type Plan, planOf } from '../../../../language/src/analysis/plan/plan.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { choosePolicy, type ChosenPolicy, type PolicyChoice } from './crash-policy.ts';
import type { OpenedModel } from '../files/open-models.ts';
import { type PlanEvent, requestIn } from './plan-event.ts';

/** A plan, with the models that contain its facts. */
export interface MadePlan {
  readonly plan: Plan;
  readonly opened: OpenedModel;
  /** The model that a `since` plan compares with; the plan's ids are then first those of this model. */
  readonly older: OpenedModel | undefined;
  /** The mapping from the plan's ids to ids of the newer model. */
  readonly newer: Pick<JoinedModels, 'newerEntities' | 'newerRelations'> | undefined;
  readonly chosen: ChosenPolicy;
}

/** Returns the plan of an event in a model. */
export function makePlan(
  opened: OpenedModel,
  event: PlanEvent,
  older: OpenedModel | undefined,
  choice: PolicyChoice,
): Answer<MadePlan> {
  const request = requestIn(opened.model, event, older?.model);
  if ('refusal' in request) return request;
  const chosen = choosePolicy(opened.model, choice);
  if ('refusal' in chosen) return chosen;
  const plan = planOf(opened.model, request.value, chosen.value.policy);
  return { value: { plan, opened, older, newer: plan.joined, chosen: chosen.value } };
}
