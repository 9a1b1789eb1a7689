/**
 * Plans by name: resolves the question of a client in a model, and makes the overlay for the graph.
 */
import { planSteps, type Plan } from '../../../language/src/analysis/plan/plan.ts';
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import { allSteps } from '../../../language/src/model/all-steps.ts';
import { planOverlay, type PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import type { PlanQuestion } from '../../../language/src/view/report/question.ts';
import type { Answer, Refusal } from '../../../language/src/model/answer.ts';
import { choosePolicy, type ChosenPolicy } from '../questions/crash-policy.ts';
import { requestIn } from '../questions/plan-event.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';

/** Returns the policy of a name, or a refusal. */
export const policyOf = ({ model }: Loaded, name = 'default'): Answer<ChosenPolicy> =>
  choosePolicy(model, { policy: name });

const startsOnly = 'Nothing ends in a start or a recovery, so there is nothing to draw; see its report.';

/** Returns the plan for a question, or a refusal; `older` is the model that a `since` plan compares with. */
function planFor(loaded: Loaded, question: PlanQuestion, older: Loaded | undefined): Answer<Plan> {
  return allSteps(planStepsFor(loaded, question, older));
}

/** Makes the plan for a question, step by step. */
export function* planStepsFor(
  loaded: Loaded,
  { end, of, also, deletion, policy }: PlanQuestion,
  older: Loaded | undefined,
): Generator<undefined, Answer<Plan>> {
  if (end === 'start' || end === 'recover') return { refusal: startsOnly };
  const request = requestIn(loaded.model, { kind: end, of, also, deletion }, older?.model);
  if ('refusal' in request) return request;
  const chosen = policyOf(loaded, policy);
  if ('refusal' in chosen) return chosen;
  return { value: yield* planSteps(loaded.model, request.value, chosen.value.policy) };
}

/** Returns what a plan does to each drawn node and edge, or a refusal. */
export function overlayOf(model: CheckedModel, question: PlanQuestion): PlanOverlay | Refusal {
  if (question.end === 'since') {
    return { refusal: 'A plan since another file spans two models, but the graph shows one; see its report.' };
  }
  const made = planFor(model, question, undefined);
  if ('refusal' in made) return { refusal: made.refusal };
  const { request, policy } = made.value;
  if (request.kind !== 'crash') return planOverlay(made.value, { sources: model.sources, question });
  const { destroyed } = model.crash(request.targets, policy);
  const distances = new Map(destroyed.flatMap(({ entity, by, distance }) => by === 'release' ? [] : [[entity, distance] as const])); // prettier-ignore
  return planOverlay(made.value, { sources: model.sources, question, distances });
}
