/**
 * Plans by name: resolves the question of a client in a model, and makes the overlay for the graph.
 */
import { planSteps, type Plan } from '../../../language/src/analysis/plan/plan.ts';
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import { allSteps } from '../../../language/src/model/all-steps.ts';
import { planOverlay, type PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { type AnyStart, startOverlay } from '../../../language/src/view/report/start-overlay.ts';
import type { PlanEnd, PlanQuestion } from '../../../language/src/view/report/question.ts';
import type { Answer, Refusal } from '../../../language/src/model/common/answer.ts';
import { choosePolicy, type ChosenPolicy } from '../questions/plans/crash-policy.ts';
import { makeRecovery, makeStart } from '../questions/plans/make-start.ts';
import { requestIn } from '../questions/plans/plan-event.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The question about an end. */
export interface EndQuestion extends PlanQuestion {
  readonly end: Exclude<PlanEnd, 'start' | 'recover'>;
}

/** Returns the question about this end. */
export const endQuestion = (question: PlanQuestion, end: EndQuestion['end']): EndQuestion => ({ ...question, end });

/** Returns the start or the recovery of a question, with the policy of the crash, or a refusal. */
export function startFor(
  { model }: Loaded,
  { end, of, also = [], policy = 'default' }: PlanQuestion,
): Answer<{ readonly plan: AnyStart; readonly policy?: string }> {
  if (end === 'start') {
    const made = makeStart(model, of === '' ? undefined : of);
    return 'refusal' in made ? made : { value: { plan: made.value } };
  }
  const made = makeRecovery(model, [of, ...also], { policy });
  if ('refusal' in made) return made;
  const { plan, chosen } = made.value;
  return { value: { plan, policy: chosen.name ?? 'default' } };
}

function startOverlayOf(model: CheckedModel, question: PlanQuestion): PlanOverlay | Refusal {
  const made = startFor(model, question);
  if ('refusal' in made) return { refusal: made.refusal };
  return startOverlay(made.value.plan, { sources: model.sources, question }, made.value.policy);
}

/** Returns the policy of a name, or a refusal. */
export const policyOf = ({ model }: Loaded, name = 'default'): Answer<ChosenPolicy> =>
  choosePolicy(model, { policy: name });

/** Returns the plan for a question, or a refusal; `older` is the model that a `since` plan compares with. */
function planFor(loaded: Loaded, question: EndQuestion, older: Loaded | undefined): Answer<Plan> {
  return allSteps(planStepsFor(loaded, question, older));
}

/** Makes the plan for a question, step by step. */
export function* planStepsFor(
  loaded: Loaded,
  { end, of, also, deletion, policy }: EndQuestion,
  older: Loaded | undefined,
): Generator<undefined, Answer<Plan>> {
  const request = requestIn(loaded.model, { kind: end, of, also, deletion }, older?.model);
  if ('refusal' in request) return request;
  const chosen = policyOf(loaded, policy);
  if ('refusal' in chosen) return chosen;
  return { value: yield* planSteps(loaded.model, request.value, chosen.value.policy) };
}

/** Returns what a plan does to each drawn node and edge, or a refusal. */
export function overlayOf(model: CheckedModel, question: PlanQuestion): PlanOverlay | Refusal {
  if (question.end === 'since') {
    return { refusal: t`A plan since another file spans two models, but the graph shows one; see its report.` };
  }
  if (question.end === 'start' || question.end === 'recover') return startOverlayOf(model, question);
  const made = planFor(model, endQuestion(question, question.end), undefined);
  if ('refusal' in made) return { refusal: made.refusal };
  const { request, policy } = made.value;
  if (request.kind !== 'crash') return planOverlay(made.value, { sources: model.sources, question });
  const { destroyed } = model.crash(request.targets, policy);
  const distances = new Map(destroyed.flatMap(({ entity, by, distance }) => by === 'release' ? [] : [[entity, distance] as const])); // oxfmt-ignore
  return planOverlay(made.value, { sources: model.sources, question, distances });
}
