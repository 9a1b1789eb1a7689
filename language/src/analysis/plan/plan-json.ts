/**
 * Writes a plan as plain JSON: qualified names instead of ids, reasons as texts. The same model, request and policy
 * give the same bytes, so that plans can be compared and reviewed.
 */
import type { EntityId, EntityKind } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { Severity } from '../../model/finding.ts';
import type { Plan } from './plan.ts';
import type { PlanRequest } from './plan-request.ts';
import { entityOf } from '../../model/model.ts';

/** A part of a plan with its reasons, from the cause to the effect; without `because` if they were not requested. */
export type Reasoned<T, Reason> = T & { readonly because?: readonly Reason[] };

/** An entity with its reasons. */
export type NamedReason<Reason = string> = Reasoned<{ readonly name: string }, Reason>;

/** The request of a plan. */
export interface RequestJson {
  readonly kind: PlanRequest['kind'];
  /** The targets; empty for a collection and for `since`. */
  readonly targets: readonly string[];
  /** The mode of a deletion, or the moment of a collection. */
  readonly how?: string;
}

/** The survivors of a plan that lose something. */
interface NamedSurvivors<Reason> {
  readonly degraded: readonly NamedReason<Reason>[];
  readonly broken: readonly NamedReason<Reason>[];
  readonly dangling: readonly NamedReason<Reason>[];
}

/** The entities of a plan by name, with reasons of one form: texts, or facts with locations. */
export interface NamedPlan<Reason> {
  readonly request: RequestJson;
  readonly doomed: readonly (NamedReason<Reason> & { readonly kind: EntityKind })[];
  readonly layers: readonly (readonly string[])[];
  /** `blocked`: of what is broken, what is in a call that nothing answers any more. */
  readonly survivors: NamedSurvivors<Reason> & {
    readonly blocked: readonly NamedReason<Reason>[];
    readonly already: NamedSurvivors<Reason>;
  };
  readonly held: readonly (NamedReason<Reason> & {
    readonly finalizers: readonly string[];
    readonly waitsFor: readonly string[];
    /** True if it never ends by itself. */
    readonly isDeadlocked: boolean;
    /** Operators that ended before they removed the finalizers; absent if there are none in the plan. */
    readonly lostOperators?: readonly string[];
  })[];
  readonly anyway: readonly NamedReason<Reason>[];
  readonly later: readonly NamedReason<Reason>[];
  readonly spared: readonly NamedReason<Reason>[];
  /** Why nothing of this happens; then all else is what would have happened. */
  readonly vetoes: readonly (NamedReason<Reason> & { readonly text: string })[];
}

/** The whole plan; lists are in the order of events if there is one, otherwise in declaration order. */
export interface PlanJson extends NamedPlan<string> {
  readonly policy: string;
  /** The partial order in its smallest form. If absent, each layer goes after all of the one before. */
  readonly before?: readonly (readonly [string, string])[];
  readonly notifications: readonly { readonly subject: string; readonly action: string; readonly of: string }[];
  readonly leftOut: readonly {
    readonly first: string;
    readonly then: string;
    readonly fact: string;
    readonly severity: Severity;
    readonly cycle: readonly string[];
  }[];
  readonly messages: readonly {
    readonly manager: string;
    readonly event: 'freed' | 'lost';
    readonly subject: string;
    readonly by?: string;
  }[];
  readonly refused: readonly string[];
}

/** Options to shorten plans whose reasons would be longer than everything else. */
export interface PlanJsonOptions {
  /** Default: all. The reasons of n entities in one chain have n²/2 facts. */
  readonly reasons?: 'all' | 'none';
}

/** Returns a plan as JSON. Cost: that of `Plan.order.before`, plus the length of all reasons. */
export function planJson(plan: Plan, options: PlanJsonOptions = {}): PlanJson {
  const { model, order } = plan;
  const name = (id: EntityId): string => entityOf(model, id).name;
  const { request, doomed, layers, vetoes, ...outcome } = namedPlan<string>(plan, (of) =>
    options.reasons === 'none' ? {} : { because: of.because.map(({ text }) => text) },
  );
  return {
    request,
    policy: plan.policy.name,
    doomed,
    layers,
    ...pairsJson(plan),
    notifications: order.notifications.map(({ subject, action, of }) => ({
      subject: name(subject),
      action,
      of: name(of),
    })),
    leftOut: order.dropped.map(({ first, then, fact, severity, cycle }) => ({
      first: name(first),
      then: name(then),
      fact: fact.text,
      severity,
      cycle: cycle.map(({ text }) => text),
    })),
    messages: plan.messages.map(({ manager, event, subject, by }) => ({
      manager: name(manager),
      event,
      subject: name(subject),
      ...(by === undefined ? {} : { by: name(by) }),
    })),
    ...outcome,
    refused: plan.refused.map(({ text }) => text),
    vetoes,
  };
}

/** Returns the entities of a plan by name; `why` gives the reasons of each, or nothing. */
export function namedPlan<Reason>(
  plan: Plan,
  why: (of: { readonly because: readonly Fact[] }) => { readonly because?: readonly Reason[] },
): NamedPlan<Reason> {
  const { model, order } = plan;
  const name = (id: EntityId): string => entityOf(model, id).name;
  const named = (list: readonly Explained[]): NamedReason<Reason>[] =>
    list.map((each) => ({ name: name(each.entity), ...why(each) }));
  const survivors = ({ degraded, broken, dangling }: SurvivorLists): NamedSurvivors<Reason> => ({
    degraded: named(degraded),
    broken: named(broken),
    dangling: named(dangling),
  });
  const isBlocked = new Set(plan.blocked);
  const blocked = plan.broken.filter(({ entity }) => isBlocked.has(entity));
  return {
    request: requestJson(plan, name),
    doomed: plan.doomed.map((each) => ({
      name: name(each.entity),
      kind: entityOf(model, each.entity).kind,
      ...why(each),
    })),
    layers: order.layers.map((layer) => layer.map(name)),
    survivors: { ...survivors(plan), blocked: named(blocked), already: survivors(plan.already) },
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

type SurvivorLists = Pick<Plan, 'degraded' | 'broken' | 'dangling'> | Plan['already'];

/** The most pairs to list for a crash; beyond this the layers express the same order. */
const mostPairsOfCrash = 100_000;

/** Returns the pairs of the order as names; empty if the layers of a crash say the same much more briefly. */
export function pairsJson({ model, order, request }: Plan): Pick<PlanJson, 'before'> {
  const { layers } = order;
  const pairs = layers.reduce((sum, layer, step) => sum + layer.length * (layers[step + 1]?.length ?? 0), 0);
  if (request.kind === 'crash' && pairs > mostPairsOfCrash) return {};
  const name = (id: EntityId): string => entityOf(model, id).name;
  return { before: order.before.map(([first, then]) => [name(first), name(then)] as const) };
}

function requestJson({ request, policy }: Plan, name: (id: EntityId) => string): RequestJson {
  switch (request.kind) {
    case 'drain':
      return { kind: 'drain', targets: [name(request.target)] };
    case 'crash':
    case 'destroy':
    case 'evict':
    case 'remove':
      return { kind: request.kind, targets: request.targets.map(name) };
    case 'delete':
      return { kind: 'delete', targets: request.targets.map(name), how: request.mode ?? policy.deletion };
    case 'collect':
      return { kind: 'collect', targets: [], how: request.moment };
    case 'since':
      return { kind: 'since', targets: [] };
  }
}
