/**
 * A plan with names instead of ids and with the locations of its facts: the single source of its text and JSON.
 */
import type { PlanJson } from '../../../language/src/analysis/plan/plan-json.ts';
import type { Explained, Fact } from '../../../language/src/model/fact.ts';
import type { Severity } from '../../../language/src/model/finding.ts';
import type { MadePlan } from './make-plan.ts';
import { type ReportedFact, reportFact, spanIn } from './reported-facts.ts';
import { entityName } from '../../../language/src/model/model.ts';
import { at } from '../../../language/src/model/lookup.ts';

/** A part of a plan and its reasons; the reasons are absent if not wanted. */
export type Because<T> = T & { readonly because?: readonly ReportedFact[] };

/** An order that gives way: the fact it follows from, and the cycle that it would close. */
export interface ReportedDroppedOrder {
  readonly first: string;
  readonly then: string;
  readonly severity: Severity;
  readonly fact: ReportedFact;
  readonly cycle: readonly ReportedFact[];
}

type Named = Because<{ readonly name: string }>;

interface Hit {
  readonly degraded: readonly Named[];
  readonly broken: readonly Named[];
  readonly dangling: readonly Named[];
}

/** The whole plan; lists are in the order of events, otherwise in declaration order. */
export interface PlanReport extends Pick<PlanJson, 'request' | 'layers'> {
  readonly doomed: readonly Because<Omit<PlanJson['doomed'][number], 'because'>>[];
  readonly notifications: readonly Because<PlanJson['notifications'][number]>[];
  readonly leftOut: readonly ReportedDroppedOrder[];
  readonly messages: readonly Because<PlanJson['messages'][number]>[];
  readonly survivors: Hit & { readonly already: Hit };
  readonly held: readonly Because<Omit<PlanJson['held'][number], 'because'>>[];
  readonly anyway: readonly Named[];
  readonly later: readonly Named[];
  readonly spared: readonly Named[];
  readonly vetoes: readonly Because<{ readonly name: string; readonly text: string }>[];
}

/** Returns a plan in reported form; `isBrief` omits reasons. */
export function reportPlan(made: MadePlan, { isBrief }: { readonly isBrief: boolean }): PlanReport {
  const { plan } = made;
  const { order } = plan;
  const name = (id: number): string => entityName(plan.model, id);
  const why = (of: { readonly because: readonly Fact[] }): { because?: readonly ReportedFact[] } =>
    isBrief ? {} : { because: of.because.map((fact) => factOf(made, fact)) };
  const named = (list: readonly Explained[]) => list.map((each) => ({ name: name(each.entity), ...why(each) }));
  return {
    request: requestOf(made),
    doomed: plan.doomed.map((each) => ({
      name: name(each.entity),
      kind: plan.model.entities[each.entity]?.kind ?? 'object',
      ...why(each),
    })),
    layers: order.layers.map((layer) => layer.map(name)),
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
    survivors: {
      degraded: named(plan.degraded),
      broken: named(plan.broken),
      dangling: named(plan.dangling),
      already: {
        broken: named(plan.already.broken),
        degraded: named(plan.already.degraded),
        dangling: named(plan.already.dangling),
      },
    },
    held: plan.held.map((each) => ({
      name: name(each.entity),
      finalizers: each.finalizers,
      waitsFor: each.waitsFor.map(name),
      isDeadlocked: each.isDeadlocked,
      ...(each.lostOperators !== undefined && { lostOperators: each.lostOperators.map(name) }),
      ...why(each),
    })),
    anyway: named(plan.anyway),
    later: named(plan.later),
    spared: named(plan.spared),
    vetoes: plan.vetoes.map((each) => ({ name: name(each.entity), text: each.text, ...why(each) })),
  };
}

/** Returns the request, with names. */
function requestOf({ plan: { request, policy, model } }: MadePlan): PlanJson['request'] {
  const { kind } = request;
  const targets = 'target' in request ? [request.target] : 'targets' in request ? request.targets : [];
  const how = kind === 'delete' ? (request.mode ?? policy.deletion) : kind === 'collect' ? request.moment : undefined;
  const names = targets.map((id) => entityName(model, id));
  return { kind, targets: names, ...(how === undefined ? {} : { how }) };
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
