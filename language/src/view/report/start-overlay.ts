/**
 * The effects of a start or a recovery on each entity, for a picture: the step in which it comes to life, what was
 * destroyed before, and what is broken, degraded or dead even then.
 */
import type { Recovery } from '../../analysis/plan/recovery.ts';
import type { StartPlan } from '../../analysis/plan/start-plan.ts';
import { append } from '../../model/common/append.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import { entityName } from '../../model/model.ts';
import { type OverlayParts, type PlanEffect, type PlanEffectKind, type PlanOverlay, reasonOf } from './plan-overlay.ts';
import { t } from '../../model/common/translation.ts';

/** A start of an entity, or of everything, or a recovery. */
export type AnyStart = StartPlan | Recovery;

/** Returns the start or recovery as a noun: `start of db`, `recovery from the crash of host`. */
export function startEventOf(plan: AnyStart): string {
  const name = (id: EntityId): string => entityName(plan.model, id);
  if ('named' in plan) return t`recovery from the crash of ${plan.named.map(name).join(', ')}`;
  return t`start of ${plan.target === undefined ? t`everything` : name(plan.target)}`;
}

/** An entity that ends or comes to life, and what is wrong with it in the end. */
export type StartEffect = Omit<PlanEffect, 'because' | 'kind'> & Explained & { readonly kind: PlanEffectKind };

/** Returns all effects of a start: what ended before, the steps, then what is wrong even then. */
export function startEffects(plan: AnyStart): readonly StartEffect[] {
  const plain = (kind: PlanEffectKind, all: readonly Explained[], detail?: string): StartEffect[] =>
    all.map(({ entity, because }) => ({ kind, entity, ...(detail !== undefined && { detail }), because }));
  const crashed = 'named' in plan ? plan.destroyed.map((entity) => ({ entity, because: [] })) : [];
  return [
    ...plan.layers.flatMap((layer, place) =>
      layer.map(({ entity, wanted, waits }): StartEffect => {
        const because = [...wanted, ...waits.flatMap((wait) => wait.because)];
        return { kind: 'started', entity, step: place + 1, because };
      }),
    ),
    ...plain('destroyed', crashed),
    ...('named' in plan
      ? [...plain('destroyed', plan.ended, t`crashes first`), ...plain('destroyed', plan.along, t`goes with these`)]
      : [
          ...plain('destroyed', plan.stops.stopped, t`stopped by the start`),
          ...plain('held', plan.stops.conflicts, t`to start and to stop`),
        ]),
    ...plain('held', plan.stuck, t`never starts`),
    ...plan.cycles.flatMap(({ entities, because }) =>
      plain(
        'held',
        entities.map((entity) => ({ entity, because })),
        t`never starts: a cycle`,
      ),
    ),
    ...plain('broken', plan.broken),
    ...plain('degraded', plan.degraded),
    ...('named' in plan ? plain('dangling', plan.dangling) : []),
  ];
}

/** Returns the overlay of a start or a recovery. Cost: O(V) and the length of all reasons. */
export function startOverlay(
  plan: AnyStart,
  { sources, question }: Pick<OverlayParts, 'sources' | 'question'>,
  policy: string | undefined,
): PlanOverlay {
  const reasons = (because: readonly Fact[]) => because.map((fact) => reasonOf(sources, fact));
  const effects = new Map<EntityId, PlanEffect[]>();
  for (const { entity, because, ...effect } of startEffects(plan))
    append(effects, entity, { ...effect, because: reasons(because) });
  return {
    question,
    event: startEventOf(plan),
    ...(policy !== undefined && { policy }),
    steps: plan.layers.length,
    marks: plan.model.entities.flatMap(({ id, name }) => {
      const own = effects.get(id);
      return own === undefined ? [] : [{ name, effects: own }];
    }),
    dropped: [],
    droppedCount: 0,
  };
}
