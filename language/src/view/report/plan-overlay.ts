/**
 * The effects of a plan on each entity, for a picture: crash, destruction, removal, deletion and collection alike. One
 * mark per entity with all its effects, and the orders that give way, each with its reason chain and the locations of
 * its facts. The plan itself is computed elsewhere.
 */
import type { Direction } from '../../analysis/compare/change.ts';
import type { Plan } from '../../analysis/plan/plan.ts';
import { append } from '../../model/common/append.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { Severity } from '../../model/finding.ts';
import { entitySpan, relationSpan, type Sources, entityName } from '../../model/model.ts';
import type { RelationKind } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import { heldWords } from './held-words.ts';
import { eventOf } from './plan-event.ts';
import type { ChangesQuestion, PlanQuestion } from './question.ts';
import { t } from '../../model/common/translation.ts';

/** The possible effects on an entity, the most severe first. */
export const planEffects = [
  'refused',
  'started',
  'destroyed',
  'held',
  'later',
  'broken',
  'degraded',
  'dangling',
  'spared',
  'notifiedFirst',
  'notified',
] as const;
/** One of the effects. */
export type PlanEffectKind = (typeof planEffects)[number];

/** The marks of a comparison with an earlier version, the most severe first; `cause`: its end makes the difference. */
export const changeEffects = ['removed', 'added', 'worse', 'better', 'changed', 'cause'] as const;
/** One of these marks. */
export type ChangeEffectKind = (typeof changeEffects)[number];

/** One link of a reason chain, with its location. */
export interface ReasonLink {
  readonly text: string;
  readonly span?: Span;
}

/** One effect on an entity, and why: from the cause to the effect. */
export interface PlanEffect {
  readonly kind: PlanEffectKind | ChangeEffectKind;
  /**
   * The layer in which it is destroyed or started, from 1; those of one layer may go in parallel. In a comparison the
   * number of the difference.
   */
  readonly step?: number;
  /** Its distance from a crash, in facts. */
  readonly distance?: number;
  /** Why it refuses, the message it gets, what it waits for, why it ends later, or `already` for damage that predates the event. */
  readonly detail?: string;
  readonly because: readonly ReasonLink[];
}

/** All effects on one entity, the most severe first. */
export interface PlanMark {
  /** The qualified name. */
  readonly name: string;
  readonly effects: readonly PlanEffect[];
}

/** A declared order that gives way. */
export interface OrderMark {
  /** The entity that it puts first, and the one after it; qualified names. */
  readonly first: string;
  readonly then: string;
  /** The relation that declares it, if there is one. */
  readonly relation?: { readonly kind: RelationKind; readonly source: string; readonly target: string };
  readonly text: string;
  readonly severity: Severity;
  /** The cycle that it would close, beginning with itself. */
  readonly cycle: readonly ReasonLink[];
}

/** One difference of a comparison, as a sentence. */
export interface Difference {
  readonly text: string;
  readonly direction: Direction;
}

/** The effects of a plan, or the differences from an earlier version. Entities without a mark are untouched. */
export interface PlanOverlay {
  /** The question; asking it again gives the overlay of a changed model. */
  readonly question: PlanQuestion | ChangesQuestion;
  /** The event as a noun: `foreground deletion of a`; in a comparison the name of the earlier version. */
  readonly event: string;
  /** Absent where no policy plays a part: in a start. */
  readonly policy?: string;
  /** The number of layers destroyed or started one after another, or of differences. */
  readonly steps: number;
  /** Of a comparison: the difference of each step. */
  readonly differences?: readonly Difference[];
  /** Of a comparison: the number of differences that are no steps. */
  readonly omitted?: number;
  /** True if something refuses the event: then all other effects are what would have happened. */
  readonly isRefused?: boolean;
  /** In declaration order. */
  readonly marks: readonly PlanMark[];
  /** In declaration order, at most 200. */
  readonly dropped: readonly OrderMark[];
  /** The total number of orders that give way. */
  readonly droppedCount: number;
}

/** The most orders that give way to show: the cycle of each is a search of its own. */
const ordersShown = 200;

/** The input of an overlay besides the plan. */
export interface OverlayParts {
  /** The sources of `plan.model`. */
  readonly sources: Sources;
  readonly question: PlanQuestion;
  /** For a crash: the distance of each destroyed entity from it. */
  readonly distances?: ReadonlyMap<EntityId, number>;
}

