/**
 * Explains why one entity is destroyed before another in an orderly teardown, or why not: the fewest orders that imply
 * it, through survivors too. The order of a crash is handled in `why-crash-order.ts`.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';
import { entityOf, type Model } from '../../model/model.ts';
import { type Teardown, teardown } from '../teardown/teardown.ts';
import { absentRemark, type Candidate, inDoubleQuotes, tryRelations, type WhyAnswer } from './why-answer.ts';
import { t } from '../../model/common/translation.ts';

/** The two entities, and the policy of the teardown. */
export interface BeforeQuestion {
  readonly entity: EntityId;
  readonly then: EntityId;
  readonly policy: Policy;
}

/** Returns why the entity goes before the other one if both are destroyed and nothing else, or why it does not. */
export function whyBefore(model: Model, question: BeforeQuestion): WhyAnswer {
  const { entity, then } = question;
  const [first, second] = [inDoubleQuotes(entityOf(model, entity)), inDoubleQuotes(entityOf(model, then))];
  const common = { claim: 'before', text: t`${first} is destroyed before ${second}` } as const;
  const doomed = doomedIn(model, question);
  const living = [entity, then].filter((id) => !doomed.has(id));
  if (living.length > 0) return noOrder(model, living);
  const order = teardown(model, doomed, question.policy);
  const because = order.because(entity, then);
  if (because.length > 0) return { ...common, holds: true, text: `${common.text}.`, because, missing: [], remarks: [] };
  const opposite = order.because(then, entity);
  const { missing, limit } = tryRelations(model, ordering(model, question), (changed) => precedes(changed, question));
  const text =
    opposite.length > 0
      ? t`${first} is not destroyed before ${second}, but after it.`
      : t`${first} is not destroyed before ${second}: no order relates the two, so they may be destroyed in parallel.`;
  return { ...common, holds: false, text, because: opposite, missing, remarks: [...givenUp(order, question), limit] };
}

/** Returns the answer if these of the two are not destroyed. */
export function noOrder(model: Model, living: readonly EntityId[]): WhyAnswer {
  const names = living.map((id) => t`${inDoubleQuotes(entityOf(model, id))} is not destroyed`).join(t`, and `);
  const text = t`${names}, so neither comes before the other.`;
  const remarks = living.flatMap((id) => absentRemark(entityOf(model, id)));
  return { claim: 'before', holds: false, text, because: [], missing: [], remarks };
}

function precedes(model: Model, question: BeforeQuestion): boolean {
  const { entity, then, policy } = question;
  return teardown(model, doomedIn(model, question), policy).because(entity, then).length > 0;
}

const doomedIn = (model: Model, { entity, then }: BeforeQuestion): ReadonlySet<EntityId> =>
  new Set([entity, then].filter((id) => !entityOf(model, id).absent));

/** Returns relations that alone put one before the other, the simplest first. */
const ordering = (model: Model, { entity: first, then }: BeforeQuestion): Candidate[] => [
  { kind: 'destroyed after', source: then, target: first },
  { kind: 'owns', source: then, target: first },
  { kind: 'manages', source: then, target: first },
  { kind: 'requests', source: first, target: then },
  { kind: 'maps', source: first, target: then },
  // Against all orders, even that of nesting.
  ...around(model, first).map((target): Candidate => ({ kind: 'waits for', source: then, target })),
];

/** Returns an entity and those around it. */
function around(model: Model, id: EntityId): readonly EntityId[] {
  const { parent } = entityOf(model, id);
  return parent === undefined ? [id] : [id, ...around(model, parent)];
}

/** Returns remarks on declared orders that give way to others. */
function givenUp({ dropped }: Teardown, { entity, then }: BeforeQuestion): string[] {
  return dropped
    .filter((each) => each.first === entity && each.then === then)
    .map(({ fact, cycle }) => {
      const others = cycle.slice(1).map(({ text }) => text);
      return t`It would hold because ${fact.text}, but that order gives way to: ${others.join(', ')}.`;
    });
}
