/**
 * Explains why a crash destroys one entity before another, or why not: the facts by which each is destroyed at its
 * step. The order is that of the crash, providers first.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import { crash, stateBefore } from '../crash/cleanup.ts';
import { crashOrder, layerIndexes } from '../plan/crash-order.ts';
import { hasThresholds } from '../metrics/thresholds.ts';
import { entityOf, type Model } from '../../model/model.ts';
import { quotedList, inDoubleQuotes, tryRelations, type WhyAnswer } from './why-answer.ts';
import { noOrder } from './why-before.ts';
import { destroying } from './why-crash-candidates.ts';
import { required } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** The two entities, and the crash that destroys them. */
export interface CrashOrderQuestion {
  readonly entity: EntityId;
  readonly then: EntityId;
  readonly crashed: readonly EntityId[];
  readonly policy: Policy;
}

/** Returns why the crash destroys the entity before the other one, or why it does not. */
export function whyBeforeInCrash(model: Model, question: CrashOrderQuestion): WhyAnswer {
  const { entity, then, crashed, policy } = question;
  const cleanup = crash(model, crashed, policy);
  const steps = layerIndexes(cleanup.order);
  const living = [entity, then].filter((id) => !steps.has(id));
  if (living.length > 0) return noOrder(stateBefore(model, {}).model, living);
  const [first = '', second = ''] = [entity, then].map((id) => inDoubleQuotes(entityOf(model, id)));
  const [own, other] = [required(steps.get(entity)) + 1, required(steps.get(then)) + 1];
  const order = crashOrder(model, cleanup);
  const common = { claim: 'before', missing: [] } as const;
  const place =
    own === other
      ? t`Both are destroyed in step ${own} of the crash of ${quotedList(model, crashed)}.`
      : t`${first} is destroyed in step ${own} of the crash of ${quotedList(model, crashed)}, ${second} in step ${other}.`;
  const because = withoutSpare(model, question, order.because(entity, then));
  if (because.length > 0) {
    return { ...common, holds: true, text: t`${first} is destroyed before ${second}.`, because, remarks: [place] };
  }
  const opposite = withoutSpare(model, { ...question, entity: then, then: entity }, order.because(then, entity));
  const { missing, limit } = tryRelations(model, destroying(model, entity, cleanup), (changed) =>
    precedes(changed, question),
  );
  const text = t`${first} is not destroyed before ${second}${opposite.length > 0 ? t`, but after it` : ''}.`;
  return { ...common, holds: false, text, because: opposite, missing, remarks: [place, limit] };
}

function precedes(model: Model, { entity, then, crashed, policy }: CrashOrderQuestion): boolean {
  const steps = layerIndexes(crash(model, crashed, policy).order);
  const [first, second] = [steps.get(entity), steps.get(then)];
  return first !== undefined && second !== undefined && first < second;
}

/**
 * Removes facts that the order does not need. Threshold measurements depend on all relations, so policies with
 * thresholds keep all facts.
 */
function withoutSpare(model: Model, question: CrashOrderQuestion, facts: readonly Fact[]): readonly Fact[] {
  if (hasThresholds(question.policy)) return facts;
  return facts.slice(1).reduce((kept, fact) => {
    const fewer = kept.filter((each) => each !== fact);
    return precedes(modelWithOnly(model, fewer), question) ? fewer : kept;
  }, facts);
}

/** Returns the model with only the relations of some facts, and with nesting only where one of them states it. */
function modelWithOnly(model: Model, facts: readonly Fact[]): Model {
  const nested = new Set(facts.flatMap(({ relation, entity }) => (relation === undefined ? [entity] : [])));
  const kept = new Set(facts.flatMap(({ relation }) => relation ?? []));
  return {
    ...model,
    entities: model.entities.map((each) => (nested.has(each.id) ? each : { ...each, parent: undefined })),
    relations: model.relations.filter(({ id }) => kept.has(id)).map((each, id) => ({ ...each, id })),
  };
}
