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

/** An entity with its reasons, from the cause to the effect; without `because` if reasons were not requested. */
export interface NamedReason {
  readonly name: string;
  readonly because?: readonly string[];
}

/** The request of a plan. */
export interface RequestJson {
  readonly kind: PlanRequest['kind'];
  /** The targets; empty for a collection and for `since`. */
  readonly targets: readonly string[];
  /** The mode of a deletion, or the moment of a collection. */
  readonly how?: string;
}

/** The whole plan; lists are in the order of events if there is one, otherwise in declaration order. */
export interface PlanJson {
  readonly request: RequestJson;
  readonly policy: string;
  readonly doomed: readonly (NamedReason & { readonly kind: EntityKind })[];
  readonly layers: readonly (readonly string[])[];
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
  readonly survivors: {
    readonly degraded: readonly NamedReason[];
    readonly broken: readonly NamedReason[];
    readonly dangling: readonly NamedReason[];
    readonly already: {
      readonly broken: readonly NamedReason[];
      readonly degraded: readonly NamedReason[];
      readonly dangling: readonly NamedReason[];
    };
  };
  readonly held: readonly (NamedReason & {
    readonly finalizers: readonly string[];
    readonly waitsFor: readonly string[];
    /** True if it never ends by itself. */
    readonly isDeadlocked: boolean;
    /** Operators that ended before they removed the finalizers; absent if there are none in the plan. */
    readonly lostOperators?: readonly string[];
  })[];
  readonly anyway: readonly NamedReason[];
  readonly later: readonly NamedReason[];
  readonly spared: readonly NamedReason[];
  readonly refused: readonly string[];
  /** Why nothing of this happens; then all else is what would have happened. */
  readonly vetoes: readonly (NamedReason & { readonly text: string })[];
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
  const because = (facts: () => readonly Fact[]): Pick<NamedReason, 'because'> =>
    options.reasons === 'none' ? {} : { because: facts().map(({ text }) => text) };
  const reasoned = (list: readonly Explained[]): NamedReason[] =>
    list.map((each) => ({ name: name(each.entity), ...because(() => each.because) }));
  return {
    request: requestJson(plan, name),
    policy: plan.policy.name,
    doomed: plan.doomed.map((each) => ({
      name: name(each.entity),
      kind: entityOf(model, each.entity).kind,
      ...because(() => each.because),
    })),
    layers: order.layers.map((layer) => layer.map(name)),
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
    survivors: {
      degraded: reasoned(plan.degraded),
      broken: reasoned(plan.broken),
      dangling: reasoned(plan.dangling),
      already: {
        broken: reasoned(plan.already.broken),
        degraded: reasoned(plan.already.degraded),
        dangling: reasoned(plan.already.dangling),
      },
    },
    held: plan.held.map((each) => ({
      name: name(each.entity),
      finalizers: each.finalizers,
      waitsFor: each.waitsFor.map(name),
      isDeadlocked: each.isDeadlocked,
      ...(each.lostOperators !== undefined && { lostOperators: each.lostOperators.map(name) }),
      ...because(() => each.because),
    })),
    anyway: reasoned(plan.anyway),
    later: reasoned(plan.later),
    spared: reasoned(plan.spared),
    refused: plan.refused.map(({ text }) => text),
    vetoes: plan.vetoes.map((each) => ({
      name: name(each.entity),
      text: each.text,
      ...because(() => each.because),
    })),
  };
}

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
