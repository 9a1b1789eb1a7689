/**
 * A plan with names instead of ids and with the locations of its facts: the single source of its text and JSON.
 */
import {
  namedPlan,
  type NamedPlan,
  type PlanJson,
  type Reasoned,
} from '../../../../language/src/analysis/plan/plan-json.ts';
import type { Fact } from '../../../../language/src/model/fact.ts';
import type { Severity } from '../../../../language/src/model/finding.ts';
import type { MadePlan } from './make-plan.ts';
import { type ReportedFact, reportFact, spanIn } from './reported-facts.ts';
import { entityName } from '../../../../language/src/model/model.ts';
import { at } from '../../../../language/src/model/common/lookup.ts';

/** A part of a plan and its reasons; the reasons are absent if not wanted. */
export type Because<T> = Reasoned<T, ReportedFact>;

/** An order that gives way: the fact it follows from, and the cycle that it would close. */
export interface ReportedDroppedOrder {
  readonly first: string;
  readonly then: string;
  readonly severity: Severity;
  readonly fact: ReportedFact;
  readonly cycle: readonly ReportedFact[];
}

/** The whole plan; lists are in the order of events, otherwise in declaration order. */
export interface PlanReport extends NamedPlan<ReportedFact> {
  readonly notifications: readonly Because<PlanJson['notifications'][number]>[];
  readonly leftOut: readonly ReportedDroppedOrder[];
  readonly messages: readonly Because<PlanJson['messages'][number]>[];
}

/** Returns a plan in reported form; `isBrief` omits reasons. */
export function reportPlan(made: MadePlan, { isBrief }: { readonly isBrief: boolean }): PlanReport {
  const { plan } = made;
  const { order } = plan;
  const name = (id: number): string => entityName(plan.model, id);
  const why = (of: { readonly because: readonly Fact[] }): { because?: readonly ReportedFact[] } =>
    isBrief ? {} : { because: of.because.map((fact) => factOf(made, fact)) };
  const { request, doomed, layers, ...outcome } = namedPlan<ReportedFact>(plan, why);
  return {
    request,
    doomed,
    layers,
    notifications: order.notifications.map((each) => ({
      subject: name(each.subject),
      action: each.action,
      of: name(each.of),
      ...why(each),
    })),
    leftOut: order.dropped.map(({ first, then, severity, fact, cycle }) => ({
      first: name(first),
      then: name(then),
      severity,
      fact: factOf(made, fact),
      cycle: cycle.map((each) => factOf(made, each)),
    })),
    messages: plan.messages.map((each) => ({
      manager: name(each.manager),
      event: each.event,
      subject: name(each.subject),
      ...(each.by === undefined ? {} : { by: name(each.by) }),
      ...why(each),
    })),
    ...outcome,
  };
}

/** In a plan since an older model, ids are first those of the older model, then of what only the newer one has. */
function factOf({ opened, older, newer }: MadePlan, fact: Fact): ReportedFact {
  if (older === undefined || newer === undefined) return reportFact(fact, spanIn(opened, fact), opened);
  const { text, entity, relation } = fact;
  if (relation !== undefined) {
    if (relation < older.model.relations.length) return reportFact(fact, spanIn(older, fact), older);
    return reportFact(fact, spanIn(opened, { text, relation: at(newer.newerRelations, relation) }), opened);
  }
  if (entity === undefined) return reportFact(fact, undefined, opened);
  if (entity < older.model.entities.length) return reportFact(fact, spanIn(older, fact), older);
  return reportFact(fact, spanIn(opened, { text, entity: at(newer.newerEntities, entity) }), opened);
}