/** Returns the overlay of a plan. Cost: O(V + E), the length of all reasons, and a search for each order shown. */
export function planOverlay(plan: Plan, parts: OverlayParts): PlanOverlay {
  const { model, order } = plan;
  const reasons = (because: readonly Fact[]): readonly ReasonLink[] =>
    because.map((fact) => reasonOf(parts.sources, fact));
  const effects = new Map<EntityId, PlanEffect[]>();
  for (const { entity, because, ...effect } of effectsOf(plan, parts.distances)) {
    append(effects, entity, { ...effect, because: reasons(because) });
  }
  const name = (entity: EntityId): string => entityName(model, entity);
  return {
    question: parts.question,
    event: eventOf(plan),
    policy: plan.policy.name,
    steps: order.layers.length,
    ...(plan.vetoes.length > 0 && { isRefused: true }),
    marks: model.entities.flatMap((entity) => {
      const suffered = effects.get(entity.id);
      return suffered === undefined ? [] : [{ name: entity.name, effects: suffered }];
    }),
    droppedCount: order.dropped.length,
    dropped: order.dropped.slice(0, ordersShown).map(({ first, then, fact, severity, cycle }) => {
      const relation = fact.relation === undefined ? undefined : model.relations[fact.relation];
      return {
        first: name(first),
        then: name(then),
        ...(relation !== undefined && {
          relation: { kind: relation.kind, source: name(relation.source), target: name(relation.target) },
        }),
        text: fact.text,
        severity,
        cycle: reasons(cycle),
      };
    }),
  };
}

/** The detail of damage that predates the event and remains. */
const found = 'already';
/** The detail of what is broken because nothing answers its call. */
export const blockedText = t`blocked in a call`;

/** Returns true if an effect predates the event. */
export const isFound = ({ kind, detail }: PlanEffect): boolean =>
  (kind === 'broken' || kind === 'dangling') && detail === found;

type EntityEffect = Omit<PlanEffect, 'because'> & Explained;

/** Returns all effects, the most severe first, as in `planEffects`. */
function effectsOf(plan: Plan, distances: OverlayParts['distances']): readonly EntityEffect[] {
  const { model, order } = plan;
  const name = (entity: EntityId): string => entityName(model, entity);
  const steps = new Map(order.layers.flatMap((layer, place) => layer.map((entity) => [entity, place + 1] as const)));
  const blocked = new Set(plan.blocked);
  const plain = (
    kind: PlanEffectKind,
    hit: readonly Explained[],
    detailOf: (entity: EntityId) => string | undefined = () => undefined,
  ): readonly EntityEffect[] =>
    hit.map(({ entity, because }) => {
      const detail = detailOf(entity);
      return { kind, entity, ...(detail !== undefined && { detail }), because };
    });
  return [
    ...plan.vetoes.map(({ entity, text, because }): EntityEffect => ({
      kind: 'refused',
      entity,
      detail: text,
      because,
    })),
    ...plan.doomed.map(({ entity, because }): EntityEffect => {
      const [step, distance] = [steps.get(entity), distances?.get(entity)];
      return {
        kind: 'destroyed',
        entity,
        ...(step !== undefined && { step }),
        ...(distance !== undefined && { distance }),
        because,
      };
    }),
    ...plan.held.map((each): EntityEffect => {
      const detail = heldWords({
        ...each,
        waitsFor: each.waitsFor.map(name),
        lostOperators: each.lostOperators?.map(name) ?? [],
      });
      return { kind: 'held', entity: each.entity, ...(detail !== '' && { detail }), because: each.because };
    }),
    ...plain('later', plan.later),
    ...plan.anyway.map(({ entity, isBegun, because }): EntityEffect => ({
      ...{ kind: 'later', entity, because },
      detail: isBegun ? t`anyway, because it is already ending` : t`anyway, because it has no owner`,
    })),
    ...plain('broken', plan.broken, (entity) => (blocked.has(entity) ? blockedText : undefined)),
    ...plain('broken', plan.already.broken, () => found),
    ...plain('degraded', plan.degraded),
    ...plain('degraded', plan.already.degraded, () => found),
    ...plain('dangling', plan.dangling),
    ...plain('dangling', plan.already.dangling, () => found),
    ...plain('spared', plan.spared),
    ...order.notifications.map(({ subject, action, of, because }): EntityEffect => ({
      kind: 'notifiedFirst',
      entity: subject,
      detail: `${action}(${name(of)})`,
      because,
    })),
    ...plan.messages.map(({ manager, event, subject, by, because }): EntityEffect => ({
      kind: 'notified',
      entity: manager,
      detail: t`${name(subject)} is ${event}${by === undefined ? '' : t` by ${name(by)}`}`,
      because,
    })),
  ];
}

/** Returns a fact with its location. */
export function reasonOf(sources: Sources, { text, relation, entity }: Fact): ReasonLink {
  if (relation !== undefined) return { text, span: relationSpan(sources, relation) };
  if (entity !== undefined) return { text, span: entitySpan(sources, entity) };
  return { text };
}
