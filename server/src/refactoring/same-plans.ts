/**
 * Compares the plans of two models: of each crash, destruction and deletion of one entity, and of a collection. Says
 * nothing of entities that only one of the models has.
 */
import { defaultPolicyOf } from '../../../language/src/analysis/facts/policies.ts';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { diffPlans, eventWords } from '../../../language/src/analysis/plan/plan-differences.ts';
import { planJson, type PlanJson } from '../../../language/src/analysis/plan/plan-json.ts';
import type { PlanRequest } from '../../../language/src/analysis/plan/plan-request.ts';
import { canCrash } from '../../../language/src/model/entity-kind.ts';
import type { Entity } from '../../../language/src/model/entity.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/**
 * Yields after each plan, and returns a clause about the first difference; nothing if there is none. The plans of some
 * entities are not compared.
 */
export function* otherPlan(
  base: Model,
  head: Model,
  without: readonly string[],
): Generator<undefined, string | undefined> {
  const before = new Map(base.entities.map((entity) => [entity.name, entity]));
  const after = new Map(head.entities.map((entity) => [entity.name, entity]));
  const shared = new Set([...after.keys()].filter((name) => before.has(name)));
  for (const name of shared) {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === undefined || now === undefined || old.absent || now.absent || without.includes(name)) continue;
    for (const kind of endsOf(now)) {
      const request = (of: Entity): PlanRequest => ({ kind, targets: [of.id] });
      const difference = between(base, request(old), head, request(now), shared);
      if (difference !== undefined) return difference;
      yield;
    }
  }
  const collect: PlanRequest = { kind: 'collect', moment: 'demand' };
  return between(base, collect, head, collect, shared);
}

const endsOf = ({ kind }: Entity): readonly ('crash' | 'destroy' | 'delete')[] => [
  ...(canCrash(kind) ? (['crash'] as const) : []),
  'destroy',
  ...(kind === 'object' ? (['delete'] as const) : []),
];

function between(
  base: Model,
  old: PlanRequest,
  head: Model,
  now: PlanRequest,
  shared: ReadonlySet<string>,
): string | undefined {
  const plans = [planOf(base, old, defaultPolicyOf(base)), planOf(head, now, defaultPolicyOf(head))] as const;
  const [before, after] = plans.map((plan) => onlyOf(planJson(plan, { reasons: 'none' }), shared)) as [
    PlanJson,
    PlanJson,
  ];
  const [first] = diffPlans(before, after);
  const isSame = JSON.stringify(refusedBy(before)) === JSON.stringify(refusedBy(after));
  if (first === undefined && isSame) return undefined;
  return `${eventWords(after.request)}: ${first ?? t`something else refuses it`}`;
}

const refusedBy = ({ vetoes, later, spared }: PlanJson): readonly (readonly string[])[] =>
  [vetoes, later, spared].map((list) => list.map(({ name }) => name).sort());

/** Returns a plan without what is not among some names. */
function onlyOf(plan: PlanJson, names: ReadonlySet<string>): PlanJson {
  const named = <T extends { readonly name: string }>(list: readonly T[]): readonly T[] =>
    list.filter(({ name }) => names.has(name));
  const hasAll = (...all: readonly (string | undefined)[]): boolean =>
    all.every((name) => name === undefined || names.has(name));
  const { survivors, before } = plan;
  const { already, blocked } = survivors;
  const lists = (of: PlanJson['survivors']['already']): PlanJson['survivors']['already'] => ({
    degraded: named(of.degraded),
    broken: named(of.broken),
    dangling: named(of.dangling),
  });
  return {
    ...plan,
    doomed: named(plan.doomed),
    layers: plan.layers.map((layer) => layer.filter((name) => names.has(name))).filter(({ length }) => length > 0),
    ...(before !== undefined && { before: before.filter((pair) => hasAll(...pair)) }),
    survivors: { ...lists(survivors), blocked: named(blocked), already: lists(already) },
    held: named(plan.held),
    anyway: named(plan.anyway),
    later: named(plan.later),
    spared: named(plan.spared),
    vetoes: named(plan.vetoes),
    notifications: plan.notifications.filter(({ subject, of }) => hasAll(subject, of)),
    messages: plan.messages.filter(({ manager, subject, by }) => hasAll(manager, subject, by)),
    leftOut: plan.leftOut.filter(({ first, then }) => hasAll(first, then)),
  };
}
